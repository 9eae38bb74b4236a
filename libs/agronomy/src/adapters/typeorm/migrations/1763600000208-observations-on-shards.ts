import { changeLogTrigger } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';
import { RECORDS, RECORDS_SHOWN_OTHERWISE } from './1763600000204-observed-record-changes.ts';

/** Triggers of version 0.1.0, in statements that shards understand as well. */
export class ObservationsOnShards1763600000208 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(changeLogTrigger(RECORDS) + RECORDS_SHOWN_OTHERWISE);
  }
}
