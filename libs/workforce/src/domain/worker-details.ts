import { type FieldProblem, isLocalDate, type LocalDate, ValidationFailed } from '@furrow/kernel';
import { initials } from './worker-code.ts';
import { OPTION_FIELDS, type WorkerOptions } from './worker-options.ts';

const MAX_NAME = 100;
const MAX_DOCUMENT = 50;
const MAX_PHONE = 50;
const MAX_EMAIL = 254;
/** The limit before surplus white space is removed: longer text is refused without being normalized first. */
const MAX_UNTIDY = 10_000;

/** The particulars of a worker before validation. */
export interface WorkerDraft {
  readonly first_name?: unknown;
  readonly last_name?: unknown;
  readonly hire_date?: unknown;
  readonly position?: unknown;
  readonly employment_type?: unknown;
  readonly status?: unknown;
  readonly document_id?: unknown;
  readonly phone?: unknown;
  readonly email?: unknown;
  readonly photo?: unknown;
  readonly group?: unknown;
  /** The first local day of the group; by default today for a change, and all days for a new worker. */
  readonly group_from?: unknown;
}

/** Validated particulars of a worker. White space in names is one blank; a blank optional text is null. */
export interface WorkerDetails {
  readonly firstName: string;
  readonly lastName: string;
  readonly hireDate: LocalDate;
  readonly position: string;
  readonly employmentType: string;
  readonly status: string;
  readonly documentId: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  /** The one that the worker has now; payroll knows the days. */
  readonly group: string | null;
}

/** Every wrong field of a draft by itself, including values that the options do not allow. */
function detailProblems(draft: WorkerDraft, options: WorkerOptions): FieldProblem[] {
  return [
    ...nameProblems('first_name', draft.first_name),
    ...nameProblems('last_name', draft.last_name),
    ...hireDateProblems(draft.hire_date),
    ...OPTION_FIELDS.flatMap((field) => options.problem(field, draft[field]) ?? []),
    ...textProblems('document_id', draft.document_id, MAX_DOCUMENT),
    ...textProblems('phone', draft.phone, MAX_PHONE),
    ...emailProblems(draft.email),
    ...[options.groupProblem(draft.group) ?? []].flat(),
    ...groupFromProblems(draft.group_from),
  ];
}

/**
 * Checks the given members of a change alone, as far as that is possible without the worker.
 * @throws ValidationFailed naming every wrong field
 */
export function checkChanges(changes: WorkerDraft, options: WorkerOptions): void {
  const problems = detailProblems(changes, options).filter(
    ({ field }) => changes[field as keyof WorkerDraft] !== undefined,
  );
  if (problems.length > 0) throw new ValidationFailed(problems);
}

/**
 * The particulars after a change. What it leaves out stays; null clears a member that may be missing.
 * @throws ValidationFailed naming every wrong field
 */
export function changedDetails(
  details: WorkerDetails,
  changes: WorkerDraft,
  options: WorkerOptions,
): WorkerDetails {
  const kept = {
    ...{ first_name: details.firstName, last_name: details.lastName, hire_date: details.hireDate },
    ...{ position: details.position, employment_type: details.employmentType, status: details.status },
    ...{ document_id: details.documentId, phone: details.phone, email: details.email, group: details.group },
  };
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return checkedDetails({ ...kept, ...given }, options.keeping(kept));
}

/** @throws ValidationFailed naming every wrong field, including values that the options do not allow */
export function checkedDetails(draft: WorkerDraft, options: WorkerOptions): WorkerDetails {
  const problems = detailProblems(draft, options);
  const sound = draft as Record<keyof WorkerDraft, string>;
  if (problems.length === 0 && initials(`${sound.first_name} ${sound.last_name}`) === '')
    problems.push({ field: 'first_name', message: 'must contain a letter where last_name has none' });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return {
    firstName: tidy(sound.first_name),
    lastName: tidy(sound.last_name),
    hireDate: sound.hire_date as LocalDate,
    position: sound.position,
    employmentType: sound.employment_type,
    status: sound.status,
    documentId: tidyOrNull(sound.document_id),
    phone: tidyOrNull(sound.phone),
    email: tidyOrNull(sound.email),
    group: (draft.group ?? null) as string | null,
  };
}

function* nameProblems(field: string, value: unknown): Generator<FieldProblem> {
  if (isTooLong(value, MAX_NAME)) yield { field, message: `must have at most ${MAX_NAME} characters` };
  else if (typeof value !== 'string' || tidy(value) === '') yield { field, message: 'is required, as text' };
}

function* hireDateProblems(value: unknown): Generator<FieldProblem> {
  if (!isLocalDate(value) || value < '1900-01-01')
    yield { field: 'hire_date', message: 'must be a date from 1900 on, written YYYY-MM-DD' };
}

function* groupFromProblems(value: unknown): Generator<FieldProblem> {
  if (value !== undefined && value !== null && !isLocalDate(value))
    yield { field: 'group_from', message: 'must be a date written YYYY-MM-DD, or null' };
}

function* textProblems(field: string, value: unknown, max: number): Generator<FieldProblem> {
  if (value === undefined || value === null) return;
  if (typeof value !== 'string') yield { field, message: 'must be text or null' };
  else if (isTooLong(value, max)) yield { field, message: `must have at most ${max} characters` };
}

function* emailProblems(value: unknown): Generator<FieldProblem> {
  yield* textProblems('email', value, MAX_EMAIL);
  if (isTooLong(value, MAX_EMAIL)) return;
  if (typeof value === 'string' && tidy(value) !== '' && !/^[^\s@]+@[^\s@]+$/u.test(tidy(value)))
    yield { field: 'email', message: 'must be an e-mail address' };
}

function isTooLong(value: unknown, max: number): boolean {
  return typeof value === 'string' && (value.length > MAX_UNTIDY || tidy(value).length > max);
}

function tidy(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

function tidyOrNull(text: string | null | undefined): string | null {
  return tidy(text ?? '') || null;
}
