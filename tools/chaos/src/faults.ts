import { Random } from '@furrow/program';
import type { ChaosSystem } from './chaos-system.ts';

/** Time for answers that were in flight when a line was silenced. */
const LAST_ANSWERS_MS = 500;
/** The promised recovery time after an outage or a silent line. */
const SERVES_AGAIN_WITHIN_MS = 40_000;

/** Ends a fault that lasts. */
type End = () => unknown;
type Begun = End | null | undefined;

export interface Fault {
  /** Such as `kill api`. */
  readonly name: string;
  /** @returns its end; null where this machine does not permit it */
  readonly begin: (system: ChaosSystem) => Promise<Begun> | Begun;
  /** The part of an outage that it lasts; milliseconds if it lasts as long however long outages are. */
  readonly lasts?: { readonly part: number } | { readonly ms: number };
  /** The promised time until both hosts acknowledge again: since it began, or since it has ended. */
  readonly servesAgain?: { readonly withinMs: number; readonly since: 'begin' | 'end' };
}

/** A fault that starts `delayMs` after this many acknowledgements since the previous one ended. */
export interface ScheduledFault extends Fault {
  readonly afterAcknowledgements: number;
  readonly delayMs: number;
  readonly forMs: number;
}

/** By what they hit. Each target has a schedule of its own, so two may be down at once. */
export type Schedule = Readonly<Record<string, readonly ScheduledFault[]>>;

interface Size {
  readonly seed: number;
  readonly kills: number;
  /** Milliseconds. */
  readonly outageMs: number;
  /** The most acknowledgements to wait for before a fault. */
  readonly apart: number;
}

const WHOLE = { part: 1 };
const AFTER_OUTAGE = { withinMs: SERVES_AGAIN_WITHIN_MS, since: 'end' } as const;
const LINES = ['api', 'gateway', 'postgres'] as const;

/** The one of each target that is injected `--kills` times. */
const KILLS: Readonly<Record<string, Fault>> = {
  api: {
    name: 'kill api',
    begin: (system) => system.endApi('SIGKILL').then(() => () => system.startApi()),
  },
  gateway: {
    name: 'kill gateway',
    begin: (system) => system.endGateway('SIGKILL').then(() => () => system.startGateway()),
  },
  postgres: {
    name: 'kill postgres',
    begin: (system) => system.postgres.kill().then(() => () => system.startPostgres()),
  },
};

/** A twentieth as often. */
const OTHERS: Readonly<Record<string, readonly Fault[]>> = {
  postgres: [
    { name: 'freeze postgres', begin: ({ postgres }) => postgres.freeze(), lasts: WHOLE },
    {
      name: 'stop postgres',
      begin: (system) => system.postgres.stop().then(() => () => system.startPostgres()),
      lasts: WHOLE,
    },
    {
      name: 'silence line to postgres',
      begin: ({ lines }) => {
        lines.postgres.silence();
        return undefined; // the hosts give the line up by themselves
      },
      lasts: { ms: LAST_ANSWERS_MS },
      servesAgain: { withinMs: SERVES_AGAIN_WITHIN_MS, since: 'begin' },
    },
    // PostgreSQL keeps running, but the hosts cannot use it.
    {
      name: 'read-only postgres',
      begin: ({ postgres }) => postgres.refuseWrites(),
      ...{ lasts: WHOLE, servesAgain: AFTER_OUTAGE },
    },
    {
      name: 'full disk of postgres',
      begin: ({ postgres }) => postgres.fillDisk() ?? null,
      ...{ lasts: WHOLE, servesAgain: AFTER_OUTAGE },
    },
  ],
  connections: [
    ...LINES.flatMap((line): Fault[] => [
      {
        name: `cut line to ${line}`,
        begin: ({ lines }) => {
          lines[line].cut();
          return undefined;
        },
      },
      {
        name: `hold line to ${line}`,
        begin: ({ lines }) => {
          lines[line].hold();
          return () => lines[line].release();
        },
        lasts: { part: 1 / 4 },
      },
    ]),
    { name: 'lock sessions', begin: lockSessions, lasts: { part: 1 / 3 } },
  ],
  receiver: (['down', 'fail'] as const).map((how) => ({
    name: `${how} receiver`,
    begin: ({ receiver }: ChaosSystem) => {
      receiver.leaveOff(how);
      return () => receiver.resume();
    },
    lasts: WHOLE,
  })),
};

/** Deterministic for a seed and size. */
export function scheduleOf(size: Size): Schedule {
  const some = Math.max(1, Math.round(size.kills / 20));
  const targets = [...new Set([...Object.keys(KILLS), ...Object.keys(OTHERS)])];
  return Object.fromEntries(
    targets.map((target, index) => {
      const kills = KILLS[target] ? Array<Fault>(size.kills).fill(KILLS[target]) : [];
      const others = (OTHERS[target] ?? []).flatMap((fault) => Array<Fault>(some).fill(fault));
      return [target, scheduled([...kills, ...others], size, size.seed * targets.length + index)];
    }),
  );
}

/** Faults in an order, and at times, that depend on the seed. */
export function scheduled(
  faults: readonly Fault[],
  { outageMs, apart }: Pick<Size, 'outageMs' | 'apart'>,
  seed: number,
): ScheduledFault[] {
  const random = new Random(seed);
  const left = [...faults];
  return faults
    .flatMap(() => left.splice(random.below(left.length), 1))
    .map((fault) => {
      const { lasts = { ms: 0 } } = fault;
      return {
        ...fault,
        afterAcknowledgements: random.between(5, apart),
        delayMs: random.below(300),
        forMs: 'ms' in lasts ? lasts.ms : lasts.part * outageMs,
      };
    });
}

/** Another transaction holds a lock that every writer needs, so that the pool fills with waiting connections. */
async function lockSessions({ owner }: ChaosSystem): Promise<End> {
  // A fault may kill its server at any time, and the lock with it.
  const client = await owner.connect().catch(() => undefined);
  client?.on('error', () => undefined);
  await client?.query('BEGIN; LOCK TABLE production.sessions IN EXCLUSIVE MODE').catch(() => undefined);
  return async () => {
    await client?.query('ROLLBACK').catch(() => undefined);
    client?.release(true);
  };
}
