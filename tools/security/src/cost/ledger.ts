import type { Check } from '@furrow/program';
import { BOUNDS, type Bound, boundsBrokenBy, type Cost, figuresOf, withUnit } from './bounds.ts';

export const SUITE = 'cost';
const WORST_LISTED = 3;

/** Which input was sent where, by names that reproduce it. */
export interface Tried {
  /** The operation, and the kind of caller. */
  readonly target: string;
  readonly shape: string;
  readonly size: number;
}

interface Entry extends Tried {
  readonly figure: number;
  readonly busiest: string | undefined;
}

const WHAT: Readonly<Record<Bound, string>> = {
  errorBodyBytes: `error body, at most ${withUnit('errorBodyBytes', BOUNDS.errorBodyBytes)}`,
  outPerIn: `answer, at most ${withUnit('outPerIn', BOUNDS.outPerIn)}`,
  heldMs: `event loop blocked by one request, at most ${withUnit('heldMs', BOUNDS.heldMs)}`,
  unreadBytes: `memory for a client that does not read, at most ${withUnit('unreadBytes', BOUNDS.unreadBytes)}`,
  keptBytes: `memory kept after disconnecting, at most ${withUnit('keptBytes', BOUNDS.keptBytes)}`,
  keptResidentBytes: `resident memory kept after disconnecting, at most ${withUnit('keptResidentBytes', BOUNDS.keptResidentBytes)}`,
};

/** The worst cost found for each bound. */
export class Ledger {
  readonly #tried = new Map<Bound, number>();
  readonly #worst = new Map<Bound, Entry[]>();
  readonly #offenders = new Map<Bound, Entry[]>();
  readonly #unanswered: string[] = [];

  /** @returns the bounds that it breaks */
  add(tried: Tried, cost: Cost): Bound[] {
    for (const [bound, figure] of Object.entries(figuresOf(cost)))
      this.note(bound as Bound, tried, figure, bound === 'heldMs' ? cost.busiest : undefined);
    return boundsBrokenBy(cost);
  }

  note(bound: Bound, tried: Tried, figure: number, busiest?: string): void {
    this.#tried.set(bound, (this.#tried.get(bound) ?? 0) + 1);
    const entry = { ...tried, figure, busiest };
    this.#worst.set(bound, worstOf([...(this.#worst.get(bound) ?? []), entry]).slice(0, WORST_LISTED));
    if (figure > BOUNDS[bound]) this.#offenders.set(bound, [...(this.#offenders.get(bound) ?? []), entry]);
  }

  unanswered(tried: Tried, error: Error): void {
    this.#unanswered.push(`${lineOf(tried)}: ${error.message}`);
  }

  /** @param seed that reproduces the run */
  checks(seed: number): Check[] {
    const checks = (Object.keys(BOUNDS) as Bound[])
      .filter((bound) => this.#tried.has(bound))
      .map((bound): Check => {
        const [worst] = this.#worst.get(bound) ?? [];
        return {
          ...{
            suite: SUITE,
            what: WHAT[bound],
            asked: this.#tried.get(bound) ?? 0,
            isSum: bound !== 'heldMs',
          },
          problems: worstOf(this.#offenders.get(bound) ?? []).map((entry) => problemOf(bound, entry, seed)),
          detail: worst ? `worst ${withUnit(bound, worst.figure)}: ${lineOf(worst)}` : '',
        };
      });
    const answered = {
      suite: SUITE,
      what: 'every request answered',
      asked: 0,
      isSum: true,
      problems: this.#unanswered,
    };
    return this.#unanswered.length > 0 ? [...checks, answered] : checks;
  }
}

const worstOf = (entries: readonly Entry[]): Entry[] => [...entries].sort((a, b) => b.figure - a.figure);

const lineOf = ({ target, shape, size }: Tried): string =>
  `${target}, ${shape}, ${size.toLocaleString('en')} bytes`;

function problemOf(bound: Bound, entry: Entry, seed: number): string {
  const { figure, busiest, target, shape } = entry;
  const again = `npm run security -- cost --seed ${seed} --shape ${JSON.stringify(`${target}, ${shape}`)}`;
  return `${withUnit(bound, figure)} for ${lineOf(entry)}${busiest === undefined ? '' : `, most of it in ${busiest}`}\n  ${again}`;
}
