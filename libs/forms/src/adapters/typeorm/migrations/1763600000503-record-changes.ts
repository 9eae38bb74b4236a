import { changeLog, changeTrigger } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

const LOG = 'forms.record_changes';
export const RECORDS = { log: LOG, item: 'record_id' };

/** What notes the records that rows with other names are shown with. */
export const RECORDS_SHOWN_OTHERWISE = `
  ${changeTrigger('forms.author_renamed', RECORDS, {
    changed: `SELECT company_id, user_id FROM before JOIN after USING (company_id, user_id)
              WHERE (before.idp_id, before.name) IS DISTINCT FROM (after.idp_id, after.name)`,
    items: `SELECT record_id FROM forms.records WHERE company_id = company AND created_by = ANY (changed_ids)`,
  })}
  ${changeTrigger('forms.project_renamed', RECORDS, {
    changed: `SELECT company_id, project_id FROM before JOIN after USING (company_id, project_id)
              WHERE (before.name, before.timezone) IS DISTINCT FROM (after.name, after.timezone)`,
    items: `SELECT record_id FROM forms.records WHERE company_id = company AND project_id = ANY (changed_ids)`,
  })}
  ${changeTrigger('forms.sector_renamed', RECORDS, {
    changed: `SELECT company_id, sector_id FROM before JOIN after USING (company_id, sector_id)
              WHERE before.name <> after.name`,
    items: `SELECT record_id FROM forms.records WHERE company_id = company AND sector_id = ANY (changed_ids)`,
  })}`;

/**
 * Indexes for the lists of records, and the change log that their feed reads. Records never change, but the names of
 * their authors, projects and sectors do.
 */
export class RecordChanges1763600000503 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Whatever a list may be filtered by is in it, so that counting what a filter meets reads no record.
      CREATE INDEX records_of_form ON forms.records (company_id, form_id, recorded_at, record_id)
        INCLUDE (created_by, project_id, sector_id);
      CREATE INDEX records_of_author ON forms.records (company_id, created_by, form_id, recorded_at, record_id)
        INCLUDE (project_id, sector_id);

      ${changeLog(RECORDS)}
      CREATE TRIGGER record_changes AFTER INSERT ON forms.records
        REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ${LOG}_noted();

      ${RECORDS_SHOWN_OTHERWISE}
      CREATE TRIGGER form_record_changes AFTER UPDATE ON access.users
        REFERENCING OLD TABLE AS before NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION forms.author_renamed();

      CREATE TRIGGER form_record_changes AFTER UPDATE ON agronomy.projects
        REFERENCING OLD TABLE AS before NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION forms.project_renamed();

      CREATE TRIGGER form_record_changes AFTER UPDATE ON agronomy.sectors
        REFERENCING OLD TABLE AS before NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION forms.sector_renamed();

      -- What is there already was written before anybody could follow: it stands at the beginning.
      INSERT INTO ${LOG}
      SELECT company_id, record_id, xid8 '0', pg_snapshot_xmin(pg_current_snapshot()), now() FROM forms.records;
    `);
  }
}
