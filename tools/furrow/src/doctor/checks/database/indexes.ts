import type { Check } from '../../finding.ts';
import type { Server } from '../../server.ts';

export const indexes: Check<Server> = {
  subject: 'indexes',
  async examine({ client }, findings) {
    const { rows } = await client.query<{ name: string }>(
      `SELECT indexrelid::regclass::text AS name FROM pg_index WHERE NOT (indisvalid AND indisready AND indislive)
       ORDER BY 1`,
    );
    for (const { name } of rows)
      findings.wrong(`The index ${name} is not valid: its creation failed.`, `REINDEX INDEX ${name};`);
    findings.elseFine('All indexes are valid.');
  },
};
