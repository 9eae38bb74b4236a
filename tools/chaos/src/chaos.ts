import { setTimeout as sleep } from 'node:timers/promises';
import { type Audit, audit } from './proof/audit.ts';
import { ChaosSystem } from './chaos-system.ts';
import { accountOfEvents, type EventAccount, HAPPENED, type Happening } from './proof/event-account.ts';
import { Workload } from './work/workload.ts';
import { type Farm, provision } from './farm.ts';
import { Ledger } from './proof/ledger.ts';
import { Office } from './work/office.ts';
import type { Outcome } from './work/operation.ts';
import { scheduleOf, VICTIMS } from './schedule.ts';
import { FaultInjector } from './fault-injector.ts';

const SUPERVISORS = 4;
const SECTORS = 8;
const SETTLING_AT_ONCE = 16;
const SETTLED_WITHIN_TRIES = 60;
/** Once nothing happens any more. */
const ALL_TOLD_WITHIN_MS = 180_000;

export interface Wish {
  readonly seed: number;
  /** Of each of API, gateway and PostgreSQL. */
  readonly kills: number;
  /** For how long PostgreSQL is frozen and stopped. */
  readonly outageMs: number;
  /** Of the API and of the gateway, by SIGTERM with work under way. */
  readonly stops: number;
  readonly clients: number;
  readonly devices: number;
  /** How long one statement may take; the hosts' own limit where it is not said. */
  readonly statementSeconds?: number;
}

export interface Report {
  readonly wish: Wish;
  readonly seconds: number;
  readonly dealt: Readonly<Record<string, number>>;
  /** Right after the last blow, before anything was repeated. */
  readonly after: Audit;
  /** Once every unknown operation had been repeated. */
  readonly settled: Audit;
  /** Hosts that ended though nobody had ended them, with their last words. */
  readonly deaths: readonly string[];
  /** What the hosts logged about answers that they had not foreseen, the first of it. */
  readonly errors: readonly string[];
  /** Outages after which it took too long until both hosts acknowledged something. */
  readonly slow: readonly string[];
  /** What could not be tried here, and why. */
  readonly untried: readonly string[];
  /** Answers that nothing excuses. */
  readonly unforeseen: Readonly<Record<string, number>>;
  readonly stops: {
    readonly dealt: number;
    /** Hosts that did not end by themselves. */
    readonly overdue: number;
    /** Requests that were carried out and never answered. */
    readonly unanswered: number;
    readonly audit: Audit;
  };
  /** What the receiver of webhooks has been sent, of all that was committed. */
  readonly events: EventAccount;
}

export interface Surroundings {
  readonly stopping: AbortSignal;
  readonly say: (line: string) => void;
}

/** One whole run on a system of its own, which is gone afterwards. */
export async function chaos(wish: Wish, { stopping, say }: Surroundings): Promise<Report> {
  const began = performance.now();
  say('Starting PostgreSQL, the API and the gateway …');
  const system = await ChaosSystem.start(say, wish.statementSeconds);
  try {
    const farm = await provision(system, {
      ...{ supervisors: SUPERVISORS, sectors: SECTORS, devices: wish.devices },
    });
    const ledger = new Ledger();
    const giveUp = new AbortController();
    const injector = new FaultInjector(system, ledger, say, AbortSignal.any([stopping, giveUp.signal]));
    const schedule = scheduleOf(wish.seed, wish);

    await atWork(system, farm, ledger, { ...wish, name: 'day', insists: true }, () =>
      Promise.all(VICTIMS.map((victim) => injector.strike(victim, schedule[victim]))).catch(
        (error: unknown) => {
          giveUp.abort(); // one lane is enough to know
          throw error;
        },
      ),
    );
    stopping.throwIfAborted();
    say('Looking at what is there …');
    const after = await audit(system, farm, ledger);
    say(`Repeating ${ledger.unknown().length} operations that nobody knows of …`);
    await settle(ledger, stopping);
    const settled = await audit(system, farm, ledger);

    say('Stopping hosts with work under way …');
    let overdue = 0;
    await atWork(system, farm, ledger, { ...wish, name: 'stop', insists: false }, async () => {
      overdue = await stopHosts(system, injector, wish.stops);
    });
    stopping.throwIfAborted();
    const stopped = await audit(system, farm, ledger);
    say('Waiting for the events of all that was committed …');
    const events = await allTold(system, farm, stopping);
    const unanswered = Object.values(stopped.accounts).reduce(
      (sum, { unknownButThere }) => sum + unknownButThere,
      0,
    );
    return {
      wish,
      seconds: Math.round((performance.now() - began) / 1_000),
      dealt: Object.fromEntries([...injector.dealt].sort()),
      ...{ after, settled, unforeseen: Object.fromEntries(ledger.unforeseen) },
      ...{ deaths: system.deaths, errors: system.errors },
      ...{ slow: injector.slow, untried: [...injector.untried] },
      stops: { dealt: 2 * wish.stops, overdue, unanswered, audit: stopped },
      events,
    };
  } finally {
    await system.end();
  }
}

/** Ends both hosts, each while it is at work. @returns how many did not end by themselves */
async function stopHosts(system: ChaosSystem, injector: FaultInjector, stops: number): Promise<number> {
  let overdue = 0;
  for (let round = 0; round < stops; round++) {
    await injector.acknowledged('request', 20);
    if ((await system.endApi('SIGTERM')) === 'SIGKILL') overdue++;
    await system.startApi();
    await injector.acknowledged('reading', 20);
    if ((await system.endGateway('SIGTERM')) === 'SIGKILL') overdue++;
    await system.startGateway();
  }
  return overdue;
}

/** Does something while everybody works; afterwards everybody is done, and what can be acknowledged is. */
export async function atWork(
  system: ChaosSystem,
  farm: Farm,
  ledger: Ledger,
  workload: { name: string; seed: number; clients: number; insists: boolean },
  work: () => Promise<unknown>,
): Promise<void> {
  const over = new AbortController();
  const people = await Workload.create(system, farm, ledger, workload);
  const working = Promise.all([people.work(over.signal), new Office(system, farm).run(over.signal)]);
  try {
    await work();
  } finally {
    over.abort();
    await working;
    await people.leave();
  }
}

/** Waits until nothing is missed any more, or has been for long. */
export async function allTold(system: ChaosSystem, farm: Farm, stopping: AbortSignal): Promise<EventAccount> {
  const deadline = performance.now() + ALL_TOLD_WITHIN_MS;
  for (;;) {
    stopping.throwIfAborted();
    const happened = await system.sql<Happening>(HAPPENED, [farm.companyId]);
    const account = accountOfEvents(happened, system.receiver);
    if (account.lost === 0 || performance.now() > deadline) return account;
    await sleep(250);
  }
}

/** Repeats whatever nobody knows of, until somebody does. */
export async function settle(ledger: Ledger, stopping: AbortSignal): Promise<void> {
  const waiting = ledger
    .unknown()
    .filter(({ send }) => send)
    .values();
  const repeat = async () => {
    for (const operation of waiting) {
      stopping.throwIfAborted();
      let outcome: Outcome = 'unknown';
      for (let attempt = 0; outcome === 'unknown' && attempt < SETTLED_WITHIN_TRIES; attempt++) {
        outcome = await operation.settle();
        if (outcome === 'unknown') await sleep(250);
      }
    }
  };
  await Promise.all(Array.from({ length: SETTLING_AT_ONCE }, repeat));
}
