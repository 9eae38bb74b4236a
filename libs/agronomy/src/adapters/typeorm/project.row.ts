import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Status } from '../../domain/index.ts';

@Entity({ schema: 'agronomy', name: 'projects' })
export class ProjectRow {
  @PrimaryColumn('uuid', { name: 'company_id' })
  companyId: string;

  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId: string;

  @Column('text')
  key: string;

  @Column('text')
  name: string;

  @Column('text')
  timezone: string;

  @Column('text', { name: 'sampling_unit', nullable: true })
  samplingUnit: string | null;

  @Column('numeric', { name: 'price_per_unit', nullable: true })
  pricePerUnit: string | null;

  @Column('smallint', { name: 'max_duration_hours' })
  maxDurationHours: number;

  @Column('smallint', { name: 'sync_grace_hours' })
  syncGraceHours: number;

  @Column('text')
  status: Status;
}
