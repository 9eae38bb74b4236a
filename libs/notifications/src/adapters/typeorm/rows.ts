import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { AlertState, ReplayState, WebhookState } from '../../domain/index.ts';

// Columns that the database fills occur only in SQL.

@Entity({ schema: 'notifications', name: 'webhooks' })
export class WebhookRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'webhook_id' }) webhookId: WebhookState['webhookId'];
  @Column('text') url: string;
  @Column('text', { array: true }) events: WebhookState['events'];
  @Column('text', { nullable: true }) description: string | null;
  @Column('text') status: WebhookState['status'] | 'deleted';
  @Column('text', { name: 'paused_reason', nullable: true }) pausedReason: WebhookState['pausedReason'];
  @Column('timestamptz', { name: 'paused_at', nullable: true }) pausedAt: Date | null;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}

@Entity({ schema: 'notifications', name: 'webhook_secrets' })
export class WebhookSecretRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'webhook_id' }) webhookId: string;
  @PrimaryColumn('uuid', { name: 'secret_id' }) secretId: string;
  @Column('bytea') secret: Buffer;
  @Column('timestamptz', { name: 'expires_at', nullable: true }) expiresAt: Date | null;
}

@Entity({ schema: 'notifications', name: 'delivery_queues' })
export class DeliveryQueueRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'webhook_id' }) webhookId: string;
}

@Entity({ schema: 'notifications', name: 'replays' })
export class ReplayRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'webhook_id' }) webhookId: string;
  @Column('timestamptz') since: Date;
  @Column('timestamptz') until: Date;
  @Column('text', { nullable: true }) outcome: ReplayState['outcome'];
  @Column('bigint', { nullable: true }) micros: number | null;
  @Column('bigint', { name: 'entry_id', nullable: true }) entryId: number | null;
  @Column('integer') replayed: number;
  @Column('integer') failures: number;
  @Column('text', { nullable: true }) reason: string | null;
  @Column('timestamptz', { name: 'next_at', nullable: true }) nextAt: Date | null;
  @Column('timestamptz', { name: 'ended_at', nullable: true }) endedAt: Date | null;
}

@Entity({ schema: 'notifications', name: 'alerts' })
export class AlertRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('text') key: string;
  @Column('text') name: string;
  @Column('text') kind: AlertState['kind'];
  @Column('uuid', { name: 'project_id' }) projectId: string;
  @Column('text', { name: 'device_id', nullable: true }) deviceId: string | null;
  @Column('text', { nullable: true }) metric: AlertState['metric'];
  @Column('float8', { nullable: true }) above: number | null;
  @Column('float8', { nullable: true }) below: number | null;
  @Column('text', { name: 'lasts' }) for: AlertState['for'];
  @Column('float8', { name: 'clear_by' }) clearBy: number;
  @Column('timestamptz') since: Date;
  @Column('boolean') active: boolean;
}

export const notificationsRows = [WebhookRow, WebhookSecretRow, DeliveryQueueRow, ReplayRow, AlertRow];
