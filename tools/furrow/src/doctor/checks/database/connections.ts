import type { Check } from '../../finding.ts';
import type { Server } from '../../server.ts';

/** Each process keeps one connection for LISTEN and one for the locks of background jobs in addition to its pool. */
const OUTSIDE_POOL = 2;
/** An API and an IoT gateway. */
const FEWEST = 2;

export const connections: Check<Server> = {
  subject: 'connections',
  async examine({ client, config }, findings) {
    const { rows } = await client.query<{ free: number }>(
      `SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                - coalesce(current_setting('reserved_connections', true), '0')::int AS free`,
    );
    const free = rows[0]?.free ?? 0;
    const { poolSize } = config.database;
    const processes = Math.floor(free / (poolSize + OUTSIDE_POOL));
    const message = `The server allows ${free} connections: enough for ${processes} processes with a pool of ${poolSize} each.`;
    if (processes >= FEWEST) findings.fine(message);
    else
      findings.wrong(
        message,
        `An API and a gateway are ${FEWEST} processes: lower DATABASE_POOL_SIZE, raise max_connections, or put a pooler in between.`,
      );
  },
};
