import { Random } from '@furrow/program';

/** A fault; durations in milliseconds. */
export type Fault =
  | { readonly what: 'kill' }
  | { readonly what: 'freeze'; readonly forMs: number }
  | { readonly what: 'stop'; readonly forMs: number }
  | { readonly what: 'cut'; readonly line: LineName }
  | { readonly what: 'silence'; readonly line: 'postgres' }
  | { readonly what: 'refuse'; readonly forMs: number }
  | { readonly what: 'fill'; readonly forMs: number }
  | { readonly what: 'hold'; readonly line: LineName; readonly forMs: number }
  | { readonly what: 'lock'; readonly forMs: number }
  /** The webhook receiver: connections are closed (`down`), or it answers 503 (`fail`). */
  | { readonly what: 'down' | 'fail'; readonly forMs: number };

export type LineName = 'api' | 'gateway' | 'postgres';

/** A fault that starts `delayMs` after this many acknowledgements since the previous one ended. */
export type ScheduledFault = Fault & { readonly afterAcknowledgements: number; readonly delayMs: number };

/** What faults hit. Each target has a schedule of its own, so two may be down at once. */
export const TARGETS = ['api', 'gateway', 'postgres', 'connections', 'receiver'] as const;
export type Target = (typeof TARGETS)[number];
export type Schedule = Readonly<Record<Target, readonly ScheduledFault[]>>;

interface Size {
  readonly kills: number;
  readonly outageMs: number;
  /** The most acknowledgements to wait for before a fault. */
  readonly apart: number;
}

/** Deterministic for a seed and size. */
export function scheduleOf(seed: number, { kills, outageMs, apart }: Size): Schedule {
  const some = Math.max(1, Math.round(kills / 20));
  const lines: readonly [LineName, ...LineName[]] = ['api', 'gateway', 'postgres'];
  const of = (target: Target, faults: readonly Fault[]) => {
    const random = new Random(seed * TARGETS.length + TARGETS.indexOf(target));
    return shuffled(faults, random).map((fault) => ({
      ...fault,
      afterAcknowledgements: random.between(5, apart),
      delayMs: random.below(300),
    }));
  };
  const killed = Array<Fault>(kills).fill({ what: 'kill' });
  const each = (make: (line: LineName) => Fault) =>
    lines.flatMap((line) => Array<Fault>(some).fill(make(line)));
  return {
    api: of('api', killed),
    gateway: of('gateway', killed),
    postgres: of('postgres', [
      ...killed,
      ...Array<Fault>(some).fill({ what: 'freeze', forMs: outageMs }),
      ...Array<Fault>(some).fill({ what: 'stop', forMs: outageMs }),
      ...Array<Fault>(some).fill({ what: 'silence', line: 'postgres' }),
      ...Array<Fault>(some).fill({ what: 'refuse', forMs: outageMs }),
      ...Array<Fault>(some).fill({ what: 'fill', forMs: outageMs }),
    ]),
    connections: of('connections', [
      ...each((line) => ({ what: 'cut', line })),
      ...each((line) => ({ what: 'hold', line, forMs: outageMs / 4 })),
      ...Array<Fault>(some).fill({ what: 'lock', forMs: outageMs / 3 }),
    ]),
    receiver: of('receiver', [
      ...Array<Fault>(some).fill({ what: 'down', forMs: outageMs }),
      ...Array<Fault>(some).fill({ what: 'fail', forMs: outageMs }),
    ]),
  };
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random.below(left.length), 1));
}
