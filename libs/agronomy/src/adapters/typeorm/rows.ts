import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Boundary, HarvestGuard, Status } from '../../domain/index.ts';

@Entity({ schema: 'agronomy', name: 'projects' })
export class ProjectRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'project_id' }) projectId: string;
  @Column('text') key: string;
  @Column('text') name: string;
  @Column('text') timezone: string;
  @Column('text', { name: 'sampling_unit', nullable: true }) samplingUnit: string | null;
  @Column('numeric', { name: 'price_per_unit', nullable: true }) pricePerUnit: string | null;
  @Column('smallint', { name: 'max_duration_hours' }) maxDurationHours: number;
  @Column('smallint', { name: 'sync_grace_hours' }) syncGraceHours: number;
  @Column('text', { name: 'harvest_guard' }) harvestGuard: HarvestGuard;
  @Column('smallint', { name: 'repeat_seconds', nullable: true }) repeatSeconds: number | null;
  @Column('text') status: Status;
}

@Entity({ schema: 'agronomy', name: 'sectors' })
export class SectorRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'sector_id' }) sectorId: string;
  @Column('uuid', { name: 'project_id' }) projectId: string;
  @Column('text') key: string;
  @Column('text') name: string;
  @Column('text', { nullable: true }) crop: string | null;
  @Column('text', { nullable: true }) variety: string | null;
  @Column('jsonb', { nullable: true }) boundary: Boundary | null;
  @Column('float8', { nullable: true }) west: number | null;
  @Column('float8', { nullable: true }) south: number | null;
  @Column('float8', { nullable: true }) east: number | null;
  @Column('float8', { nullable: true }) north: number | null;
  @Column('text') status: Status;
}

export const agronomyRows = [ProjectRow, SectorRow];
