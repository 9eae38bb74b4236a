import { auditedAs } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';
import { WORKERS } from './1763600000302-audited-workers.ts';

/** Triggers of version 0.1.0, in statements that shards understand as well. */
export class WorkersOnShards1763600000304 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(auditedAs('workforce.workers', WORKERS));
  }
}
