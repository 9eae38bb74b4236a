import { setTimeout as sleep } from 'node:timers/promises';
import type { Receiver } from '@furrow/notifications/testing';
import { within } from '../watch/process-watch.ts';
import type { Subject } from '../watch/subject.ts';
import { type Limits, problemsOf, summaryOf } from '../watch/verdict.ts';
import { bestOf, Watch } from '../watch/watch.ts';
import type { Attempt, Delivery } from './hooked-company.ts';
import type { HostileReceiver } from './hostile-receiver.ts';

const LOOK_EVERY_MS = 500;

/** How long the service has. */
export interface Patience {
  /** For an event of another company. An attempt may last 15 s, after which its place must be free. */
  readonly deliveredMs: number;
  /** For the outcome of an attempt. */
  readonly listedMs: number;
  /** For the end of a process after SIGTERM. */
  readonly endedMs: number;
}

const PATIENCE: Patience = { deliveredMs: 20_000, listedMs: 45_000, endedMs: 20_000 };

/** A company with webhooks. */
export interface Hooked {
  hook(url: string): Promise<void>;
  /** Sends so many test events to each webhook. @returns the ids of their deliveries */
  test(count: number): Promise<readonly string[]>;
  deliveries(): Promise<readonly Delivery[]>;
  removeHooks(): Promise<void>;
}

export interface Parties {
  readonly attackers: readonly Hooked[];
  /** Has one hook, on the good receiver. */
  readonly other: Pick<Hooked, 'test'>;
  readonly good: Pick<Receiver, 'ids' | 'received' | 'has'>;
  /** Sends SIGTERM to the process that sends webhooks, and starts it anew. @returns the milliseconds until it ended */
  readonly restart: () => Promise<number>;
}

type Hostile = Pick<HostileReceiver, 'host' | 'ids'>;

/** Hooks of each attacker, and test events for each hook. */
export interface Scale {
  readonly hooks: number;
  readonly tests: number;
}

interface Result {
  readonly problems: readonly string[];
  readonly attempts: number;
  readonly detail: string;
}

/** Occupies the service with attempts that a hostile receiver does not end. */
export class Siege {
  constructor(
    private readonly subject: Subject,
    private readonly parties: Parties,
    private readonly limits: Limits,
    private readonly patience = PATIENCE,
  ) {}

  /** Repeats the attack while other work on the machine may be the cause of its problems. */
  async by(receiver: Hostile, scale: Scale): Promise<Result> {
    let problems: readonly string[] = [];
    let waitedMs = 0;
    const attempted = new Set<string>();
    const observed = await bestOf(async () => {
      const watch = await Watch.begin(this.subject);
      const sent = await this.#attack(receiver, scale);
      const delivered = await this.#delivered();
      // More attempts begin meanwhile, and some of an earlier attack may still arrive.
      const reached = await this.#reached(receiver, sent);
      for (const id of reached) attempted.add(id);
      problems = [...problems, ...delivered.problems, ...(await this.#unlisted(reached))];
      waitedMs = Math.max(waitedMs, delivered.waitedMs);
      await this.#retreat();
      return watch.end(problems.length === 0 ? this.limits : undefined);
    }, this.limits);
    const stopped = await this.#stopped(receiver);
    const detail = [
      `delivered to another company after ${seconds(waitedMs)}`,
      summaryOf(observed),
      `stopped within ${seconds(stopped.endedAfterMs)}`,
    ].join('; ');
    return {
      problems: [...new Set([...problems, ...problemsOf(observed, this.limits), ...stopped.problems])],
      ...{ attempts: attempted.size, detail },
    };
  }

  /** @returns the ids of the deliveries */
  async #attack({ host }: Hostile, { hooks, tests }: Scale): Promise<readonly string[]> {
    const sent = await Promise.all(
      this.parties.attackers.map(async (company) => {
        for (let index = 0; index < hooks; index++) await company.hook(`http://${host}/${index}`);
        return company.test(tests);
      }),
    );
    return sent.flat();
  }

  /** Those of these deliveries that have reached the receiver: on a machine with other work, the first may take a while. */
  async #reached({ ids }: Hostile, sent: readonly string[]): Promise<Set<string>> {
    const until = performance.now() + this.patience.deliveredMs;
    for (;;) {
      const reached = new Set(sent.filter((id) => ids.has(id)));
      if (reached.size > 0 || performance.now() > until) return reached;
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** How long another company's event takes meanwhile. */
  async #delivered(): Promise<{ waitedMs: number; problems: string[] }> {
    const { other, good } = this.parties;
    const began = performance.now();
    const [id] = await other.test(1);
    if (id === undefined) return { waitedMs: 0, problems: ['an event of another company was refused'] };
    const isLate = await within(arrived(good, id), this.patience.deliveredMs);
    const problems = isLate
      ? [`an event of another company was not delivered within ${seconds(this.patience.deliveredMs)}`]
      : [];
    return { waitedMs: performance.now() - began, problems };
  }

  /** Every attempt that reached the receiver is listed, with a reason if it failed. */
  async #unlisted(attempted: ReadonlySet<string>): Promise<string[]> {
    if (attempted.size === 0) return ['no attempt reached the receiver'];
    const until = performance.now() + this.patience.listedMs;
    for (;;) {
      const lists = await Promise.all(this.parties.attackers.map((company) => company.deliveries()));
      const listed = new Set(
        lists
          .flat()
          .filter(isExplained)
          .map(({ deliveryId }) => deliveryId),
      );
      const missing = [...attempted].filter((id) => !listed.has(id)).length;
      if (missing === 0) return [];
      if (performance.now() > until)
        return [`${missing} of ${attempted.size} attempts are not listed with their outcome and reason`];
      await sleep(LOOK_EVERY_MS);
    }
  }

  async #retreat(): Promise<void> {
    await Promise.all(this.parties.attackers.map((company) => company.removeHooks()));
  }

  /** Stops the API in the middle of attempts and starts it anew. */
  async #stopped(receiver: Hostile): Promise<{ endedAfterMs: number; problems: string[] }> {
    const sent = await this.#attack(receiver, { hooks: 1, tests: 2 });
    const isAttempted = () => sent.some((id) => receiver.ids.has(id));
    const until = performance.now() + this.patience.deliveredMs;
    while (!isAttempted() && performance.now() < until) await sleep(LOOK_EVERY_MS);
    const problems = isAttempted() ? [] : ['no further attempt was made'];
    const endedAfterMs = await this.parties.restart();
    if (endedAfterMs > this.patience.endedMs)
      problems.push(`SIGTERM had not ended the API after ${seconds(this.patience.endedMs)}`);
    const again = await this.#delivered();
    problems.push(...again.problems.map((problem) => `after a restart: ${problem}`));
    await this.#retreat();
    return { endedAfterMs, problems };
  }
}

const isExplained = ({ attempts }: Delivery): boolean =>
  attempts.length > 0 && attempts.every((attempt) => isSuccess(attempt) || attempt.reason !== null);

const isSuccess = ({ status }: Attempt): boolean => status !== null && status >= 200 && status < 300;

/** Resolves when a delivery has reached the receiver. */
async function arrived(receiver: Parties['good'], id: string): Promise<void> {
  while (!receiver.ids.includes(id)) await receiver.has(receiver.received.length + 1);
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;
