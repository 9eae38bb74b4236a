import type { QueryRunner } from 'typeorm';

/** Makes the audit trail readable in the order of transactions, from which events come. */
export class EventLog1763600000003 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Null for what was written before there was a log: it is in the trail, and no event.
      ALTER TABLE audit.entries ADD COLUMN xid xid8;
      ALTER TABLE audit.entries ALTER COLUMN xid SET DEFAULT pg_current_xact_id();
      CREATE INDEX entries_in_order ON audit.entries (xid, entry_id);
      GRANT USAGE ON SCHEMA audit TO furrow_system;
      GRANT SELECT (company_id, at, entry_id, user_id, act, subjects, within, xid) ON audit.entries TO furrow_system;
      CREATE POLICY system ON audit.entries FOR SELECT TO furrow_system USING (true);

      -- Behind which entry each reader goes on, and the highest entry_id that it was ever given.
      CREATE TABLE audit.readers (
        reader text PRIMARY KEY,
        xid xid8 NOT NULL,
        entry_id bigint NOT NULL,
        highest bigint NOT NULL
      );
      ALTER TABLE audit.readers ENABLE ROW LEVEL SECURITY;
      GRANT SELECT, INSERT, UPDATE ON audit.readers TO furrow_system;
      CREATE POLICY system ON audit.readers TO furrow_system USING (true) WITH CHECK (true);
    `);
    await runner.query(`
      ALTER TABLE feed.lives RENAME TO epochs;
      ALTER TABLE feed.epochs RENAME COLUMN life TO epoch;
      ${currentEpoch({ name: 'epoch', table: 'feed.epochs', settling: ENTRIES_SETTLED })}
      REVOKE ALL ON FUNCTION feed.current_epoch FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION feed.current_epoch TO furrow_system;
      -- Programs of 0.1.0 call an epoch a life.
      CREATE OR REPLACE FUNCTION feed.current_life(OUT life uuid, OUT began_at timestamptz) LANGUAGE sql
        BEGIN ATOMIC SELECT epoch, began_at FROM feed.current_epoch(); END;
    `);
  }
}

/**
 * In a database restored from a dump, transaction ids start over, while readers keep their positions. Entries that a
 * reader did not get (after its position, or with an entry_id that it has not seen) are placed right before the next
 * transaction, in order of entry_id, and all others before every reader's position. On another timeline of the same
 * cluster ids continue, and positions were rolled back together with the entries: nothing has to be done.
 */
const ENTRIES_SETTLED = `
  IF split_part(here, '/', 1) <> split_part(there, '/', 1) OR split_part(here, '/', 3) <> split_part(there, '/', 3) THEN
    UPDATE audit.readers r SET xid = before_all, entry_id = coalesce(
      (SELECT min(e.entry_id) FROM audit.entries e
       WHERE (e.xid, e.entry_id) > (r.xid, r.entry_id) OR e.xid IS NOT NULL AND e.entry_id > r.highest) - 1, r.highest);
    UPDATE audit.entries e SET xid = CASE WHEN e.entry_id > given THEN before_all ELSE '0' END
    FROM (SELECT min(entry_id) AS given FROM audit.readers) r
    WHERE e.xid >= pg_snapshot_xmin(pg_current_snapshot()) OR e.xid IS NOT NULL AND e.entry_id > given;
  END IF;`;

/** As its first version, plus `settling`. */
const currentEpoch = ({ name, table, settling }: { name: string; table: string; settling: string }) => `
  CREATE FUNCTION feed.current_${name}(OUT ${name} uuid, OUT began_at timestamptz) LANGUAGE plpgsql SECURITY DEFINER
    SET search_path = pg_catalog, pg_temp
    AS $$
    DECLARE
      here text := feed.place();
      there text;
      log record;
      before_all xid8 := (pg_snapshot_xmin(pg_current_snapshot())::text::numeric - 1)::text::xid8;
    BEGIN
      SELECT e.${name}, e.began_at INTO ${name}, began_at FROM ${table} e WHERE place = here;
      IF FOUND THEN RETURN; END IF;
      PERFORM pg_advisory_xact_lock(7236010);
      SELECT e.${name}, e.began_at INTO ${name}, began_at FROM ${table} e WHERE place = here;
      IF FOUND THEN RETURN; END IF;
      SELECT place INTO there FROM ${table};
      FOR log IN SELECT name, item FROM feed.logs LOOP
        EXECUTE format('DELETE FROM %1$s old USING %1$s later WHERE later.company_id = old.company_id
                          AND later.%2$I = old.%2$I AND later.xid > old.xid', log.name, log.item);
        EXECUTE format('UPDATE %s SET xid = ''0'', settled_xid = pg_snapshot_xmin(pg_current_snapshot())
                         WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())', log.name);
      END LOOP;
      ${settling}
      INSERT INTO ${table} AS e (${name}, place, began_at) VALUES (gen_random_uuid(), here, clock_timestamp())
        ON CONFLICT (single)
          DO UPDATE SET ${name} = excluded.${name}, place = excluded.place, began_at = excluded.began_at
        RETURNING e.${name}, e.began_at INTO ${name}, began_at;
    END $$;`;
