import type { Database } from '@furrow/database';
import { allMigrations } from '@furrow/schema';
import type { Check } from '../../finding.ts';

export const migrations: Check<Database> = {
  subject: 'migrations',
  async examine(database, findings) {
    const applied = await database.appliedMigrations();
    const expected = new Set(allMigrations.map(({ name }) => name));
    const missing = [...expected].filter((name) => !applied.has(name));
    if (missing.length > 0) findings.wrong(`Missing: ${missing.join(', ')}.`, 'Run "furrow migrate".');
    const unknown = [...applied].filter((name) => !expected.has(name));
    if (unknown.length > 0)
      findings.warning(
        `The database has migrations that this version does not know: ${unknown.join(', ')}.`,
        'A newer version has migrated it: run that version.',
      );
    findings.elseFine(`All ${expected.size} are applied.`);
  },
};
