import { setTimeout as sleep } from 'node:timers/promises';
import { inParallel } from '@furrow/testbed/load';
import { type Audit, audit } from './proof/audit.ts';
import { ChaosSystem } from './chaos-system.ts';
import { accountOfEvents, type EventAccount, HAPPENED, type Happening } from './proof/event-account.ts';
import { Workload, type WorkloadSettings } from './work/workload.ts';
import { type Farm, provision } from './farm.ts';
import { Ledger } from './proof/ledger.ts';
import { Office } from './work/office.ts';
import type { RunContext } from './run-context.ts';
import { FaultInjector } from './fault-injector.ts';
import { type Fault, type Schedule, scheduled, scheduleOf } from './faults.ts';

const SUPERVISORS = 4;
const SECTORS = 8;
/** How phones work, until the last fault and while hosts are stopped. */
const DAY = { name: 'day', repeatsUnanswered: true, beginsShifts: true } as const;
const STOP = { name: 'stop', repeatsUnanswered: false, beginsShifts: false } as const;
const SETTLING_AT_ONCE = 16;
const SETTLED_WITHIN_TRIES = 60;
/** The longest wait for events after the last request. */
const ALL_DELIVERED_WITHIN_MS = 180_000;

export interface ChaosSettings {
  readonly seed: number;
  readonly clients: number;
  readonly devices: number;
  /** The longest pause of a phone or station before it sends again. */
  readonly pauseMs: number;
  /** Kills of each of API, gateway and PostgreSQL, or of the primary. */
  readonly kills: number;
  /** How long PostgreSQL is frozen or stopped, in milliseconds. */
  readonly outageMs: number;
  /** The most acknowledgements to wait for between two faults of a target. */
  readonly apart: number;
  /** Number of SIGTERMs to the API and to the gateway under load. */
  readonly stops: number;
  /** The statement timeout of the hosts in seconds; their default if omitted. */
  readonly statementSeconds?: number;
}

export interface Report {
  readonly settings: ChaosSettings;
  readonly seconds: number;
  readonly injected: Readonly<Record<string, number>>;
  /** Right after the last fault, before any operation is repeated. */
  readonly after: Audit;
  /** After every unknown operation has been repeated. */
  readonly settled: Audit;
  /** Hosts that exited without being stopped, with their last log lines. */
  readonly unexpectedExits: readonly string[];
  /** The first unexpected errors that the hosts logged. */
  readonly errors: readonly string[];
  /** Faults after which one of the hosts acknowledged nothing within the promised time. */
  readonly slow: readonly string[];
  /** For each fault after which the hosts promise to serve again within a time, how long it took. */
  readonly servedAfterMs: readonly number[];
  /** Faults that cannot be injected on this machine, with the reason. */
  readonly untried: readonly string[];
  /** Counts of answers that no fault explains, by status and code. */
  readonly unforeseen: Readonly<Record<string, number>>;
  readonly stops: {
    readonly injected: number;
    /** Hosts that did not exit in time. */
    readonly overdue: number;
    /** Requests that were carried out and never answered. */
    readonly unanswered: number;
    readonly audit: Audit;
  };
  /** The events that the webhook receiver got, compared with those committed. */
  readonly events: EventAccount;
}

/** One complete run on a system of its own, which is removed afterwards. */
export async function chaos(settings: ChaosSettings, context: RunContext): Promise<Report> {
  context.say('Starting PostgreSQL, the API and the gateway …');
  const { statementSeconds } = settings;
  const system = await ChaosSystem.start(context.say, { statementSeconds });
  return underFaults(system, settings, context, scheduleOf(settings));
}

/** The same on a primary and its standby, of which the primary is killed. The run ends with the last failover. */
export async function failover(settings: ChaosSettings, context: RunContext): Promise<Report> {
  context.say('Starting a primary, its synchronous standby, HAProxy, the API and the gateway …');
  const { failoverSystem } = await import('./failover.ts');
  const { system, failover: fault } = await failoverSystem(context.say);
  const faults = Array<Fault>(settings.kills).fill(fault);
  const schedule = { cluster: scheduled(faults, settings, settings.seed) };
  return underFaults(system, { ...settings, stops: 0 }, context, schedule);
}

/** Injects faults into a system under load, compares what is stored with what was answered, and removes it. */
async function underFaults(
  system: ChaosSystem,
  settings: ChaosSettings,
  { stopping, say }: RunContext,
  schedule: Schedule,
): Promise<Report> {
  const began = performance.now();
  try {
    const farm = await provision(system, {
      ...{ supervisors: SUPERVISORS, sectors: SECTORS, devices: settings.devices },
    });
    const ledger = new Ledger();
    const faults = new FaultInjector(system, ledger, say, stopping);
    await atWork(system, farm, ledger, { ...settings, ...DAY }, () => faults.injectAll(schedule));
    stopping.throwIfAborted();
    say('Auditing what is stored …');
    const after = await audit(system, farm, ledger);
    say(`Repeating ${ledger.unknown().length} operations of unknown outcome …`);
    await settle(ledger, stopping);
    const settled = await audit(system, farm, ledger);

    const work = { ...settings, ...STOP };
    const stops =
      settings.stops > 0
        ? await whileStopping(system, farm, ledger, work, faults)
        : { injected: 0, overdue: 0, unanswered: 0, audit: settled };
    stopping.throwIfAborted();
    say('Waiting for the events of everything that was committed …');
    const events = await allDelivered(system, farm, stopping);
    const { injected, slow, servedAfterMs, untried } = faults;
    return {
      settings,
      seconds: Math.round((performance.now() - began) / 1_000),
      injected: Object.fromEntries([...injected].sort(([a], [b]) => (a < b ? -1 : 1))),
      ...{ after, settled, unforeseen: Object.fromEntries(ledger.unforeseen) },
      ...{ unexpectedExits: system.unexpectedExits, errors: system.errors },
      ...{ slow, servedAfterMs, untried: [...untried] },
      ...{ stops, events },
    };
  } finally {
    await system.end();
  }
}

async function whileStopping(
  system: ChaosSystem,
  farm: Farm,
  ledger: Ledger,
  work: WorkloadSettings & { readonly stops: number },
  faults: FaultInjector,
): Promise<Report['stops']> {
  let overdue = 0;
  await atWork(system, farm, ledger, work, async () => {
    overdue = await faults.stopHosts(work.stops);
  });
  const stopped = await audit(system, farm, ledger);
  const unanswered = Object.values(stopped.accounts).reduce((sum, one) => sum + one.unknownButThere, 0);
  return { injected: 2 * work.stops, overdue, unanswered, audit: stopped };
}

/** Runs `work` under load; then stops the load and waits until every station's readings are acknowledged. */
async function atWork(
  system: ChaosSystem,
  farm: Farm,
  ledger: Ledger,
  workload: WorkloadSettings,
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

/** Waits until no event is missing, or until the deadline. */
async function allDelivered(system: ChaosSystem, farm: Farm, stopping: AbortSignal): Promise<EventAccount> {
  const deadline = performance.now() + ALL_DELIVERED_WITHIN_MS;
  for (;;) {
    stopping.throwIfAborted();
    const happened = await system.sql<Happening>(HAPPENED, [farm.companyId]);
    const account = accountOfEvents(happened, system.receiver);
    if (account.lost === 0 || performance.now() > deadline) return account;
    await sleep(250);
  }
}

/** Repeats each unknown operation until its outcome is known. */
async function settle(ledger: Ledger, stopping: AbortSignal): Promise<void> {
  const repeatable = ledger.unknown().filter(({ send }) => send);
  await inParallel(repeatable, SETTLING_AT_ONCE, async (operation) => {
    stopping.throwIfAborted();
    for (let attempt = 0; attempt < SETTLED_WITHIN_TRIES; attempt++) {
      if ((await operation.settle()) !== 'unknown') return;
      await sleep(250);
    }
  });
}
