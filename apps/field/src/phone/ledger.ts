import { isRecord, type PhoneSession, type RecordRow, type Row } from './row.ts';
import { SessionRecords, type Sum } from './session-records.ts';
import type { Contents, RecordName, StoreChange } from './user-store.ts';

/** What the phone stores of its user, in memory, with sums that follow every change. */
export class Ledger implements Contents {
  readonly #rows = new Map<string, Row>();
  readonly #sessions = new Map<string, PhoneSession>();
  readonly #queued = new Set<string>();
  readonly #recordsOf = new Map<string, SessionRecords>();
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
      this.#set(row.id, known ? { ...known, ...row } : row);
    }
    for (const session of sessions) this.#sessions.set(session.key, session);
    for (const id of queued) this.#queued.add(id);
    for (const id of gone) this.#queued.delete(id);
    this.version++;
    for (const listener of this.#listeners) listener();
  };

  /** What need not stay on the phone: rows that the office has or nobody waits for, and sessions that no other row names. */
  olderThan(instant: string): { readonly rows: readonly string[]; readonly sessions: readonly string[] } {
    const isOver = (row: Row) => row.at < instant && !this.#queued.has(row.id);
    const named = new Set(this.rows.filter((row) => !isOver(row)).map(({ session }) => session));
    const sessions = this.sessions.filter(({ key, openedAt }) => openedAt < instant && !named.has(key));
    return { rows: this.rows.filter(isOver).map(({ id }) => id), sessions: sessions.map(({ key }) => key) };
  }

  forget(rows: readonly string[], sessions: readonly string[]): void {
    for (const id of rows) this.#set(id, undefined);
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

  /** The records of a session, the latest first. */
  recordsOf(session: string): readonly RecordRow[] {
    return this.#recordsOf.get(session)?.records ?? [];
  }

  /** What each worker has in a session, by worker. */
  sumsOf(session: string): ReadonlyMap<string, Sum> {
    return this.#recordsOf.get(session)?.sums ?? new Map();
  }

  totalOf(session: string): Sum {
    return this.#recordsOf.get(session)?.total ?? { units: 0, records: 0 };
  }

  #set(id: string, row: Row | undefined): void {
    const known = this.#rows.get(id);
    if (known && isRecord(known)) this.#ofSession(known).remove(known);
    if (row && isRecord(row)) this.#ofSession(row).put(row);
    if (row) this.#rows.set(id, row);
    else this.#rows.delete(id);
  }

  #ofSession({ session }: RecordRow): SessionRecords {
    const known = this.#recordsOf.get(session) ?? new SessionRecords();
    this.#recordsOf.set(session, known);
    return known;
  }
}
