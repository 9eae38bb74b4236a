/** The types of events. The names are part of the API, and stable. */
export const EVENT_TYPES = [
  'session.opened',
  'session.updated',
  'session.closed',
  'records.added',
  'record.voided',
  'worker.created',
  'worker.updated',
  'shift.recorded',
  'form_record.submitted',
  'treatment.recorded',
  'pay_run.frozen',
  'alert.raised',
  'alert.cleared',
  'rest.due',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** The data of an event: ids, a count, a state; never the content of rows. */
export type EventData = Readonly<Record<string, string | number | readonly string[] | null>>;

/** The body that is sent. */
export interface EventBody {
  readonly type: EventType;
  /** When it was committed, as `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  readonly timestamp: string;
  readonly data: EventData;
}

/** A committed act with type and ids. */
export interface FarmEvent extends EventBody {
  /** The same in every process, at any time and in every attempt. */
  readonly id: string;
  readonly companyId: string;
  /** The user who acted; null for the system, programs and the operator. */
  readonly userId: string | null;
}

/** The source of events: one committed act with all its objects. It never changes. */
export interface CommittedAct {
  readonly companyId: string;
  /** Together they identify the act for good. */
  readonly micros: number;
  readonly entryId: number;
  readonly userId: string | null;
  readonly act: string;
  readonly subjects: readonly string[];
  /** The number of subjects, which may exceed those listed. */
  readonly count: number;
  /** Ids of what contains them, such as a record's session. */
  readonly within: readonly string[] | null;
}

/** One event for each subject, or one for all of them. */
type EventMapping =
  | {
      readonly type: EventType;
      readonly each: (subject: string, within: readonly string[] | null) => EventData;
    }
  | { readonly type: EventType; readonly all: (act: CommittedAct) => EventData };

const session = (sessionId: string) => ({ sessionId });
const alert = (state: string) => (key: string, within: readonly string[] | null) => ({
  key,
  deviceId: within?.[0] ?? null,
  state,
});

/** At most this many records are listed; for a larger sync a client reads the session's records. */
const NAMED_RECORDS = 100;

const EVENT_MAPPINGS: ReadonlyMap<string, EventMapping> = new Map<string, EventMapping>([
  ['session.opened', { type: 'session.opened', each: session }],
  ['session.updated', { type: 'session.updated', each: session }],
  ['session.extended', { type: 'session.updated', each: session }],
  ['session.closed', { type: 'session.closed', each: session }],
  ['session.lapsed', { type: 'session.closed', each: session }],
  ['record.added', { type: 'records.added', all: recordsAdded }],
  [
    'record.voided',
    {
      type: 'record.voided',
      each: (recordId, within) => ({ recordId, sessionId: within?.[0] ?? null }),
    },
  ],
  ['worker.registered', { type: 'worker.created', each: (workerId) => ({ workerId }) }],
  ['worker.updated', { type: 'worker.updated', each: (workerId) => ({ workerId }) }],
  ['shift.recorded', { type: 'shift.recorded', each: (shiftId) => ({ shiftId }) }],
  [
    'form_record.submitted',
    {
      type: 'form_record.submitted',
      each: (recordId, within) => ({ recordId, formId: within?.[0] ?? null }),
    },
  ],
  ['treatment.recorded', { type: 'treatment.recorded', each: (treatmentId) => ({ treatmentId }) }],
  ['pay_run.frozen', { type: 'pay_run.frozen', each: (payRunId) => ({ payRunId }) }],
  ['alert.firing', { type: 'alert.raised', each: alert('firing') }],
  ['alert.no_data', { type: 'alert.raised', each: alert('no_data') }],
  // A webhook that is given up raises an alert without a rule, because the people who maintain integrations must know.
  ['webhook.given_up', { type: 'alert.raised', each: (webhookId) => ({ webhookId, state: 'firing' }) }],
  ['alert.cleared', { type: 'alert.cleared', each: alert('ok') }],
  [
    'rest.due',
    {
      type: 'rest.due',
      each: (restDueId, within) => ({ restDueId, workerId: within?.[0] ?? null }),
    },
  ],
]);

/** The acts that are events, and those of which only the first subjects are needed. */
export const EVENT_ACTS = {
  whole: [...EVENT_MAPPINGS].filter(([, mapping]) => 'each' in mapping).map(([act]) => act),
  counted: [...EVENT_MAPPINGS].filter(([, mapping]) => 'all' in mapping).map(([act]) => act),
};

/** The events of an act: thin, whatever the number of rows; none for other acts. */
export function eventsOf(act: CommittedAct): FarmEvent[] {
  const mapping = EVENT_MAPPINGS.get(act.act);
  if (mapping === undefined) return [];
  const timestamp = new Date(Math.floor(act.micros / 1_000)).toISOString();
  const of = (data: EventData, index: number): FarmEvent => ({
    ...{ id: eventId(act, index), companyId: act.companyId, userId: act.userId },
    ...{ type: mapping.type, timestamp, data },
  });
  if ('all' in mapping) return [of(mapping.all(act), 0)];
  return act.subjects.map((subject, index) => of(mapping.each(subject, act.within), index));
}

export function bodyOf({ type, timestamp, data }: FarmEvent): EventBody {
  return { type, timestamp, data };
}

export interface EventKey {
  readonly micros: number;
  readonly entryId: number;
  /** The index among the act's events. */
  readonly index: number;
}

const ID = /^evt_([0-9a-z]{1,11})_([0-9a-z]{1,11})_([0-9a-z]{1,4})$/;

/** Derived from the act alone, so that every process and every attempt has the same id. */
function eventId({ micros, entryId }: { micros: number; entryId: number }, index: number): string {
  return `evt_${[micros, entryId, index].map((number) => number.toString(36)).join('_')}`;
}

/** @returns undefined if the text is not an event's id */
export function readEventId(id: string): EventKey | undefined {
  const [micros, entryId, index] = (ID.exec(id) ?? []).slice(1).map((text) => Number.parseInt(text, 36));
  if (micros === undefined || entryId === undefined || index === undefined) return undefined;
  return [micros, entryId].every(Number.isSafeInteger) ? { micros, entryId, index } : undefined;
}

function recordsAdded({ within, count, subjects }: CommittedAct): EventData {
  const recordIds = count <= NAMED_RECORDS ? subjects : undefined;
  return { sessionId: within?.[0] ?? null, count, ...(recordIds && { recordIds }) };
}
