import type { Database } from '@furrow/platform';
import { type PlacedReading, Partitions } from '../../application/ports.ts';

const DAY = 86_400_000;
const MONTHS_AHEAD = 3;

/** A month as `YYYYMM`, in UTC. */
export function monthOf(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 100 + date.getUTCMonth() + 1;
}

/** Remembers which months are there, and makes those that are not. Under furrow_system: partitions are no company's. */
export class SqlPartitions extends Partitions {
  readonly #months = new Set<number>();
  /** The days of those months that were asked for, as days since 1970. */
  readonly #days = new Set<number>();
  #making: Promise<void> = Promise.resolve();

  constructor(private readonly database: Database) {
    super();
  }

  override async makeAhead(now: Date): Promise<void> {
    const months = Array.from({ length: MONTHS_AHEAD + 2 }, (_, i) =>
      monthOf(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1 + i)),
    );
    await this.#makeInTurn(new Set(months));
  }

  /**
   * Makes what readings need and is not there.
   * @returns undefined where nothing is missing
   */
  ensure(readings: readonly PlacedReading[]): Promise<void> | undefined {
    const missing = this.#missing(readings);
    return missing && this.#makeInTurn(missing);
  }

  /** Somebody took a month away. */
  forget(): void {
    this.#months.clear();
    this.#days.clear();
  }

  /** Mostly there is none: a reading costs no more than to see that it is of the same day as the one before. */
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

  /** One after the other, so that whoever needs many takes one connection, and what is needed twice is made once. */
  #makeInTurn(months: ReadonlySet<number>): Promise<void> {
    const made = this.#making.then(() => this.#make([...months].filter((month) => !this.#months.has(month))));
    this.#making = made.catch(() => undefined);
    return made;
  }

  async #make(months: readonly number[]): Promise<void> {
    for (const year of new Set(months.map(yearOf))) {
      const some = months.filter((month) => yearOf(month) === year);
      const dates = some.map((month) => `${year}-${String(month % 100).padStart(2, '0')}-01`);
      // A transaction for each year: until it ends it holds locks on what it made.
      await this.database.system((tx) => tx.query('SELECT telemetry.make_partitions($1::date[])', [dates]));
      for (const month of some) this.#months.add(month);
    }
  }
}

function yearOf(month: number): number {
  return Math.floor(month / 100);
}
