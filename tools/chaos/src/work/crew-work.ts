import { type Answer, ask, type Random } from '@furrow/program';
import type { Farm, Supervisor } from '../farm.ts';
import { Operation, type Verdict } from './operation.ts';
import { filledWith, NOT_FILLED, pickedBy } from './picked.ts';

const PRODUCTION = '/api/control/production';
const SESSIONS = `${PRODUCTION}/sessions`;
const RECORDS = `${PRODUCTION}/records`;
const BULK = `${RECORDS}/bulk`;
const WORKERS = '/api/control/workers';
const FORM_RECORD = '/api/control/forms/record';
const SHIFTS = '/api/control/shifts';
const TREATMENTS = '/api/control/treatments';
const HOUR_MS = 3_600_000;

/** A record that may be sent alone or in a batch. */
export interface RecordOperation {
  readonly operation: Operation;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The operations of one supervisor's phone. Keys are unique to the phone; contents come from its random numbers. */
export class CrewWork {
  #count = 0;

  constructor(
    private readonly phone: string,
    private readonly farm: Farm,
    private readonly supervisor: Supervisor,
    private readonly apiUrl: () => string,
    private readonly random: Random,
    private readonly photo: string,
  ) {}

  /**
   * Opens a session in any of the sectors, where another may be open already.
   * @returns `found` gives the session to work in afterwards: the new one, or the supervisor's own open one
   */
  openSession(): { operation: Operation; found: () => string | undefined } {
    const { projectId, sectorIds } = this.farm;
    const sectorId = this.random.pick(sectorIds as [string]);
    const localId = this.#key();
    const openedAt = new Date().toISOString();
    const body = { projectId, sectorId, sector_name: '-', openedAt, localId };
    let existing: string | undefined;
    const operation = new Operation(
      'session',
      this.#own(localId),
      { projectId, sectorId, openedAt },
      async () => {
        const answer = await this.#ask('POST', SESSIONS, body);
        existing = answer?.sessionId;
        return verdictOf(answer, 'sessionId');
      },
    );
    return { operation, found: () => [...operation.ids][0] ?? existing };
  }

  closeSession(sessionId: string): Operation {
    const path = `${SESSIONS}/${sessionId}/close`;
    return new Operation('close', sessionId, {}, async () => {
      const answer = await this.#ask('POST', path, {});
      // Closing has no key; but only its owner closes a session here, so a closed one counts as acknowledged.
      if (answer?.code === 'session_not_open') return { status: 200, id: sessionId };
      return verdictOf(answer, 'sessionId');
    });
  }

  hire(): Operation {
    // Names consist of letters.
    const last_name = this.#key().replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '');
    const person = { first_name: 'Chaos', last_name, hire_date: '2026-03-15' };
    const body = { ...person, position: 'harvester', employment_type: 'seasonal', status: 'active' };
    return new Operation('worker', last_name, person, async () =>
      verdictOf(await this.#ask('POST', WORKERS, body), 'id'),
    );
  }

  /** Units of one worker, or of several by weight; some of them in containers, full ones or weighed. */
  record(sessionId: string, workerIds: readonly string[]): RecordOperation {
    const clientEventId = this.#key();
    const picked = pickedBy(workerIds, this.random);
    const filling = this.random.chance(0.7) ? NOT_FILLED : filledWith(picked.units, this.random);
    const content = {
      ...{ sessionId, workerId: picked.workerId, shares: picked.parts, units: picked.units, ...filling },
      qualityId: this.random.pick([null, ...this.farm.qualityIds]),
      idempotencyKey: this.random.chance(0.5) ? `key-${clientEventId}` : null,
    };
    const { idempotencyKey, units, ...rest } = content;
    const body = {
      ...{ ...rest, shares: picked.shares, clientEventId, recordedAt: new Date().toISOString() },
      // The service works out the units of containers.
      ...(filling.container === null && { units }),
      ...(idempotencyKey !== null && { idempotencyKey }),
    };
    const send = async () => verdictOf(await this.#ask('POST', RECORDS, body), 'recordId');
    return { operation: new Operation('record', this.#own(clientEventId), content, send), body };
  }

  voidRecord(record: Operation): Operation {
    const [recordId = ''] = record.ids;
    const content = { units: -Number(record.content['units']) };
    return new Operation('void', recordId, content, async () =>
      verdictOf(await this.#ask('POST', `${RECORDS}/${recordId}/void`, {}), 'counterRecordId'),
    );
  }

  /** A filled-in form with a photo. */
  scout(): Operation {
    const clientRecordId = this.#key();
    const trees = this.random.below(100);
    const media = [{ field: 'picture', data: this.photo }];
    const body = { formId: this.farm.formId, clientRecordId, values: { trees }, media };
    const send = async () => verdictOf(await this.#ask('POST', FORM_RECORD, body), 'recordId');
    return new Operation('form', this.#own(clientRecordId), { trees, media: 1 }, send);
  }

  /** An hour of one worker's day, or the shift that they have begun hours ago. */
  recordShift(workerId: string, has: 'ended' | 'begun' = 'ended'): Operation {
    const clientEventId = this.#key();
    const content = { workerId, kind: this.random.pick(['piece', 'hourly', 'nonproductive']) };
    const startedAt = Date.now() - this.random.between(2, 5) * HOUR_MS;
    const [start, end] = [startedAt, startedAt + HOUR_MS].map((instant) => new Date(instant).toISOString());
    const endedAt = has === 'ended' ? end : null;
    const body = { ...content, projectId: this.farm.projectId, clientEventId, startedAt: start, endedAt };
    const send = async () => verdictOf(await this.#ask('POST', SHIFTS, body), 'shiftId');
    return new Operation('shift', this.#own(clientEventId), content, send);
  }

  treat(): Operation {
    const { projectId, sectorIds } = this.farm;
    const clientEventId = this.#key();
    const content = { product: 'Sulphur', dose: this.random.between(1, 40) };
    const startedAt = new Date(Date.now() - HOUR_MS).toISOString();
    const place = { projectId, sectorIds: [this.random.pick(sectorIds as [string])] };
    const body = { ...place, ...content, clientEventId, startedAt, doseUnit: 'kg/ha', preHarvestDays: 0 };
    const send = async () => verdictOf(await this.#ask('POST', TREATMENTS, body), 'treatmentId');
    return new Operation('treatment', this.#own(clientEventId), content, send);
  }

  /** Sends records in one call. @returns a verdict for each; the same for all when the call itself failed */
  async sync(records: readonly RecordOperation[]): Promise<{ call: Verdict; verdicts: Verdict[] }> {
    const answer = await this.#ask('POST', BULK, { records: records.map(({ body }) => body) });
    const call = verdictOf(answer, '-');
    const results = answer?.data?.['results'] as
      | { status: number; code?: string; recordId?: string }[]
      | undefined;
    const verdicts = records.map((_, i) => {
      const result = results?.[i];
      return result ? { status: result.status, code: result.code, id: result.recordId } : call;
    });
    return { call, verdicts };
  }

  #ask(method: string, path: string, body: unknown): Promise<Answer | undefined> {
    return ask(`${this.apiUrl()}${path}`, this.supervisor.jwt, method, body);
  }

  #key(): string {
    return `${this.phone}-${++this.#count}`;
  }

  /** Keys of this kind are unique per user. */
  #own(key: string): string {
    return `${this.supervisor.userId} ${key}`;
  }
}

function verdictOf(answer: Answer | undefined, id: string): Verdict {
  const made = answer?.data?.[id];
  return { status: answer?.status, code: answer?.code, id: typeof made === 'string' ? made : undefined };
}
