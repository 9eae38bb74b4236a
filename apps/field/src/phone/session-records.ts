import { counts, inMillionths, MILLIONTHS, partsOf, type RecordRow } from './row.ts';

export interface Sum {
  readonly units: number;
  readonly records: number;
}

interface WorkerSum {
  millionths: number;
  records: number;
  /** With records that were taken back. */
  rows: number;
}

/** The records of a session, the latest first, with sums that follow every change: several views ask after each scan. */
export class SessionRecords {
  readonly #records: RecordRow[] = [];
  readonly #workers = new Map<string, WorkerSum>();
  #millionths = 0;
  #counted = 0;

  get records(): readonly RecordRow[] {
    return this.#records;
  }

  get total(): Sum {
    return { units: this.#millionths / MILLIONTHS, records: this.#counted };
  }

  /** By worker; also of those whose records were all taken back. */
  get sums(): ReadonlyMap<string, Sum> {
    return new Map(
      [...this.#workers].map(([id, { millionths, records }]) => [
        id,
        { units: millionths / MILLIONTHS, records },
      ]),
    );
  }

  put(row: RecordRow): void {
    this.#records.splice(this.#placeOf(row), 0, row);
    this.#count(row, 1);
  }

  remove(row: RecordRow): void {
    const at = this.#records.findIndex(({ id }) => id === row.id);
    if (at >= 0) this.#records.splice(at, 1);
    this.#count(row, -1);
  }

  /** Before the first that is not later. */
  #placeOf(row: RecordRow): number {
    const order = orderOf(row);
    let [from, to] = [0, this.#records.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      const other = this.#records[middle];
      if (other && orderOf(other) > order) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #count(row: RecordRow, sign: 1 | -1): void {
    const isCounted = counts(row);
    if (isCounted) this.#counted += sign;
    for (const { workerId, units } of partsOf(row)) {
      const sum = this.#workers.get(workerId) ?? { millionths: 0, records: 0, rows: 0 };
      sum.rows += sign;
      if (isCounted) {
        sum.millionths += sign * inMillionths(units);
        sum.records += sign;
        this.#millionths += sign * inMillionths(units);
      }
      if (sum.rows > 0) this.#workers.set(workerId, sum);
      else this.#workers.delete(workerId);
    }
  }
}

const orderOf = ({ order, at }: RecordRow): number => order ?? Date.parse(at);
