import type { Clock } from '@furrow/kernel';
import type { HarvestQuery, PickedHours } from '../ports.ts';

/** An answer is shared for so many times as long as it took: reading takes 1 % of the time, however many look. */
const REST = 100;
const LONGEST_REST_MS = 60_000;

interface Shared {
  readonly picked: Promise<PickedHours[]>;
  /** Milliseconds since 1970; infinite while it is read. */
  until: number;
}

/** What was picked in each of the last twelve hours, and in the same hours of the day before. */
export class ReportPace {
  readonly #shared = new Map<string, Shared>();

  constructor(
    private readonly harvest: HarvestQuery,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads every record of two days. The answer is shared by all who ask meanwhile, and is at most a minute old.
   *
   * @param ownerUserId of the sessions that count; null: of all users
   */
  execute(companyId: string, ownerUserId: string | null): Promise<PickedHours[]> {
    const now = this.clock.now();
    for (const [key, { until }] of this.#shared) if (until <= now.getTime()) this.#shared.delete(key);
    const key = `${companyId} ${ownerUserId ?? ''}`;
    const known = this.#shared.get(key);
    if (known) return known.picked;
    const picked = this.harvest.hours({ companyId, ownerUserId, now });
    const shared: Shared = { picked, until: Infinity };
    this.#shared.set(key, shared);
    const rest = () => {
      const end = this.clock.now().getTime();
      shared.until = end + Math.min(REST * (end - now.getTime()), LONGEST_REST_MS);
    };
    picked.then(rest, () => this.#shared.delete(key));
    return picked;
  }
}
