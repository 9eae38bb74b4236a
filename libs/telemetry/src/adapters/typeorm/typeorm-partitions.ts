import type { Database } from '@furrow/database';
import type { PlacedReading, Partitions } from '../../application/ports.ts';

const DAY = 86_400_000;
const MONTHS_AHEAD = 3;

/** A month as `YYYYMM`, in UTC. */
export function monthOf(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

/**
 * Caches which months have partitions, and makes missing ones. Runs under furrow_system, because partitions belong to
 * no company.
 */
export class TypeormPartitions implements Partitions {
  readonly #months = new Set<number>();
  /** The days of known months, as days since 1970. */
  readonly #days = new Set<number>();
  #making: Promise<void> = Promise.resolve();

  constructor(private readonly database: Database) {}

  async makeAhead(now: Date): Promise<void> {
    const months = Array.from({ length: MONTHS_AHEAD + 2 }, (_, i) =>
      monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 + i)),
    );
    await this.#makeInTurn(new Set(months));
  }

  /**
   * Makes missing partitions for readings.
   * @returns undefined if none is missing
   */
  ensure(readings: readonly PlacedReading[]): Promise<void> | undefined {
    const missing = this.#missing(readings);
    return missing && this.#makeInTurn(missing);
  }

  /** A partition was removed. */
  forget(): void {
    this.#months.clear();
    this.#days.clear();
  }

  /** Usually none is missing: a reading costs only a comparison of its day with that of the previous one. */
  #missing(readings: readonly PlacedReading[]): Set<number> | undefined {
    let missing: Set<number> | undefined;
    let last: number | undefined;
    for (const { kind, reading } of readings) {
      if (kind === 'irrigation') continue;
      const day = Math.floor(reading.ts / DAY);
      if (day === last) continue;
      last = day;
      if (this.#days.has(day)) continue;
      const month = monthOf(reading.ts);
      if (this.#months.has(month)) this.#days.add(day);
      else (missing ??= new Set()).add(month);
    }
    return missing;
  }

  /** One after the other, so that a caller who needs many uses one connection, and none is made twice. */
  #makeInTurn(months: ReadonlySet<number>): Promise<void> {
    const made = this.#making.then(() => this.#make([...months].filter((month) => !this.#months.has(month))));
    this.#making = made.catch(() => undefined);
    return made;
  }

  async #make(months: readonly number[]): Promise<void> {
    for (const year of new Set(months.map(yearOf))) {
      const some = months.filter((month) => yearOf(month) === year);
      const dates = some.map((month) => `${year}-${String(month % 100).padStart(2, '0')}-01`);
      // One transaction per year, because it locks what it has made until it ends.
      await this.database.system((tx) => tx.query('SELECT telemetry.make_partitions($1::date[])', [dates]));
      for (const month of some) this.#months.add(month);
    }
  }
}

function yearOf(month: number): number {
  return Math.floor(month / 100);
}
