import type { Check } from '../finding.ts';
import type { Server } from '../server.ts';

const OLDEST = 150_000;

export const version: Check<Server> = {
  subject: 'PostgreSQL',
  async examine({ client }, findings) {
    const { rows } = await client.query<{ name: string; number: number }>(
      `SELECT current_setting('server_version') AS name, current_setting('server_version_num')::int AS number`,
    );
    const { name, number } = rows[0] ?? { name: 'unknown', number: 0 };
    if (number < OLDEST) findings.wrong(`It is PostgreSQL ${name}.`, 'Use PostgreSQL 15 or newer.');
    else findings.fine(`It is PostgreSQL ${name}.`);
  },
};
