import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '@furrow/kernel';
import { type Answer, ask } from '@furrow/program';
import type { Farm } from '../farm.ts';
import { Refusal } from '../refusal.ts';
import type { RunningSystem } from '../running-system.ts';
import { type Container, isStored, type Movement, oneOf, type Picked, pickedBy } from './picked.ts';

/** Between two deliveries of a picker. */
const PICKS_FOR_MS = [1_500, 4_500] as const;
const RETRY_MS = 1_000;
/** For the last deliveries, after the crew stopped. */
const DELIVERED_WITHIN_MS = 60_000;
const PAGE = 100;
/** Codes of a session that ended, such as at midnight; the crew opens the next one. */
const ENDED = ['session_not_open', 'duration_elapsed', 'recorded_after_end'];
const NAMES = [
  'Aurora Campos',
  'Nuria Prats',
  'Samuel Ortega',
  'Fatima Zahra',
  'Iván Robles',
  'Elena Duarte',
];

type Options = Readonly<Record<'position' | 'employment_type' | 'status', readonly string[]>>;

interface Delivery {
  readonly sessionId: string;
  readonly picked: Picked;
}

/**
 * One supervisor's phone: pickers deliver fruit, and each delivery is a record of the supervisor's open session. A
 * delivery without an answer is sent again with the same key until it has one.
 */
export class Crew {
  /** What the API acknowledged, by key. */
  readonly #delivered = new Map<string, Delivery>();
  readonly #run = newId();
  /** Deliveries that were refused, or had no answer until the end. */
  #undelivered = 0;
  #number = 0;
  #sessionId = '';
  #stopAt = Infinity;

  private constructor(
    private readonly apiUrl: string,
    private readonly jwt: string,
    private readonly place: { readonly projectId: string; readonly sectorId: string; readonly name: string },
    readonly supervisor: string,
  ) {}

  /**
   * @returns a crew whose session is open
   * @throws Refusal when the farm has nobody who may open one
   */
  static async of(farm: Farm, { apiUrl, config }: RunningSystem): Promise<Crew> {
    const { name, jwt } = await farm.supervisor(config);
    const crew = new Crew(apiUrl, jwt, farm.firstSector(), name);
    await crew.#open();
    return crew;
  }

  /** One line of progress. */
  get progress(): string {
    const units = [...this.#delivered.values()].reduce((sum, { picked }) => sum + picked.units, 0);
    return `picked ${units.toLocaleString('en')} in ${this.#delivered.size.toLocaleString('en')} deliveries`;
  }

  /** Lets so many pick until it is stopped, and waits for the answers to their last deliveries. */
  async work(pickers: number, stopping: AbortSignal): Promise<void> {
    const workerIds = await this.#workers(pickers);
    const qualityIds = await this.#qualities();
    const containers = await this.#containers();
    stopping.addEventListener('abort', () => (this.#stopAt = performance.now() + DELIVERED_WITHIN_MS));
    await Promise.all(
      workerIds.map(async (workerId) => {
        while (await this.#hasPicked(stopping)) {
          const others = workerIds.filter((id) => id !== workerId);
          const quality = oneOf(qualityIds);
          await this.#deliver(pickedBy(workerId, oneOf(others), oneOf(containers)), {
            ...{ recordedAt: new Date().toISOString() },
            clientEventId: `simulate-${this.#run}-${this.#number++}`,
            ...(quality && { qualityId: quality }),
          });
        }
      }),
    );
  }

  /**
   * Looks for every delivery in the session's movements.
   *
   * @returns a sentence, and whether all are there
   */
  async check(): Promise<{ readonly isWhole: boolean; readonly summary: string }> {
    const missing = new Map(this.#delivered);
    for (const sessionId of new Set([...this.#delivered.values()].map((one) => one.sessionId)))
      for await (const movement of this.#movements(sessionId)) {
        const delivery = missing.get(movement.clientEventId);
        if (delivery && isStored(delivery.picked, movement)) missing.delete(movement.clientEventId);
      }
    const others = this.#undelivered > 0 ? ` ${this.#undelivered} were refused or not answered.` : '';
    return missing.size === 0
      ? { isWhole: true, summary: `The crew ${this.progress}, and each is in its session.${others}` }
      : { isWhole: false, summary: `FAILED: ${missing.size} deliveries of the crew are missing.${others}` };
  }

  /** @returns false when it is over */
  async #hasPicked(stopping: AbortSignal): Promise<boolean> {
    const [least, most] = PICKS_FOR_MS;
    const picking = least + Math.random() * (most - least);
    await sleep(picking, undefined, { signal: stopping }).catch(() => undefined);
    return !stopping.aborted;
  }

  async #deliver(picked: Picked, record: { readonly clientEventId: string }): Promise<void> {
    while (performance.now() < this.#stopAt) {
      const sessionId = this.#sessionId;
      const answer = await this.#ask('POST', 'production/records', { sessionId, ...record, ...picked.sent });
      if (answer && answer.status < 300) {
        this.#delivered.set(record.clientEventId, { sessionId, picked });
        return;
      }
      if (answer && ENDED.includes(answer.code ?? '')) {
        if (sessionId === this.#sessionId) await this.#open();
        if (sessionId === this.#sessionId) break;
      } else if (answer && answer.status < 500 && answer.status !== 429) break;
      await sleep(RETRY_MS);
    }
    this.#undelivered++;
  }

  /** Opens a session, or takes the one that the supervisor has open. @throws Refusal */
  async #open(): Promise<void> {
    const { projectId, sectorId, name } = this.place;
    const answer = await this.#ask<{ sessionId: string }>('POST', 'production/sessions', {
      ...{ projectId, sectorId, sector_name: name, openedAt: new Date().toISOString() },
    });
    this.#sessionId = answer?.data?.sessionId ?? answer?.sessionId ?? refuse('a session', answer);
  }

  async #workers(count: number): Promise<string[]> {
    const answer = await this.#ask<{ id: string }[]>('GET', `workers?status=active&pageSize=${PAGE}`);
    const there = answer?.data ?? refuse('the workers', answer);
    const ids = there.slice(0, count).map(({ id }) => id);
    if (ids.length === count) return ids;
    const options = await this.#ask<Options>('GET', 'workers/options');
    while (ids.length < count)
      ids.push(await this.#hire(NAMES[ids.length % NAMES.length] ?? '', options?.data));
    return ids;
  }

  async #hire(name: string, options: Options | undefined): Promise<string> {
    const { position, employment_type, status } = options ?? {};
    const [first_name, last_name] = name.split(' ');
    const answer = await this.#ask<{ id: string }>('POST', 'workers', {
      ...{ first_name, last_name, hire_date: new Date().toISOString().slice(0, 10) },
      ...{ position: position?.[0], employment_type: employment_type?.[0], status: status?.[0] },
    });
    return answer?.data?.id ?? refuse('a worker', answer);
  }

  async #qualities(): Promise<string[]> {
    const answer = await this.#ask<{ qualityId: string }[]>('GET', 'production/qualities');
    return (answer?.data ?? []).map(({ qualityId }) => qualityId);
  }

  /** Those that hold the unit of the session. */
  async #containers(): Promise<Container[]> {
    const path = `production/sessions/${this.#sessionId}`;
    const session = await this.#ask<{ samplingUnit: string }>('GET', path);
    const answer = await this.#ask<Container[]>('GET', 'production/containers');
    return (answer?.data ?? []).filter(({ unit }) => unit === session?.data?.samplingUnit);
  }

  async *#movements(sessionId: string): AsyncGenerator<Movement> {
    for (let page = 1; ; page++) {
      const path = `production/sessions/${sessionId}/records?page=${page}&pageSize=${PAGE}`;
      const answer = await this.#ask<Movement[]>('GET', path);
      const movements = answer?.data ?? refuse('the records', answer);
      yield* movements;
      if (movements.length < PAGE) return;
    }
  }

  #ask<Data>(method: string, path: string, body?: object): Promise<Answer<Data> | undefined> {
    return ask<Data>(new URL(`/api/control/${path}`, this.apiUrl), this.jwt, method, body);
  }
}

function refuse(what: string, answer: Answer<unknown> | undefined): never {
  const why = answer ? `${answer.status} ${answer.code ?? ''}` : 'no answer';
  throw new Refusal(`The crew got ${why} for ${what}.`);
}
