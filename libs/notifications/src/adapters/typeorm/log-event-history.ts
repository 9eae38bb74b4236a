import type { Transaction } from '@furrow/database';
import { EventLog, type LogEntry } from '@furrow/journal';
import type { EventHistory, OutgoingEvent } from '../../application/ports.ts';
import { bodyOf, eventsOf, EVENT_ACTS, type HistoryPosition } from '../../domain/index.ts';

/** The committed acts that are events. */
export const EVENT_ACTS_LOG = new EventLog(EVENT_ACTS);

export class LogEventHistory implements EventHistory {
  constructor(private readonly tx: Transaction) {}

  async since(from: Date | HistoryPosition, until: Date, limit: number) {
    const { entries, isWhole } = await EVENT_ACTS_LOG.history(this.tx, from, { until, limit });
    const last = isWhole ? undefined : entries.at(-1);
    return {
      events: entries.flatMap(outgoingEvents),
      next: last && { micros: last.micros, entryId: last.entryId },
    };
  }
}

export const outgoingEvents = (entry: LogEntry): OutgoingEvent[] =>
  eventsOf(entry).map((event) => ({
    eventId: event.id,
    type: event.type,
    body: JSON.stringify(bodyOf(event)),
  }));
