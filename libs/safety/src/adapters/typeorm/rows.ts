import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RestMetric } from '../../domain/index.ts';

@Entity({ schema: 'safety', name: 'rest_rules' })
export class RestRuleRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('text') key: string;
  @Column('uuid', { name: 'project_id' }) projectId: string;
  @Column('text') metric: RestMetric;
  @Column('float8') above: number;
  @Column('integer', { name: 'rest_minutes' }) restMinutes: number;
  @Column('integer', { name: 'every_minutes' }) everyMinutes: number;
  @Column('text', { nullable: true }) source: string | null;
  @Column('boolean', { name: 'active' }) isActive: boolean;
}

export const safetyRows = [RestRuleRow];
