import type { QueryRunner } from 'typeorm';
import { NODES_OF_ONE } from '@furrow/database';

/**
 * Transaction ids are a node's own. Where a database is distributed over several, each id says which node counted it;
 * until then there is one node, and ids are PostgreSQL's.
 */
export class Nodes1763600000005 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${NODES_OF_ONE}
      REVOKE ALL ON FUNCTION feed.adopt FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION feed.adopt TO furrow_system;
      ALTER TABLE audit.entries ALTER COLUMN xid SET DEFAULT feed.current_xid();

      -- A reader stands somewhere on each node.
      ALTER TABLE audit.readers ADD COLUMN node integer NOT NULL DEFAULT 0;
      ALTER TABLE audit.readers DROP CONSTRAINT readers_pkey;
      ALTER TABLE audit.readers ADD PRIMARY KEY (reader, node);
    `);
  }
}
