import type { ReceivedEvent } from '../work/event-receiver.ts';

/** How often something happened, or was delivered. */
export interface Happening {
  readonly type: string;
  /** The object that it happened to. */
  readonly key: string;
  readonly count: number;
}

/** The outcome of the events of a run. */
export interface EventAccount {
  readonly committed: number;
  /** Delivered events, each counted once. */
  readonly delivered: number;
  readonly attempts: number;
  /** Committed and never delivered. */
  readonly lost: number;
  /** Delivered under more ids than occurrences, or without any occurrence. */
  readonly unwanted: number;
  /** Requests under the id of another event. */
  readonly shared: number;
  /** Delivered events by type. */
  readonly types: Readonly<Record<string, number>>;
}

/** Occurrences in the rows of a company ($1), derived without the change log that events are made of. */
export const HAPPENED = `
  SELECT 'session.opened' AS type, session_id::text AS key, 1 AS count FROM production.sessions WHERE company_id = $1
  UNION ALL
  SELECT 'session.closed', session_id::text, 1 FROM production.sessions WHERE company_id = $1 AND closed_by IS NOT NULL
  UNION ALL
  SELECT 'records.added', session_id::text, count(*)::int FROM production.records
  WHERE company_id = $1 AND kind = 'addition' GROUP BY session_id
  UNION ALL
  SELECT 'record.voided', voids_record_id::text, 1 FROM production.records WHERE company_id = $1 AND kind = 'void'
  UNION ALL
  SELECT 'worker.created', worker_id::text, 1 FROM workforce.workers WHERE company_id = $1
  UNION ALL
  SELECT 'shift.recorded', shift_id::text, 1 FROM workforce.shifts WHERE company_id = $1
  UNION ALL
  SELECT 'treatment.recorded', treatment_id::text, 1 FROM agronomy.treatments WHERE company_id = $1
  UNION ALL
  SELECT 'form_record.submitted', record_id::text, 1 FROM forms.records WHERE company_id = $1
  UNION ALL
  SELECT 'pay_run.frozen', pay_run_id::text, 1 FROM payroll.runs WHERE company_id = $1 AND frozen_at IS NOT NULL
  UNION ALL
  -- In a heat that never ends, whoever is at work is due for one rest, which nobody takes.
  SELECT DISTINCT 'rest.due', worker_id::text, 1 FROM workforce.shifts WHERE company_id = $1 AND ended_at IS NULL
  UNION ALL
  SELECT CASE WHEN clears THEN 'alert.cleared' ELSE 'alert.raised' END, key || ' ' || device_id, count(*)::int
  FROM notifications.alert_changes WHERE company_id = $1 AND (clears OR state IN ('firing', 'no_data')) GROUP BY 1, 2`;

const KEYS: Readonly<Record<string, (data: ReceivedEvent['data']) => unknown>> = {
  'session.opened': ({ sessionId }) => sessionId,
  'session.closed': ({ sessionId }) => sessionId,
  'records.added': ({ sessionId }) => sessionId,
  'record.voided': ({ recordId }) => recordId,
  'worker.created': ({ workerId }) => workerId,
  'shift.recorded': ({ shiftId }) => shiftId,
  'treatment.recorded': ({ treatmentId }) => treatmentId,
  'form_record.submitted': ({ recordId }) => recordId,
  'pay_run.frozen': ({ payRunId }) => payRunId,
  'rest.due': ({ workerId }) => workerId,
  'alert.raised': alertKey,
  'alert.cleared': alertKey,
};

/** All event types that are counted. */
export const DELIVERED_TYPES = Object.keys(KEYS);

/** Compares the delivered events with the occurrences in the rows. */
export function accountOfEvents(
  happened: readonly Happening[],
  { events, attempts, shared }: { events: readonly ReceivedEvent[]; attempts: number; shared: number },
): EventAccount {
  const owed = new Map(happened.map(({ type, key, count }) => [`${type} ${key}`, count]));
  const types: Record<string, number> = {};
  for (const { type, data } of events) {
    types[type] = (types[type] ?? 0) + 1;
    const name = `${type} ${String(KEYS[type]?.(data))}`;
    // One event reports many records of a sync.
    const count = type === 'records.added' ? Number(data['count']) : 1;
    owed.set(name, (owed.get(name) ?? 0) - count);
  }
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + Math.max(0, count), 0);
  return {
    ...{
      committed: sum(happened.map(({ count }) => count)),
      delivered: events.length,
      attempts,
      shared,
      types,
    },
    ...{ lost: sum([...owed.values()]), unwanted: sum([...owed.values()].map((count) => -count)) },
  };
}

function alertKey({ key, deviceId }: ReceivedEvent['data']): string {
  return `${String(key)} ${String(deviceId)}`;
}
