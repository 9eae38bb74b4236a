import type { Database, Transaction } from '@furrow/database';
import { EventLog, type LogEntry } from '@furrow/journal';
import type { EventStream, LogPosition, LoggedEventsPage } from '../../application/ports.ts';
import { type EventKey, eventsOf, EVENT_ACTS } from '../../domain/index.ts';

/** A user's role or status may have changed. */
const OF_USERS = ['user.updated', 'user.deleted'];

/** Reads events from platform's event log. */
export class LogEventStream implements EventStream {
  readonly #log = new EventLog({ ...EVENT_ACTS, whole: [...EVENT_ACTS.whole, ...OF_USERS] });

  constructor(private readonly database: Database) {}

  /** Across companies, because positions belong to the database. */
  end(): Promise<{ next: readonly LogPosition[]; epoch: string }> {
    return this.database.system((tx) => this.#log.end(tx));
  }

  /** Across companies: one reader serves the listeners of all. */
  async read(after: readonly LogPosition[], limit: number) {
    const read = (tx: Transaction) => this.#log.read(tx, after, limit);
    // Of several nodes it is two questions.
    const { entries, next, epoch } = await (after.length > 1
      ? this.database.system(read)
      : this.database.systemAtOnce(read));
    const changedUsers = entries.flatMap(({ act, subjects }) => (OF_USERS.includes(act) ? subjects : []));
    return { acts: actsOf(entries), next, epoch, changedUsers };
  }

  find(companyId: string, key: EventKey, oldest: Date): Promise<LogPosition | undefined> {
    return this.database.tenant(companyId, (tx) => this.#log.find(tx, key, oldest));
  }

  async readOf(
    companyId: string,
    after: LogPosition,
    oldest: Date,
    limit: number,
  ): Promise<LoggedEventsPage> {
    const { entries, next } = await this.database.tenant(companyId, (tx) =>
      this.#log.readOf(tx, after, { oldest, limit }),
    );
    return { acts: actsOf(entries), next };
  }
}

const actsOf = (entries: readonly LogEntry[]) =>
  entries.map((entry) => ({ xid: entry.xid, entryId: entry.entryId, events: eventsOf(entry) }));
