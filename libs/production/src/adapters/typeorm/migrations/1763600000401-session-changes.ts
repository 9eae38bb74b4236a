import { changeLog, changesNoted, changeTrigger } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

const LOG = 'production.session_changes';
export const SESSIONS = { log: LOG, item: 'session_id' };
const WRITTEN = ['sessions', 'tallies', 'quality_snapshots'];

/** What notes the sessions that a statement changed, and those that other rows are shown with. */
export const SESSIONS_SHOWN_OTHERWISE = `
  ${changeTrigger('production.quality_renamed', SESSIONS, {
    changed: `SELECT company_id, quality_id FROM before JOIN after USING (company_id, quality_id)
              WHERE before.name <> after.name`,
    items: `SELECT DISTINCT session_id FROM production.tallies WHERE company_id = company AND quality_id = ANY (changed_ids)`,
  })}
  ${changeTrigger('production.responsible_changed', SESSIONS, {
    changed: `SELECT company_id, user_id FROM before JOIN after USING (company_id, user_id)
              WHERE (before.idp_id, before.name, before.email, before.role, before.picture)
                    IS DISTINCT FROM (after.idp_id, after.name, after.email, after.role, after.picture)`,
    items: `SELECT session_id FROM production.sessions WHERE company_id = company AND owner_user_id = ANY (changed_ids)`,
  })}`;

/**
 * The change log of sessions, which the harvest feed reads. Any write that changes what the report shows of a session
 * adds to it.
 */
export class SessionChanges1763600000401 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${changeLog(SESSIONS)}
      ${WRITTEN.map((table) => changesNoted(`production.${table}`, LOG)).join('')}

      -- Names that the report asks for when it is read.
      ${SESSIONS_SHOWN_OTHERWISE}
      CREATE TRIGGER session_changes AFTER UPDATE ON production.qualities
        REFERENCING OLD TABLE AS before NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION production.quality_renamed();

      CREATE TRIGGER session_changes AFTER UPDATE ON access.users
        REFERENCING OLD TABLE AS before NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION production.responsible_changed();

      -- What is there already was written before anybody could follow: it stands at the beginning.
      INSERT INTO ${LOG}
      SELECT company_id, session_id, '0', pg_snapshot_xmin(pg_current_snapshot()), now() FROM production.sessions;
    `);
  }
}
