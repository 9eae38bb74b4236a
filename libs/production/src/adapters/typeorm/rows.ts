import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'production', name: 'qualities' })
export class QualityRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'quality_id' }) qualityId: string;
  @Column('text') key: string;
  @Column('text') name: string;
  @Column('boolean') active: boolean;
}

export const productionRows = [QualityRow];
