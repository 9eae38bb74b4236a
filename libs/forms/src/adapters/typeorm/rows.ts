import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { FormField, FormType, TaskState } from '../../domain/index.ts';

@Entity({ schema: 'forms', name: 'forms' })
export class FormRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'form_id' }) formId: string;
  @Column('text') key: string;
  @Column('text') type: FormType;
  @Column('boolean') active: boolean;
}

@Entity({ schema: 'forms', name: 'form_versions' })
export class FormVersionRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'form_id' }) formId: string;
  @PrimaryColumn('integer') version: number;
  @Column('json') fields: readonly FormField[];
}

@Entity({ schema: 'forms', name: 'tasks' })
export class TaskRow {
  @PrimaryColumn('uuid', { name: 'company_id' }) companyId: string;
  @PrimaryColumn('uuid', { name: 'task_id' }) taskId: string;
  @Column('text') key: string;
  @Column('uuid', { name: 'form_id' }) formId: string;
  @Column('uuid', { name: 'assignee_id', nullable: true }) assigneeId: string | null;
  @Column('uuid', { name: 'project_id', nullable: true }) projectId: string | null;
  @Column('uuid', { name: 'sector_id', nullable: true }) sectorId: string | null;
  @Column('timestamptz', { name: 'due_at', nullable: true }) dueAt: Date | null;
  @Column('text') status: TaskState['status'];
  @Column('boolean') active: boolean;
}

export const formsRows = [FormRow, FormVersionRow, TaskRow];
