import { setTimeout as sleep } from 'node:timers/promises';
import { quantile } from '@furrow/testbed/load';
import { asJson, Client, type Sending } from '../client.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';

const ASKS_EVERY_MS = 1_000;

/** A request that the client sends again and again. */
export interface Asked {
  readonly url: string;
  readonly sending: () => Sending;
}

/** How the client was served. */
export interface Served {
  /** Every refusal, and every request without an answer. */
  readonly problems: readonly string[];
  readonly served: number;
  readonly longestMs: number;
  readonly p99Ms: number;
}

/**
 * A well-behaved client during attacks: sends requests continuously over its own connections. A request does not wait for
 * the answer to the one before, so a pause of the service delays all requests that fall into it, as it does for a crowd.
 */
export class OrdinaryClient {
  readonly #stopping = new AbortController();
  #latencies: number[] = [];
  #problems: string[] = [];
  readonly #running: Promise<unknown>;

  constructor(
    private readonly asked: readonly Asked[],
    private readonly everyMs = ASKS_EVERY_MS,
    private readonly timeoutMs?: number,
  ) {
    this.#running = Promise.all(asked.map((each) => this.#askAll(each)));
  }

  /** @returns how it was served since the last lap, in one request at least */
  async stop(): Promise<Served> {
    this.#stopping.abort();
    await this.#running;
    if (this.#latencies.length === 0) await Promise.all(this.asked.map((each) => this.#askAll(each)));
    return this.lap();
  }

  /**
   * How it was served since the last lap, or since it began. A request counts for the lap in which it was sent, so that what
   * delayed it before an attack, such as the collections of garbage that a watch begins with, is not taken for the attack's.
   */
  lap(): Served {
    const served = this.#served();
    this.#latencies = [];
    this.#problems = [];
    return served;
  }

  #served(): Served {
    return {
      problems: this.#problems,
      served: this.#latencies.length - this.#problems.length,
      longestMs: Math.round(Math.max(0, ...this.#latencies)),
      p99Ms: Math.round(quantile(this.#latencies, 0.99)),
    };
  }

  async #askAll({ url, sending }: Asked): Promise<void> {
    const client = new Client(url, this.timeoutMs);
    const pending = new Set<Promise<void>>();
    const { signal } = this.#stopping;
    do {
      const asked = this.#ask(client, sending()).finally(() => pending.delete(asked));
      pending.add(asked);
      await sleep(this.everyMs, undefined, { signal }).catch(() => undefined);
    } while (!signal.aborted);
    await Promise.all(pending);
    client.close();
  }

  async #ask(client: Client, sending: Sending): Promise<void> {
    const [latencies, problems] = [this.#latencies, this.#problems];
    const began = performance.now();
    try {
      const { status, text } = await client.send(sending);
      if (status >= 300)
        problems.push(`another client was answered ${status} at ${sending.path}: ${text.slice(0, 200)}`);
    } catch (error) {
      problems.push(`another client was not served: ${(error as Error).message}`);
    }
    latencies.push(performance.now() - began);
  }
}

/** A read, and a device that asks for a token: one request to each host. */
export function ordinaryRequests({ acme, stage }: TwoCompanies): Asked[] {
  const token = { deviceId: acme.deviceId('one'), deviceSecret: acme.deviceSecret('one') };
  return [
    { url: stage.api.ready.url, sending: () => asJson('GET', '/api/control/projects', acme.as('ana')) },
    { url: stage.gateway.ready.url, sending: () => asJson('POST', '/api/iot/token', {}, token) },
  ];
}

/** These, and a write that waits for a lock. */
export function ordinaryWork(companies: TwoCompanies): Asked[] {
  const { acme, stage } = companies;
  const add = () => asJson('POST', '/api/control/production/records', acme.as('ana'), acme.recordBody());
  return [...ordinaryRequests(companies), { url: stage.api.ready.url, sending: add }];
}
