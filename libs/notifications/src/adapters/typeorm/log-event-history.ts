import { type EntryKey, EventLog, type LogEntry, type Transaction } from '@furrow/platform';
import { EventHistory, type HistoryPlace, type OutgoingEvent } from '../../application/ports.ts';
import { bodyOf, eventsOf, EVENT_ACTS } from '../../domain/index.ts';

/** The committed acts that are events. */
export const EVENT_ACTS_LOG = new EventLog(EVENT_ACTS);

export class LogEventHistory extends EventHistory {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async since(from: Date | HistoryPlace, limit: number) {
    const entries = await EVENT_ACTS_LOG.history(this.tx, from as Date | EntryKey, limit);
    const last = entries.length < limit ? undefined : entries.at(-1);
    const next = last && ({ micros: last.micros, entryId: last.entryId } as unknown as HistoryPlace);
    return { events: entries.flatMap(outgoingEvents), next };
  }
}

export const outgoingEvents = (entry: LogEntry): OutgoingEvent[] =>
  eventsOf(entry).map((event) => ({
    eventId: event.id,
    type: event.type,
    body: JSON.stringify(bodyOf(event)),
  }));
