import type { Random } from '@furrow/program';

/** What happens to a bucket beside being counted. */
export type Trouble =
  /** The tab ends before the scan. */
  | 'kill-before'
  /** The tab ends in the middle of it. */
  | 'kill-during'
  /** The badge is scanned twice, and the second one is taken back. */
  | 'twice'
  /** The phone cannot store anything, for one scan. */
  | 'no-space'
  /** Others of the crew share it. */
  | 'shared'
  /** The same, and the tab ends meanwhile. */
  | 'shared-and-kill';

export interface Step {
  /** Index of the picker who brings it. */
  readonly picker: number;
  /** The part of the day that is over, from 0 to 1. */
  readonly at: number;
  readonly isTyped: boolean;
  /** Whether the picker has lost the badge by then. */
  readonly isLost: boolean;
  readonly trouble?: Trouble;
  /** Indices of pickers who share a bucket that is shared. */
  readonly mates: readonly number[];
}

export interface DaySize {
  readonly phones: number;
  readonly pickers: number;
  readonly buckets: number;
  readonly kills: number;
  /** Of each phone. */
  readonly repeats: number;
  readonly noSpace: number;
  /** Buckets that are shared; with every second one a tab ends. */
  readonly shared: number;
  /** Pickers who lose their badge and get another one. */
  readonly lost: number;
}

/** The part of the day after which badges are lost. */
const LOST_AFTER = 0.4;

/** The steps of each phone. Pickers change to the other crew at noon. */
export function dayPlan(size: DaySize, random: Random): readonly (readonly Step[])[] {
  const { phones, pickers, buckets, kills, repeats, noSpace, shared, lost } = size;
  const all = Array.from({ length: pickers * buckets }, (_, i) => {
    const [picker, at] = [i % pickers, i / (pickers * buckets)];
    // Of the same crew, with a badge.
    const mates = Array.from({ length: pickers }, (_mate, mate) => mate).filter(
      (mate) => mate >= lost && mate !== picker && (mate - picker) % phones === 0,
    );
    const first = random.below(mates.length);
    return {
      picker,
      at,
      mates: [...mates.slice(first), ...mates.slice(0, first)].slice(0, 2),
      isTyped: random.chance(0.3),
      isLost: picker < lost && at >= LOST_AFTER,
    };
  });
  const killed = Math.ceil(kills / phones);
  return Array.from({ length: phones }, (_, phone) => {
    const steps = all.filter(({ picker, at }) => (picker + (at < 0.5 ? 0 : 1)) % phones === phone);
    const troubles: readonly Trouble[] = [
      ...Array.from({ length: killed }, (_kill, i): Trouble => (i % 3 === 0 ? 'kill-before' : 'kill-during')),
      ...Array<Trouble>(repeats).fill('twice'),
      ...Array<Trouble>(noSpace).fill('no-space'),
      ...Array.from({ length: shared }, (_share, i): Trouble => (i % 2 === 0 ? 'shared-and-kill' : 'shared')),
    ];
    // Somebody without a badge is trouble enough.
    const left = steps.flatMap(({ isLost }, i) => (isLost ? [] : [i]));
    if (troubles.length > left.length) throw new Error('There are fewer buckets than troubles.');
    const of = new Map(troubles.map((one) => [left.splice(random.below(left.length), 1)[0], one]));
    return steps.map((step, i): Step => {
      const trouble = of.get(i);
      return trouble === undefined ? step : { ...step, trouble };
    });
  });
}
