import type { Furrow } from '../answer.ts';
import { FurrowError } from '../furrow-error.ts';
import type { Timing } from './back-off.ts';
import { batchesOf } from './batches.ts';
import { Contents } from './contents.ts';
import type { Courier } from './courier.ts';
import type { Entry, Problem, RecordBody, RecordEntry, Refused, SessionEntry } from './entry.ts';
import type { OutboxListener } from './events.ts';
import type { OutboxStore } from './outbox-store.ts';
import { verdictOf } from './verdict.ts';

const SESSIONS = '/api/control/production/sessions';
const BULK = '/api/control/production/records/bulk';

/** For how long a clock that is ahead is waited for before a person is asked. */
const LATER_FOR_MS = 86_400_000;

interface Result {
  readonly index: number;
  readonly clientEventId: string | null;
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
}

/** One run over an outbox: sends what can be sent, and notes in the store what became of it. */
export class Delivery {
  readonly sums = { opened: 0, created: 0, repeated: 0, refused: 0 };
  /** Not again in this run. */
  readonly #later = new Set<string>();

  constructor(
    private readonly furrow: Furrow,
    private readonly store: OutboxStore,
    private readonly courier: Courier,
    private readonly timing: Timing,
    private readonly tell: OutboxListener,
  ) {}

  /** @throws Halted */
  async run(): Promise<void> {
    while (await this.#pass()) continue;
  }

  /** @returns whether anything was sent, so that there may be more to send now */
  async #pass(): Promise<boolean> {
    const contents = new Contents(await this.store.load());
    await this.store.remove(contents.forgettable(this.timing.now()).map(({ id }) => id));
    await this.#refuse(contents.recordsWithoutSession(), SESSION_UNKNOWN);
    const isDue = ({ id }: Entry) => !this.#later.has(id);
    // Records first: a session that the server has trouble with holds up its own records alone.
    const records = contents.recordsToSend().filter(isDue);
    for (const batch of batchesOf(records, (entry) => contents.bodyOf(entry)))
      await this.#send(batch, (entry) => contents.bodyOf(entry));
    const sessions = contents.sessionsToOpen().filter(isDue);
    for (const session of sessions) await this.#open(session);
    return records.length + sessions.length > 0;
  }

  async #open(entry: SessionEntry): Promise<void> {
    const { body, error } = await this.courier.call(
      (signal) => this.furrow.POST(SESSIONS, { body: entry.body, ...(signal && { signal }) }),
      (answer) => typeof dataOf(answer)?.sessionId === 'string',
    );
    this.courier.succeeded();
    if (error) return this.#turnedDown(entry, error);
    const { problem: _, ...rest } = entry;
    await this.store.put([{ ...rest, state: 'opened', sessionId: body.data.sessionId }]);
    this.#sent({ opened: 1, created: 0, repeated: 0 });
  }

  async #send(batch: readonly RecordEntry[], bodyOf: (entry: RecordEntry) => RecordBody): Promise<void> {
    const { body, error } = await this.courier.call(
      (signal) => this.furrow.POST(BULK, { body: { records: batch.map(bodyOf) }, ...(signal && { signal }) }),
      (answer) => answersAll(batch, dataOf(answer)?.results),
    );
    if (!error) return this.#settle(batch, body.data.results);
    this.courier.succeeded();
    const [only] = batch;
    if (only && batch.length === 1) return this.#turnedDown(only, error);
    // What is wrong with the whole call may be wrong with one record alone.
    const middle = batch.length >> 1;
    await this.#send(batch.slice(0, middle), bodyOf);
    await this.#send(batch.slice(middle), bodyOf);
  }

  /** Whatever ends the process between these lines: what is sent again is known by its clientEventId. */
  async #settle(batch: readonly RecordEntry[], results: readonly Result[]): Promise<void> {
    const taken: string[] = [];
    const turnedDown: [RecordEntry, FurrowError][] = [];
    let trouble: FurrowError | undefined;
    const sums = { opened: 0, created: 0, repeated: 0 };
    batch.forEach((entry, index) => {
      const result = results[index] as Result;
      if (result.status < 300) {
        taken.push(entry.id);
        sums[result.status === 201 ? 'created' : 'repeated']++;
        return;
      }
      const error = FurrowError.ofResult(result);
      if (verdictOf(error) === 'again') trouble = error;
      else turnedDown.push([entry, error]);
    });
    await this.store.remove(taken);
    if (taken.length > 0) this.#sent(sums);
    for (const [entry, error] of turnedDown) await this.#turnedDown(entry, error);
    if (taken.length + turnedDown.length > 0) this.courier.succeeded();
    if (trouble) await this.courier.failed(trouble);
  }

  async #turnedDown(entry: Entry, error: FurrowError): Promise<void> {
    const isYoung = this.timing.now() - Date.parse(entry.queuedAt) < LATER_FOR_MS;
    if (verdictOf(error) !== 'later' || !isYoung) return this.#refuse([entry], problemOf(error));
    this.#later.add(entry.id);
    await this.store.put([{ ...entry, problem: problemOf(error) }]);
  }

  async #refuse(entries: readonly Entry[], problem: Problem): Promise<void> {
    if (entries.length === 0) return;
    const refused = entries.map((entry): Refused => ({ ...entry, state: 'refused', problem }));
    await this.store.put(refused);
    this.sums.refused += refused.length;
    for (const entry of refused) this.tell({ type: 'refused', entry });
  }

  #sent(sums: { opened: number; created: number; repeated: number }): void {
    this.sums.opened += sums.opened;
    this.sums.created += sums.created;
    this.sums.repeated += sums.repeated;
    this.tell({ type: 'sent', ...sums });
  }
}

const SESSION_UNKNOWN: Problem = {
  code: 'session_unknown',
  message: 'No session of this sessionLocalId is in the outbox.',
  status: 0,
  facts: {},
};

const problemOf = ({ code, message, status, details, facts }: FurrowError): Problem => ({
  ...{ code, status, facts },
  message: [message, ...details.map(({ field, message: what }) => `${field} ${what}`)].join(' '),
});

/** Whatever stands between may have answered, with anything. */
const dataOf = (body: unknown) =>
  (body as { data?: { sessionId?: unknown; results?: unknown } } | undefined)?.data;

/** Whether there is a result for each record, and no other's. */
function answersAll(batch: readonly RecordEntry[], results: unknown): boolean {
  if (!Array.isArray(results) || results.length !== batch.length) return false;
  return (results as readonly Result[]).every(
    ({ index, clientEventId, status }, i) =>
      index === i &&
      typeof status === 'number' &&
      (clientEventId === null || clientEventId === batch[i]?.body.clientEventId),
  );
}
