import { Column, Entity, PrimaryColumn } from 'typeorm';

// Columns that the gateway fills occur only in its SQL.

@Entity({ schema: 'telemetry', name: 'commands' })
export class CommandRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'command_id' }) commandId: string;
  @Column('text', { name: 'device_id' }) deviceId: string;
  @Column('text') name: string;
  /** JSON as text, because it may be JSON's null. */
  @Column('text') payload: string;
  @Column('uuid', { name: 'created_by' }) createdBy: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'expires_at' }) expiresAt: Date;
}

export const telemetryRows = [CommandRow];
