import type { QueryRunner } from 'typeorm';

const WATCHED = {
  users: 'UPDATE OF idp_id, role, status',
  // Not last_used_at, which changes all the time and does not affect access.
  api_tokens: 'UPDATE OF scopes, secret_hash, expires_at, replaced_at, revoked_at',
  devices: 'UPDATE OF project_id, sector_id, secret_hash, status',
};

/** Where every node holds these tables, one tells it. */
export const ANNOUNCE_CHANGE = `
  CREATE OR REPLACE FUNCTION access.announce_change() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF feed.takes_notices() THEN
      PERFORM pg_notify('furrow_access', '');
    END IF;
    RETURN NULL;
  END $$;`;

/** Every process caches for a moment whom it admitted; a change makes all of them drop the entry at once. */
export class AccessAnnouncements1763600000101 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ANNOUNCE_CHANGE);
    for (const [table, update] of Object.entries(WATCHED))
      await runner.query(`
        CREATE TRIGGER announce_change AFTER INSERT OR DELETE OR ${update} ON access.${table}
          FOR EACH STATEMENT EXECUTE FUNCTION access.announce_change()`);
  }
}
