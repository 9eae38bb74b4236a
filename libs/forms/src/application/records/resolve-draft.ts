import { ValidationFailed } from '@furrow/kernel';
import {
  IdempotencyKeyReused,
  ProjectNotFound,
  SectorNotFound,
  SectorNotInProject,
} from '@furrow/kernel/errors';
import {
  assertNotAhead,
  checkValues,
  type FieldValues,
  type Form,
  FormNotFound,
  type FormField,
  type FormRecord,
  type FormUser,
  FormVersionNotFound,
  type RecordDraft,
  type Task,
  TaskNotFound,
} from '../../domain/index.ts';
import type { FormsRepositories, FarmProject, FarmSector } from '../ports.ts';

/** What a draft turns out to be: a repeat, or a new record that may be stored. */
export type ResolvedDraft =
  | { readonly kind: 'repeat'; readonly record: FormRecord; readonly task: Task | undefined }
  | {
      readonly kind: 'new';
      readonly form: Form;
      readonly version: number;
      readonly fields: readonly FormField[];
      readonly values: FieldValues;
      readonly task: Task | undefined;
      /** With its ids in canonical form. */
      readonly draft: RecordDraft;
    };

interface Named {
  readonly form: Form;
  readonly version: number;
  readonly fields: readonly FormField[];
  readonly task: Task | undefined;
  readonly project: FarmProject | undefined;
  readonly sector: FarmSector | undefined;
}

/**
 * Every check between a draft and its record, in the order in which they are reported: existence, access, repeats,
 * values, state.
 * @param version the version of a draft that names none; null: the current one
 */
export async function resolveDraft(
  repositories: FormsRepositories,
  user: FormUser,
  sent: RecordDraft,
  version: number | null,
  now: Date,
): Promise<ResolvedDraft> {
  // Sent together, because each round trip delays every record of a group.
  const [named, before] = await Promise.all([
    whatIsNamed(repositories, sent, version),
    repositories.records.byClientRecordId(user.userId, sent.clientRecordId),
  ]);
  const { form, task } = named;
  // A user who has a task of a form may see the form.
  if (!task?.isOf(user)) form.assertVisibleTo(user);
  task?.assertReportedBy(user, form.id);

  const draft = withKeptIds(sent, named);
  if (before && (await repeats(repositories, before, draft, named)))
    return { kind: 'repeat', record: before, task };
  const values = checkAgainstForm(named, draft);
  if (before) throw new IdempotencyKeyReused('clientRecordId');

  assertInUse(named);
  assertNotAhead(draft.recordedAt, now);
  return { kind: 'new', form, version: named.version, fields: named.fields, values, task, draft };
}

/** Whether the draft is this record sent again. */
export async function repeats(
  repositories: FormsRepositories,
  record: FormRecord,
  draft: RecordDraft,
  known: { readonly version: number; readonly fields: readonly FormField[] },
): Promise<boolean> {
  const { formId, formVersion } = record.state;
  if (draft.formId !== formId) return false;
  const fields =
    formVersion === known.version ? known.fields : await repositories.forms.fields(formId, formVersion);
  return record.isRepeatedBy(draft, fields && valuesIfValid(fields, draft));
}

async function whatIsNamed(
  repositories: FormsRepositories,
  draft: RecordDraft,
  version: number | null,
): Promise<Named> {
  const form = await repositories.forms.find(draft.formId);
  if (!form) throw new FormNotFound();
  const current = form.state.version;
  const wanted = draft.formVersion ?? version ?? current;
  const fields = wanted === current ? form.state.fields : await repositories.forms.fields(form.id, wanted);
  if (!fields) throw new FormVersionNotFound(wanted, current);

  const task = draft.taskId === null ? undefined : await repositories.tasks.find(draft.taskId);
  if (draft.taskId !== null && !task) throw new TaskNotFound();
  const { project, sector } = await forcedPlace(repositories, draft);
  return { form, version: wanted, fields, task, project, sector };
}

async function forcedPlace(repositories: FormsRepositories, { forced }: RecordDraft) {
  if (forced === null) return { project: undefined, sector: undefined };
  const project = await repositories.farm.project(forced.projectId);
  if (!project) throw new ProjectNotFound();
  const sector = await repositories.farm.sector(forced.sectorId);
  if (!sector) throw new SectorNotFound();
  if (sector.projectId !== project.projectId) throw new SectorNotInProject();
  return { project, sector };
}

/** Ids are compared in canonical form, however they were written. */
function withKeptIds(draft: RecordDraft, { form, task, project, sector }: Named): RecordDraft {
  return {
    ...draft,
    formId: form.id,
    taskId: task?.id ?? null,
    forced: project && sector ? { projectId: project.projectId, sectorId: sector.sectorId } : null,
  };
}

/** @throws ValidationFailed naming everything that the form's version does not accept */
function checkAgainstForm({ form, fields, task }: Named, draft: RecordDraft): FieldValues {
  const lacksTask = form.state.type === 'task' && task === undefined;
  try {
    const values = checkedValues(fields, draft);
    if (!lacksTask) return values;
  } catch (error) {
    if (!(error instanceof ValidationFailed) || !lacksTask) throw error;
    throw new ValidationFailed([TASK_MISSING, ...error.details]);
  }
  throw new ValidationFailed([TASK_MISSING]);
}

const TASK_MISSING = { field: 'taskId', message: 'is required: this form reports on a task' };

function checkedValues(fields: readonly FormField[], { values, media }: RecordDraft): FieldValues {
  return checkValues(
    fields,
    values,
    media.map(({ field }) => field),
  );
}

function valuesIfValid(fields: readonly FormField[], draft: RecordDraft): FieldValues | undefined {
  try {
    return checkedValues(fields, draft);
  } catch (error) {
    if (error instanceof ValidationFailed) return undefined;
    throw error;
  }
}

/** An inactive form or task accepts no new records; users without records in it get the refusal for an unknown one. */
function assertInUse({ form, task, project, sector }: Named): void {
  if (!form.state.active) throw new FormNotFound();
  if (task && !task.state.active) throw new TaskNotFound();
  if (project && !project.active) throw new ProjectNotFound();
  if (sector && !sector.active) throw new SectorNotFound();
}
