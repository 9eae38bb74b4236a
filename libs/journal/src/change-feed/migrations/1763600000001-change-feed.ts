import type { QueryRunner } from 'typeorm';

/**
 * The basis of change feeds. Positions in a feed are transaction ids, which start over or repeat in a database that was
 * restored, copied or failed over: a _life_ is the period in which they are comparable.
 */
export class ChangeFeed1763600000001 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE SCHEMA feed;
      GRANT USAGE ON SCHEMA feed TO furrow_system;

      -- Every log of changes, so that a new life can go through all of them.
      CREATE TABLE feed.logs (name text PRIMARY KEY, item text NOT NULL);
      -- One row: the life there is, and where it is lived.
      CREATE TABLE feed.lives (
        single boolean PRIMARY KEY DEFAULT true CHECK (single),
        life uuid NOT NULL,
        place text NOT NULL,
        began_at timestamptz NOT NULL
      );
      ALTER TABLE feed.logs ENABLE ROW LEVEL SECURITY;
      ALTER TABLE feed.lives ENABLE ROW LEVEL SECURITY;

      -- The cluster, its timeline and the database in it. A dump that is restored has another cluster or database; a
      -- return to an earlier moment, and a standby that takes over, have another timeline.
      CREATE FUNCTION feed.place() RETURNS text LANGUAGE sql STABLE
        SET search_path = pg_catalog, pg_temp
        RETURN (SELECT concat_ws('/', system_identifier, timeline_id, oid)
                FROM pg_control_system(), pg_control_checkpoint(), pg_database WHERE datname = current_database());

      -- What transactions of an earlier life have written is settled, whatever their ids: it is put at the beginning.
      CREATE FUNCTION feed.current_life(OUT life uuid, OUT began_at timestamptz) LANGUAGE plpgsql SECURITY DEFINER
        SET search_path = pg_catalog, pg_temp
        AS $$
        DECLARE
          here text := feed.place();
          log record;
        BEGIN
          SELECT l.life, l.began_at INTO life, began_at FROM feed.lives l WHERE place = here;
          IF FOUND THEN RETURN; END IF;
          PERFORM pg_advisory_xact_lock(7236010);
          SELECT l.life, l.began_at INTO life, began_at FROM feed.lives l WHERE place = here;
          IF FOUND THEN RETURN; END IF;
          FOR log IN SELECT name, item FROM feed.logs LOOP
            EXECUTE format('DELETE FROM %1$s old USING %1$s later WHERE later.company_id = old.company_id
                              AND later.%2$I = old.%2$I AND later.xid > old.xid', log.name, log.item);
            EXECUTE format('UPDATE %s SET xid = ''0'', settled_xid = pg_snapshot_xmin(pg_current_snapshot())
                             WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())', log.name);
          END LOOP;
          INSERT INTO feed.lives AS l (life, place, began_at) VALUES (gen_random_uuid(), here, clock_timestamp())
            ON CONFLICT (single) DO UPDATE SET life = excluded.life, place = excluded.place, began_at = excluded.began_at
            RETURNING l.life, l.began_at INTO life, began_at;
        END $$;
      REVOKE ALL ON FUNCTION feed.current_life FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION feed.current_life TO furrow_system;
      SELECT feed.current_life();
    `);
  }
}
