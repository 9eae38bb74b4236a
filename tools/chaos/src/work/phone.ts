import type { Random } from '@furrow/program';
import type { CrewWork, RecordOperation } from './crew-work.ts';
import type { Ledger } from '../proof/ledger.ts';
import { type Outcome, outcomeOf } from './operation.ts';
import { type Habits, Sender } from './sender.ts';

const MOST_SESSIONS = 2;
const MOST_RECORDS_OF_A_CALL = 12;
const MOST_TOGETHER = 4;
/** How many of its records a phone keeps, to resend or void them. */
const MEMORY = 200;
const DRAWN = [
  ...Array<'record'>(40).fill('record'),
  ...Array<'sync'>(20).fill('sync'),
  ...Array<'void'>(14).fill('void'),
  ...Array<'scout'>(8).fill('scout'),
  ...Array<'hire'>(8).fill('hire'),
  ...Array<'shift'>(10).fill('shift'),
  ...Array<'begin'>(3).fill('begin'),
  ...Array<'treat'>(10).fill('treat'),
  ...Array<'open'>(6).fill('open'),
  ...Array<'close'>(4).fill('close'),
] as const;

export interface PhoneHabits extends Habits {
  /** Whether workers begin shifts, so that their rest is due. */
  readonly beginsShifts: boolean;
}

/** A supervisor's phone. */
export class Phone extends Sender {
  #sessions: string[] = [];
  readonly #workers: string[] = [];
  /** How many of them are at work. */
  #atWork = 0;
  readonly #records: RecordOperation[] = [];

  constructor(
    private readonly work: CrewWork,
    ledger: Ledger,
    random: Random,
    protected override readonly habits: PhoneHabits,
  ) {
    super(ledger, random, habits);
  }

  protected override act(): Promise<Outcome> {
    if (this.#workers.length === 0) return this.#hire();
    const session = this.#sessions[this.random.below(this.#sessions.length)];
    if (session === undefined) return this.#open();
    switch (this.random.pick(DRAWN as unknown as [(typeof DRAWN)[number]])) {
      case 'record':
        return this.#add(session);
      case 'sync':
        return this.#sync(session);
      case 'void':
        return this.#void();
      case 'scout':
        return this.submit(this.ledger.enter(this.work.scout()));
      case 'hire':
        return this.#hire();
      case 'shift':
        return this.#shift();
      case 'begin':
        return this.#begin();
      case 'treat':
        return this.submit(this.ledger.enter(this.work.treat()));
      case 'open':
        return this.#sessions.length < MOST_SESSIONS ? this.#open() : this.#sync(session);
      case 'close':
        return this.#close(session);
    }
  }

  async #open(): Promise<Outcome> {
    const { operation, found } = this.work.openSession();
    const outcome = await this.submit(this.ledger.enter(operation));
    const session = found();
    if (session !== undefined && !this.#sessions.includes(session)) this.#sessions.push(session);
    return outcome;
  }

  async #close(session: string): Promise<Outcome> {
    const outcome = await this.submit(this.ledger.enterOnce(this.work.closeSession(session)));
    // When the outcome is unknown, it continues as if the session were open.
    if (outcome !== 'unknown') this.#leave(session);
    return outcome;
  }

  #leave(session: string): void {
    this.#sessions = this.#sessions.filter((each) => each !== session);
  }

  async #add(session: string): Promise<Outcome> {
    const outcome = await this.submit(this.#newRecord(session).operation);
    // Another phone of the same supervisor has closed it.
    if (outcome === 'refused') this.#leave(session);
    return outcome;
  }

  async #hire(): Promise<Outcome> {
    const operation = this.ledger.enter(this.work.hire());
    const outcome = await this.submit(operation);
    this.#workers.push(...operation.ids);
    return outcome;
  }

  #shift(): Promise<Outcome> {
    const workerId = this.random.pick(this.#workers as [string]);
    return this.submit(this.ledger.enter(this.work.recordShift(workerId)));
  }

  /** The next worker begins their shift, unless all of them have. */
  #begin(): Promise<Outcome> {
    const workerId = this.#workers[this.#atWork];
    if (workerId === undefined || !this.habits.beginsShifts) return this.#shift();
    this.#atWork++;
    return this.submit(this.ledger.enter(this.work.recordShift(workerId, 'begun')));
  }

  async #void(): Promise<Outcome> {
    const record = this.#records[this.random.below(this.#records.length)]?.operation;
    if (record?.outcome !== 'acknowledged') return 'refused';
    return this.submit(this.ledger.enterOnce(this.work.voidRecord(record)));
  }

  /** Sends new records and some that were sent before, which count once whether acknowledged or not. */
  async #sync(session: string): Promise<Outcome> {
    const records = Array.from({ length: this.random.between(1, MOST_RECORDS_OF_A_CALL) }, () =>
      this.random.chance(0.15) && this.#records.length > 0
        ? (this.#records[this.random.below(this.#records.length)] as RecordOperation)
        : this.#newRecord(session),
    );
    const { call, verdicts } = await this.work.sync(records);
    if (outcomeOf(call) !== 'acknowledged') this.ledger.examine('sync', call);
    records.forEach(({ operation }, i) => this.ledger.answered(operation, verdicts[i] ?? call));
    return outcomeOf(call);
  }

  #newRecord(session: string): RecordOperation {
    const record = this.work.record(session, this.#together());
    this.ledger.enter(record.operation);
    this.#records.push(record);
    if (this.#records.length > MEMORY) this.#records.shift();
    return record;
  }

  /** One worker, or now and then several who pick together. */
  #together(): string[] {
    const wanted = this.random.chance(0.7) ? 1 : this.random.between(2, MOST_TOGETHER);
    const first = this.random.below(this.#workers.length);
    return [...this.#workers.slice(first), ...this.#workers.slice(0, first)].slice(0, wanted);
  }
}
