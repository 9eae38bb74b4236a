import { auditedAs } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';
import { ANNOUNCE_CHANGE } from './1763600000101-access-announcements.ts';
import { AUDITED_ACCESS } from './1763600000103-audited-access.ts';

/** Triggers of version 0.1.0, in statements that shards understand as well. */
export class AccessOnShards1763600000106 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      [ANNOUNCE_CHANGE, ...AUDITED_ACCESS.map(([table, told]) => auditedAs(table, told))].join(''),
    );
  }
}
