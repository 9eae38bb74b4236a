import type { QueryRunner } from 'typeorm';

/**
 * A read replica is asked only while it has what the primary had a moment ago, in the same epoch of the feeds; and an
 * epoch begins as soon as a standby has taken over.
 */
export class ReadReplica1763600000004 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- The timeline that is being written. That of the last checkpoint, which stood here, is still the old one for minutes after a
      -- standby was promoted, while its transaction ids are handed out already.
      CREATE OR REPLACE FUNCTION feed.place() RETURNS text LANGUAGE sql STABLE
        SET search_path = pg_catalog, pg_temp
        RETURN (SELECT concat_ws('/', system_identifier,
                  CASE WHEN pg_is_in_recovery() THEN timeline_id
                       ELSE ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int END, oid)
                FROM pg_control_system(), pg_control_checkpoint(), pg_database WHERE datname = current_database());

      -- The epoch as this server knows it. A replica cannot begin one, and may know of a new one late.
      CREATE FUNCTION feed.known_epoch() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER
        SET search_path = pg_catalog, pg_temp
        RETURN (SELECT epoch FROM feed.epochs);

      CREATE FUNCTION feed.must_be_replica(has pg_lsn, of_epoch uuid) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER
        SET search_path = pg_catalog, pg_temp
        AS $$ BEGIN
          IF NOT pg_is_in_recovery() OR pg_last_wal_replay_lsn() < has OR feed.known_epoch() IS DISTINCT FROM of_epoch THEN
            RAISE 'not a replica of the primary that is close behind it' USING ERRCODE = '55000';
          END IF;
        END $$;

      REVOKE ALL ON FUNCTION feed.known_epoch, feed.must_be_replica FROM PUBLIC;
      GRANT EXECUTE ON FUNCTION feed.known_epoch TO furrow_system;
      GRANT USAGE ON SCHEMA feed TO furrow_tenant;
      GRANT EXECUTE ON FUNCTION feed.must_be_replica TO furrow_tenant;
    `);
  }
}
