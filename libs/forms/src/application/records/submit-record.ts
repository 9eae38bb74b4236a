import { createHash } from 'node:crypto';
import type { Clock } from '@furrow/kernel';
import {
  checkDraft,
  type ForcedLocation,
  type FormUser,
  type GpsPosition,
  isMediaType,
  type LocationSource,
  type RecordDraft,
  type RecordMedia,
  type TaskStatus,
} from '../../domain/index.ts';
import type { FormsRepositories, FormsTransactions, MediaStaging } from '../ports.ts';
import { type ResolvedDraft, resolveDraft } from './resolve-draft.ts';
import { store, type SubmitOutcome } from './store-records.ts';

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

/** In characters of JSON. A larger record would delay the others of its group, and a hundred such fill the memory. */
const MAX_TOGETHER = 10_000;

/** A record without files that one user sends. */
interface SubmitRequest {
  readonly user: FormUser;
  readonly draft: RecordDraft;
}

/** Stores a filled-in form with its files, once, however often it is sent. */
export class SubmitRecord {
  readonly #submitTogether: (companyId: string, request: SubmitRequest) => Promise<SubmitOutcome>;

  constructor(
    private readonly transactions: FormsTransactions,
    private readonly media: MediaStaging,
    private readonly clock: Clock,
  ) {
    this.#submitTogether = transactions.grouped(
      (repositories, requests: readonly SubmitRequest[]) => this.#storeAll(repositories, requests),
      ({ user, draft }) => [`${user.userId} ${draft.clientRecordId}`],
    );
  }

  /**
   * @throws ValidationFailed naming every wrong field
   * @throws FormNotFound | FormVersionNotFound | TaskNotFound | ProjectNotFound | SectorNotFound
   * @throws Forbidden | TaskNotOfForm | SectorNotInProject
   * @throws IdempotencyKeyReused if the user has used the `clientRecordId` for other content
   * @throws RecordedInFuture; UnsupportedMedia | MediaTooLarge of the platform
   */
  async execute(companyId: string, user: FormUser, input: SubmitRecordInput): Promise<SubmittedRecord> {
    const draft = draftOf(input);
    checkDraft(draft);
    if (input.media.length === 0)
      return this.#answer(storedIn(await this.#submit(companyId, { user, draft })));
    // No file is processed for a record that is refused or a repeat.
    const resolved = await this.transactions.run(companyId, (repositories) =>
      resolveDraft(repositories, user, draft, null, this.clock.now()),
    );
    if (resolved.kind === 'repeat') return this.#answer({ record: resolved.record, created: false });
    return this.#answer(await this.#submitWithMedia(companyId, user, input, draft, resolved));
  }

  /** A report on a task has a transaction of its own, because it locks the task and the audit trail names who completed it. */
  async #submit(companyId: string, request: SubmitRequest): Promise<SubmitOutcome | undefined> {
    const { taskId, values } = request.draft;
    if (taskId === null && JSON.stringify(values).length <= MAX_TOGETHER)
      return this.#submitTogether(companyId, request);
    const [outcome] = await this.transactions.run(companyId, (repositories) =>
      this.#storeAll(repositories, [request]),
    );
    return outcome;
  }

  /** A request that is refused affects no other one. */
  #storeAll(repositories: FormsRepositories, requests: readonly SubmitRequest[]): Promise<SubmitOutcome[]> {
    const submissions = requests.map((request) => ({ ...request, version: null, media: [] }));
    return store(repositories, submissions, this.clock.now());
  }

  /** Files are stored first, kept by the record's transaction, and discarded if that fails. */
  async #submitWithMedia(
    companyId: string,
    user: FormUser,
    input: SubmitRecordInput,
    draft: RecordDraft,
    { version, fields }: Extract<ResolvedDraft, { kind: 'new' }>,
  ): Promise<Stored> {
    const types = new Map(fields.map(({ name, type }) => [name, type]));
    const stored: RecordMedia[] = [];
    try {
      // One after the other, because each may be large.
      for (const [index, { field, bytes }] of input.media.entries()) {
        const type = types.get(field);
        const digest = draft.media[index]?.digest;
        if (type === undefined || !isMediaType(type) || digest === undefined)
          throw new Error(`A file was accepted that ${field} does not take`);
        stored.push({ field, digest, key: await this.media.put(companyId, type, `media.${field}`, bytes) });
      }
      const [outcome] = await this.transactions.run(companyId, (repositories) =>
        store(repositories, [{ user, draft, version, media: stored }], this.clock.now()),
      );
      const submitted = storedIn(outcome);
      if (!submitted.created) await this.#discard(stored);
      return submitted;
    } catch (error) {
      await this.#discard(stored);
      throw error;
    }
  }

  async #answer({ record, created }: Stored): Promise<SubmittedRecord> {
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

type Stored = Pick<Extract<SubmitOutcome, { kind: 'stored' }>, 'record' | 'created'>;

/** @throws the reason why it was refused */
function storedIn(outcome: SubmitOutcome | undefined): Stored {
  if (outcome?.kind === 'stored') return outcome;
  throw outcome?.error ?? new Error('A request has no outcome');
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
