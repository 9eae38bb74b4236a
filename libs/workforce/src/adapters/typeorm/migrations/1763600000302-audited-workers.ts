import { type Audited, audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

export const WORKERS: Audited = {
  kind: 'worker',
  key: 'worker_id',
  added: `'worker.registered'`,
  silent: ['updated_at', 'full_name', 'name_key', 'document_key', 'search_text'],
};

export class AuditedWorkers1763600000302 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(audited('workforce.workers', WORKERS));
  }
}
