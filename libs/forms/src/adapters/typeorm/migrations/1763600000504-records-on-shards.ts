import { auditedAs, changeLogTrigger } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';
import { FORM_RECORDS } from './1763600000502-audited-records.ts';
import { RECORDS, RECORDS_SHOWN_OTHERWISE } from './1763600000503-record-changes.ts';

/** Triggers of version 0.1.0, in statements that shards understand as well. */
export class RecordsOnShards1763600000504 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${auditedAs('forms.records', FORM_RECORDS)}
      ${changeLogTrigger(RECORDS)}
      ${RECORDS_SHOWN_OTHERWISE}`);
  }
}
