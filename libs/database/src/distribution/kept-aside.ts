import type pg from 'pg';
import { inTransaction } from './in-transaction.ts';

interface Part {
  /** Its table, with its schema. */
  readonly of: string;
  readonly name: string;
  readonly definition: string;
}

/** What is dropped until all tables are where they belong, and written down first, so that an interruption loses nothing. */
class KeptAside {
  constructor(
    private readonly kept: string,
    private readonly found: string,
    private readonly drop: (part: Part) => string,
    private readonly restore: (part: Part) => string,
  ) {}

  /** @param tables of which */
  async keep(client: pg.Client, tables: readonly string[]): Promise<void> {
    await inTransaction(client, async () => {
      await client.query(
        `CREATE TABLE IF NOT EXISTS ${this.kept} (of text, name text, definition text NOT NULL, PRIMARY KEY (of, name))`,
      );
      const { rows } = await client.query<Part>(
        `SELECT * FROM (${this.found}) AS part (of, name, definition) WHERE of = ANY ($1)`,
        [tables],
      );
      for (const part of rows) {
        await client.query(`INSERT INTO ${this.kept} VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`, [
          ...[part.of, part.name, part.definition],
        ]);
        await client.query(this.drop(part));
      }
    });
  }

  /** @returns how many */
  async putBack(client: pg.Client): Promise<number> {
    const { rows } = await client.query<{ there: boolean }>(`SELECT to_regclass($1) IS NOT NULL AS there`, [
      this.kept,
    ]);
    if (!rows[0]?.there) return 0;
    const { rows: parts } = await client.query<Part>(`SELECT * FROM ${this.kept} ORDER BY of, name`);
    for (const part of parts)
      await inTransaction(client, async () => {
        // Citus checks keys between reference tables one after the other.
        await client.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
        await client.query(this.restore(part));
        await client.query(`DELETE FROM ${this.kept} WHERE of = $1 AND name = $2`, [part.of, part.name]);
      });
    await client.query(`DROP TABLE ${this.kept}`);
    return parts.length;
  }
}

/** Citus distributes neither of the tables that a foreign key connects while it exists. */
export const foreignKeys = new KeptAside(
  'feed.foreign_keys_kept',
  `SELECT format('%I.%I', n.nspname, c.relname), quote_ident(f.conname), pg_get_constraintdef(f.oid)
   FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE f.contype = 'f' AND f.conparentid = 0`,
  ({ of, name }) => `ALTER TABLE ${of} DROP CONSTRAINT ${name}`,
  ({ of, name, definition }) => `ALTER TABLE ${of} ADD CONSTRAINT ${name} ${definition}`,
);

/** They would note each copied row as a change, in tables that are not on the workers yet. */
export const triggers = new KeptAside(
  'feed.triggers_kept',
  `SELECT format('%I.%I', n.nspname, c.relname), quote_ident(t.tgname), pg_get_triggerdef(t.oid)
   FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
   WHERE NOT t.tgisinternal AND t.tgparentid = 0`,
  ({ of, name }) => `DROP TRIGGER ${name} ON ${of}`,
  ({ definition }) => definition,
);
