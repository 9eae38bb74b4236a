import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Boundary, Status } from '../../domain/index.ts';

@Entity({ schema: 'agronomy', name: 'sectors' })
export class SectorRow {
  @PrimaryColumn('uuid', { name: 'company_id' })
  companyId: string;

  @PrimaryColumn('uuid', { name: 'sector_id' })
  sectorId: string;

  @Column('uuid', { name: 'project_id' })
  projectId: string;

  @Column('text')
  key: string;

  @Column('text')
  name: string;

  @Column('text', { nullable: true })
  crop: string | null;

  @Column('text', { nullable: true })
  variety: string | null;

  @Column('jsonb', { nullable: true })
  boundary: Boundary | null;

  @Column('float8', { nullable: true })
  west: number | null;

  @Column('float8', { nullable: true })
  south: number | null;

  @Column('float8', { nullable: true })
  east: number | null;

  @Column('float8', { nullable: true })
  north: number | null;

  @Column('text')
  status: Status;
}
