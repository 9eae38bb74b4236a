import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'workforce', name: 'workers' })
export class WorkerRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'worker_id' }) workerId: string;
  @Column('text') code: string;
  @Column('text', { name: 'code_stem' }) codeStem: string;
  @Column('integer', { name: 'code_number' }) codeNumber: number;
  @Column('text', { name: 'first_name' }) firstName: string;
  @Column('text', { name: 'last_name' }) lastName: string;
  @Column('text', { name: 'full_name' }) fullName: string;
  @Column('date', { name: 'hire_date' }) hireDate: string;
  @Column('text') position: string;
  @Column('text', { name: 'employment_type' }) employmentType: string;
  @Column('text') status: string;
  @Column('text', { name: 'document_id', nullable: true }) documentId: string | null;
  @Column('text', { nullable: true }) phone: string | null;
  @Column('text', { nullable: true }) email: string | null;
  @Column('text', { name: 'worker_group', nullable: true }) group: string | null;
  @Column('text', { name: 'photo_key', nullable: true }) photoKey: string | null;
  @Column('text', { name: 'name_key' }) nameKey: string;
  @Column('text', { name: 'document_key', nullable: true }) documentKey: string | null;
  @Column('text', { name: 'search_text' }) searchText: string;
  @Column('timestamptz', { name: 'created_at' }) createdAt: Date;
  @Column('timestamptz', { name: 'updated_at' }) updatedAt: Date;
}

export const workforceRows = [WorkerRow];
