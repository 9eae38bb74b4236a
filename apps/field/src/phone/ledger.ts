import { counts, isRecord, partsOf, type PhoneSession, type RecordRow, type Row } from './row.ts';
import type { Contents, RecordName, StoreChange } from './user-store.ts';

/** Units have six decimals, which floating-point sums do not keep. */
const MILLIONTHS = 1_000_000;

export interface Sum {
  readonly units: number;
  readonly records: number;
}

/** What the phone stores of its user, in memory, with sums that follow every change. */
export class Ledger implements Contents {
  readonly #rows = new Map<string, Row>();
  readonly #sessions = new Map<string, PhoneSession>();
  readonly #queued = new Set<string>();
  readonly #sorted = new Map<string, { readonly version: number; readonly records: readonly RecordRow[] }>();
  readonly #listeners = new Set<() => void>();
  /** Changes with each change, so that a view knows whether to draw again. */
  version = 0;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  readonly take = ({ rows, sessions, queued, gone }: StoreChange): void => {
    for (const row of rows) {
      const known = this.#rows.get(row.id);
      // An item that is put again knows nothing of what happened to its row.
      this.#rows.set(row.id, known ? { ...known, ...row } : row);
    }
    for (const session of sessions) this.#sessions.set(session.key, session);
    for (const id of queued) this.#queued.add(id);
    for (const id of gone) this.#queued.delete(id);
    this.version++;
    for (const listener of this.#listeners) listener();
  };

  forget(rows: readonly string[], sessions: readonly string[]): void {
    for (const id of rows) this.#rows.delete(id);
    for (const key of sessions) this.#sessions.delete(key);
    this.take({ rows: [], sessions: [], queued: [], gone: [] });
  }

  get rows(): readonly Row[] {
    return [...this.#rows.values()];
  }

  get sessions(): readonly PhoneSession[] {
    return [...this.#sessions.values()].sort((a, b) => b.openedAt.localeCompare(a.openedAt));
  }

  readonly recordBy = ({ clientEventId, recordId }: RecordName): Row | undefined =>
    this.rows.find((row) =>
      clientEventId === undefined
        ? recordId !== undefined && row.recordId === recordId
        : isRecord(row) && row.clientEventId === clientEventId,
    );

  session(key: string | undefined): PhoneSession | undefined {
    return key === undefined ? undefined : this.#sessions.get(key);
  }

  /** How many items the office does not have yet. */
  get onPhone(): number {
    return this.#queued.size;
  }

  /** How many items of this phone the office has, of those made at or after an instant. */
  inOffice(since: string): number {
    return this.rows.filter((row) => row.at >= since && this.isInOffice(row) && row.isFromOffice !== true)
      .length;
  }

  isInOffice(row: Row): boolean {
    return !this.#queued.has(row.id) && row.isDiscarded !== true;
  }

  /** The records of a session, the latest first. Several views ask after each scan of a day of thousands. */
  recordsOf(session: string): readonly RecordRow[] {
    const sorted = this.#sorted.get(session);
    if (sorted?.version === this.version) return sorted.records;
    const records = this.rows
      .filter((row): row is RecordRow => isRecord(row) && row.session === session)
      // Instants are written alike, so their texts compare as they do.
      .sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
    this.#sorted.set(session, { version: this.version, records });
    return records;
  }

  /** What each worker has in a session, by worker. */
  sumsOf(session: string): ReadonlyMap<string, Sum> {
    const sums = new Map<string, { millionths: number; records: number }>();
    for (const row of this.recordsOf(session))
      for (const { workerId, units } of partsOf(row)) {
        const sum = sums.get(workerId) ?? { millionths: 0, records: 0 };
        sums.set(workerId, sum);
        if (!counts(row)) continue;
        sum.millionths += Math.round(units * MILLIONTHS);
        sum.records++;
      }
    const inUnits = ({ millionths, records }: { millionths: number; records: number }) => ({
      units: millionths / MILLIONTHS,
      records,
    });
    return new Map([...sums].map(([workerId, sum]) => [workerId, inUnits(sum)]));
  }

  totalOf(session: string): Sum {
    const sums = [...this.sumsOf(session).values()];
    const millionths = sums.reduce((total, { units }) => total + Math.round(units * MILLIONTHS), 0);
    return {
      units: millionths / MILLIONTHS,
      records: this.recordsOf(session).filter(counts).length,
    };
  }
}
