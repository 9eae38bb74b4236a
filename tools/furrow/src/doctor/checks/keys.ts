import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '@furrow/config';
import type { Check } from '../finding.ts';

const FOR_OTHERS = 0o077;

/**
 * Anyone who can read a key can sign as Furrow; the other two files hold passwords of the database and of the demo farm.
 */
export const keys: Check<Config> = {
  subject: 'secrets on disk',
  async examine({ home }, findings) {
    const folder = join(home, 'keys');
    const names = await readdir(folder).catch(() => []);
    const paths = [
      ...names.map((name) => join(folder, name)),
      ...['database.json', 'demo.json'].map((name) => join(home, name)),
    ];
    for (const path of paths) {
      const mode = await stat(path).then(
        (file) => file.mode,
        () => 0,
      );
      if ((mode & FOR_OTHERS) !== 0)
        findings.wrong(`${path} is readable for other users of this machine.`, `chmod 600 ${path}`);
    }
    findings.elseFine('Only their owner can read them.');
  },
};
