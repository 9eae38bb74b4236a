import type { Database } from '@furrow/platform';
import { Partitions } from '../../application/ports.ts';

const MONTHS_AHEAD = 3;
/** A transaction that makes partitions holds locks on each of them. */
const AT_ONCE = 24;

/** A month as `YYYYMM`, in UTC. */
export function monthOf(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

/** Remembers which months are there, and makes those that are not. Under furrow_system: partitions are no company's. */
export class SqlPartitions extends Partitions {
  readonly #known = new Set<number>();

  constructor(private readonly database: Database) {
    super();
  }

  override async makeAhead(now: Date): Promise<void> {
    const months = Array.from({ length: MONTHS_AHEAD + 2 }, (_, i) =>
      monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 + i)),
    );
    await this.#make(months);
  }

  /** Makes what is missing of months such as `monthOf` tells them. */
  async ensure(months: ReadonlySet<number>): Promise<void> {
    const missing = [...months].filter((month) => !this.#known.has(month));
    if (missing.length > 0) await this.#make(missing);
  }

  /** Somebody took a month away. */
  forget(): void {
    this.#known.clear();
  }

  async #make(months: readonly number[]): Promise<void> {
    for (let i = 0; i < months.length; i += AT_ONCE) {
      const some = months.slice(i, i + AT_ONCE);
      const dates = some.map(
        (month) => `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}-01`,
      );
      await this.database.system((tx) => tx.query('SELECT telemetry.make_partitions($1::date[])', [dates]));
      for (const month of some) this.#known.add(month);
    }
  }
}
