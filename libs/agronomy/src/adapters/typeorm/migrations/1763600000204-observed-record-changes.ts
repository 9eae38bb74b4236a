import { changeLog, changeTrigger } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

const LOG = 'agronomy.observed_record_changes';
export const RECORDS = { log: LOG, item: 'record_id' };

/** What notes the records that are shown with other names once a project or sector is renamed. */
export const RECORDS_SHOWN_OTHERWISE = `
  ${changeTrigger('agronomy.project_renamed', RECORDS, {
    changed: `SELECT company_id, project_id FROM before JOIN after USING (company_id, project_id)
              WHERE before.name <> after.name`,
    items: `SELECT DISTINCT record_id FROM agronomy.observations
            WHERE company_id = company AND project_id = ANY (changed_ids)`,
  })}
  ${changeTrigger('agronomy.sector_redescribed', RECORDS, {
    changed: `SELECT company_id, sector_id FROM before JOIN after USING (company_id, sector_id)
              WHERE (before.name, before.crop, before.variety) IS DISTINCT FROM (after.name, after.crop, after.variety)`,
    items: `SELECT DISTINCT record_id FROM agronomy.observations
            WHERE company_id = company AND sector_id = ANY (changed_ids)`,
  })}`;

/** The change log of scouts' records. They themselves never change, but the names of their projects and sectors do. */
export class ObservedRecordChanges1763600000204 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${changeLog(RECORDS)}
      CREATE TRIGGER observed_record_changes AFTER INSERT ON agronomy.observations
        REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION ${LOG}_noted();

      ${RECORDS_SHOWN_OTHERWISE}
      CREATE TRIGGER observed_record_changes AFTER UPDATE ON agronomy.projects
        REFERENCING OLD TABLE AS before NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION agronomy.project_renamed();

      CREATE TRIGGER observed_record_changes AFTER UPDATE ON agronomy.sectors
        REFERENCING OLD TABLE AS before NEW TABLE AS after
        FOR EACH STATEMENT EXECUTE FUNCTION agronomy.sector_redescribed();

      -- What is there already was written before anybody could follow: it stands at the beginning.
      INSERT INTO ${LOG}
      SELECT DISTINCT company_id, record_id, xid8 '0', pg_snapshot_xmin(pg_current_snapshot()), now()
      FROM agronomy.observations;
    `);
  }
}
