import { type Audited, audited } from '@furrow/journal';
import type { QueryRunner } from 'typeorm';

export const AUDITED_SESSIONS: Audited = {
  kind: 'session',
  key: 'session_id',
  added: `'session.opened'`,
  updated: `CASE WHEN before.closed_by IS NULL AND item.closed_by = 'system' THEN 'session.lapsed'
                 WHEN before.closed_by IS NULL AND item.closed_by = 'user' THEN 'session.closed'
                 WHEN before.max_duration_hours <> item.max_duration_hours THEN 'session.extended'
                 ELSE 'session.updated' END`,
};

export class AuditedHarvest1763600000403 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(audited('production.sessions', AUDITED_SESSIONS));
    await runner.query(
      audited('production.records', {
        kind: 'record',
        key: 'record_id',
        subject: 'coalesce(item.voids_record_id, item.record_id)',
        within: 'item.session_id',
        added: `CASE item.kind WHEN 'void' THEN 'record.voided' ELSE 'record.added' END`,
        // The audit entry of the counter-movement reports the void.
        silent: ['voided_at'],
      }),
    );
  }
}
