import { DomainError } from '@furrow/kernel';
import { IdempotencyKeyReused } from '@furrow/kernel/errors';
import {
  FormRecord,
  type FormUser,
  newFormRecordId,
  observedIn,
  type Place,
  type RecordDraft,
  type RecordMedia,
} from '../../domain/index.ts';
import type { FormsRepositories, Observation, ObservedRecord } from '../ports.ts';
import { type ResolvedDraft, resolveDraft, repeats } from './resolve-draft.ts';

/** The result of one submission: its record, new or stored before, or the reason why it is refused. */
export type SubmitOutcome =
  | { readonly kind: 'stored'; readonly record: FormRecord; readonly created: boolean }
  | { readonly kind: 'refused'; readonly error: DomainError };

/** A draft whose files are stored already. */
export interface Submission {
  readonly user: FormUser;
  readonly draft: RecordDraft;
  /** The version of a draft that names none; null: the current one. */
  readonly version: number | null;
  readonly media: readonly RecordMedia[];
}

type New = Extract<ResolvedDraft, { kind: 'new' }>;

/** A submission that may be stored. */
interface Entry {
  readonly user: FormUser;
  readonly resolved: New;
  readonly record: FormRecord;
  /** Of pests and diseases. */
  readonly observations: readonly Observation[];
}

/**
 * Stores submissions in the caller's transaction, with as few round trips as one of them needs. Refusals are outcomes,
 * found before anything of their submission is written.
 */
export async function store(
  repositories: FormsRepositories,
  submissions: readonly Submission[],
  now: Date,
): Promise<SubmitOutcome[]> {
  const judged = await Promise.all(submissions.map((submission) => judge(repositories, submission, now)));
  const entries = judged.filter((one) => 'resolved' in one);
  const observing = entries.filter(({ observations }) => observations.length > 0);
  const [added, names] = await Promise.all([
    repositories.records.add(entries.map(({ record }) => record)),
    observing.length === 0
      ? new Map<string, string>()
      : repositories.authors.names([...new Set(observing.map(({ user }) => user.userId))]),
  ]);
  const isAdded = ({ record }: Entry) => added.has(record.state.recordId);
  const observed = observing.filter(isAdded).map((entry) => observedRecord(entry, names));
  await Promise.all([
    settle(repositories, entries.filter(isAdded)),
    observed.length > 0 && repositories.observations.add(observed),
  ]);
  return Promise.all(
    judged.map(async (one): Promise<SubmitOutcome> => {
      if (!('resolved' in one)) return one;
      if (isAdded(one)) return { kind: 'stored', record: one.record, created: true };
      return outcomeOfTakenKey(repositories, one);
    }),
  );
}

async function judge(
  repositories: FormsRepositories,
  { user, draft: sent, version, media }: Submission,
  now: Date,
): Promise<Entry | SubmitOutcome> {
  try {
    const [resolved, found] = await Promise.all([
      resolveDraft(repositories, user, sent, version, now),
      sent.forced === null && sent.gps !== null ? repositories.farm.locate(sent.gps) : undefined,
    ]);
    if (resolved.kind === 'repeat') return { kind: 'stored', record: resolved.record, created: false };
    const { draft, values } = resolved;
    const record = FormRecord.submit({
      recordId: newFormRecordId(),
      formId: draft.formId,
      formVersion: resolved.version,
      clientRecordId: draft.clientRecordId,
      recordedAt: draft.recordedAt,
      createdAt: now,
      createdBy: user.userId,
      values,
      gps: draft.gps,
      place: placeOf(draft, found),
      taskId: draft.taskId,
      media,
    });
    return { user, resolved, record, observations: observationsOf(resolved) };
  } catch (error) {
    if (error instanceof DomainError) return { kind: 'refused', error };
    throw error;
  }
}

/** The outcome of a submission whose key is taken: the same request arrived twice at once, or another one was faster. */
async function outcomeOfTakenKey(
  repositories: FormsRepositories,
  { resolved, record }: Entry,
): Promise<SubmitOutcome> {
  const { createdBy, clientRecordId } = record.state;
  const twin = await repositories.records.byClientRecordId(createdBy, clientRecordId);
  if (twin && (await repeats(repositories, twin, resolved.draft, resolved)))
    return { kind: 'stored', record: twin, created: false };
  return { kind: 'refused', error: new IdempotencyKeyReused('clientRecordId') };
}

/** The place that the user chose, else the sector where the phone was. */
function placeOf(
  { forced }: RecordDraft,
  found: { readonly projectId: string; readonly sectorId: string } | undefined,
): Place {
  if (forced) return { source: 'forced', ...forced };
  return found
    ? { source: 'gps', projectId: found.projectId, sectorId: found.sectorId }
    : { source: 'none', projectId: null, sectorId: null };
}

/** The effects of new records on tasks and media. */
async function settle(repositories: FormsRepositories, entries: readonly Entry[]): Promise<void> {
  await Promise.all(
    entries.map(async ({ resolved: { task }, record: { state } }) => {
      if (task) await repositories.tasks.setDone(task.id);
      if (state.media.length > 0) await repositories.media.keep(state.media.map(({ key }) => key));
    }),
  );
}

function observationsOf({ fields, values }: New): Observation[] {
  return observedIn(fields, values).map(({ field, seen }) => ({
    variable: field.name,
    type: field.type,
    name: field.label,
    ...seen,
    eppoCode: field.eppoCode ?? null,
    threshold: field.threshold ?? null,
  }));
}

function observedRecord(
  { user, record: { state }, observations }: Entry,
  names: ReadonlyMap<string, string>,
): ObservedRecord {
  const { recordId, recordedAt, createdAt, gps, place } = state;
  const { projectId, sectorId } = place;
  const { userId, idpId } = user;
  const author = { userId, idpId, name: names.get(userId) ?? idpId };
  return { recordId, recordedAt, createdAt, author, projectId, sectorId, gps, observations };
}
