import { createHash } from 'node:crypto';
import { type Clock, IdempotencyKeyReused } from '@furrow/kernel';
import {
  checkDraft,
  type ForcedLocation,
  FormRecord,
  type FormUser,
  type GpsPosition,
  isMediaType,
  type LocationSource,
  newFormRecordId,
  observedIn,
  type Place,
  type RecordDraft,
  type RecordMedia,
  type TaskStatus,
} from '../../domain/index.ts';
import { type Admission, admit, repeats } from './admission.ts';
import type { FormsRepositories, FormsTransactions, MediaStaging } from '../ports.ts';

/** A filled-in form as a phone sends it. Omitted members are null; values and media may be empty. */
export interface SubmitRecordInput {
  readonly formId: string;
  readonly formVersion: number | null;
  readonly clientRecordId: string;
  readonly recordedAt: Date | null;
  /** Unvalidated: they are checked against the form. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly location: GpsPosition | null;
  readonly forcedLocation: ForcedLocation | null;
  readonly taskId: string | null;
  readonly media: readonly { readonly field: string; readonly bytes: Buffer }[];
}

export interface SubmittedRecord {
  /** False for a repeat, which gets the first answer again. */
  readonly created: boolean;
  readonly record: {
    readonly recordId: string;
    readonly formId: string;
    readonly projectId: string | null;
    readonly sectorId: string | null;
    readonly locationSource: LocationSource;
    /** In the order in which they were first sent; URLs expire. */
    readonly media: readonly { readonly field: string; readonly url: string }[];
    readonly task: { readonly taskId: string; readonly status: TaskStatus } | null;
  };
}

/** Stores a filled-in form with its files, once, however often it is sent. */
export class SubmitRecord {
  constructor(
    private readonly transactions: FormsTransactions,
    private readonly media: MediaStaging,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws ValidationFailed naming every wrong field
   * @throws FormNotFound | FormVersionNotFound | TaskNotFound | ProjectNotFound | SectorNotFound
   * @throws FormForbidden | TaskForbidden | TaskNotOfForm | SectorNotInProject
   * @throws IdempotencyKeyReused if the user has used the `clientRecordId` for other content
   * @throws RecordedInFuture; UnsupportedMedia | MediaTooLarge of the platform
   */
  async execute(companyId: string, user: FormUser, input: SubmitRecordInput): Promise<SubmittedRecord> {
    const draft = draftOf(input);
    checkDraft(draft);
    if (input.media.length === 0) {
      const written = await this.transactions.run(companyId, (repositories) =>
        this.#write(repositories, user, draft, null, []),
      );
      return this.#answer(written);
    }
    // No file is processed for a record that is refused or a repeat.
    const admission = await this.transactions.run(companyId, (repositories) =>
      admit(repositories, user, draft, null, this.clock.now()),
    );
    if (admission.kind === 'repeat') return this.#answer({ record: admission.record, created: false });
    return this.#answer(await this.#writeWithMedia(companyId, user, input, draft, admission));
  }

  /** Files are stored first, kept by the record's transaction, and discarded if that fails. */
  async #writeWithMedia(
    companyId: string,
    user: FormUser,
    input: SubmitRecordInput,
    draft: RecordDraft,
    { version, fields }: Extract<Admission, { kind: 'new' }>,
  ): Promise<Written> {
    const types = new Map(fields.map(({ name, type }) => [name, type]));
    const stored: RecordMedia[] = [];
    try {
      // One after the other, because each may be large.
      for (const [index, { field, bytes }] of input.media.entries()) {
        const type = types.get(field);
        const digest = draft.media[index]?.digest;
        if (type === undefined || !isMediaType(type) || digest === undefined)
          throw new Error(`A file was admitted that ${field} does not take`);
        stored.push({ field, digest, key: await this.media.put(companyId, type, `media.${field}`, bytes) });
      }
      const written = await this.transactions.run(companyId, (repositories) =>
        this.#write(repositories, user, draft, version, stored),
      );
      if (!written.created) await this.#discard(stored);
      return written;
    } catch (error) {
      await this.#discard(stored);
      throw error;
    }
  }

  async #write(
    repositories: FormsRepositories,
    user: FormUser,
    sent: RecordDraft,
    version: number | null,
    media: readonly RecordMedia[],
  ): Promise<Written> {
    const now = this.clock.now();
    const admission = await admit(repositories, user, sent, version, now);
    if (admission.kind === 'repeat') return { record: admission.record, created: false };
    const { draft, values } = admission;
    const record = FormRecord.submit({
      recordId: newFormRecordId(),
      formId: draft.formId,
      formVersion: admission.version,
      clientRecordId: draft.clientRecordId,
      recordedAt: draft.recordedAt,
      createdAt: now,
      createdBy: user.userId,
      values,
      gps: draft.gps,
      place: await placeOf(repositories, draft),
      taskId: draft.taskId,
      media,
    });
    if (await repositories.records.insert(record)) {
      await settle(repositories, user, record, admission);
      return { record, created: true };
    }
    // The same request arrived twice at once, or another one took its key.
    const twin = await repositories.records.byClientRecordId(user.userId, draft.clientRecordId);
    if (twin && (await repeats(repositories, twin, draft, admission)))
      return { record: twin, created: false };
    throw new IdempotencyKeyReused('clientRecordId');
  }

  async #answer({ record, created }: Written): Promise<SubmittedRecord> {
    const { recordId, formId, place, media, taskId } = record.state;
    return {
      created,
      record: {
        recordId,
        formId,
        projectId: place.projectId,
        sectorId: place.sectorId,
        locationSource: place.source,
        media: await Promise.all(
          media.map(async ({ field, key }) => ({ field, url: await this.media.urlOf(key) })),
        ),
        task: taskId === null ? null : { taskId, status: 'done' },
      },
    };
  }

  /** What cannot be discarded now is removed by the sweep; the original error matters more. */
  async #discard(stored: readonly RecordMedia[]): Promise<void> {
    if (stored.length > 0) await this.media.discard(stored.map(({ key }) => key)).catch(() => undefined);
  }
}

interface Written {
  readonly record: FormRecord;
  readonly created: boolean;
}

function draftOf(input: SubmitRecordInput): RecordDraft {
  const { formId, formVersion, clientRecordId, recordedAt, values, location, forcedLocation, taskId } = input;
  const media = input.media.map(({ field, bytes }) => ({
    field,
    digest: createHash('sha256').update(bytes).digest('hex'),
  }));
  return {
    formId,
    formVersion,
    clientRecordId,
    recordedAt,
    values,
    gps: location,
    forced: forcedLocation,
    taskId,
    media,
  };
}

/** The place that the user chose, else where the phone was. */
async function placeOf({ farm }: FormsRepositories, { forced, gps }: RecordDraft): Promise<Place> {
  if (forced) return { source: 'forced', ...forced };
  const found = gps === null ? undefined : await farm.locate(gps);
  return found
    ? { source: 'gps', projectId: found.projectId, sectorId: found.sectorId }
    : { source: 'none', projectId: null, sectorId: null };
}

/** The effects of a new record, in its own transaction. */
async function settle(
  repositories: FormsRepositories,
  user: FormUser,
  { state }: FormRecord,
  { fields, values, task }: Extract<Admission, { kind: 'new' }>,
): Promise<void> {
  if (task) await repositories.tasks.setDone(task.id);
  const observations = observedIn(fields, values).map(({ field, seen }) => ({
    variable: field.name,
    type: field.type,
    name: field.label,
    ...seen,
    eppoCode: field.eppoCode ?? null,
    threshold: field.threshold ?? null,
  }));
  if (observations.length > 0) {
    const name = (await repositories.authors.name(user.userId)) ?? user.idpId;
    const { recordId, recordedAt, createdAt, gps, place } = state;
    const { projectId, sectorId } = place;
    const author = { userId: user.userId, idpId: user.idpId, name };
    await repositories.observations.add(
      { recordId, recordedAt, createdAt, author, projectId, sectorId, gps },
      observations,
    );
  }
  if (state.media.length > 0) await repositories.media.keep(state.media.map(({ key }) => key));
}
