/** What of the farm's goings-on is told to others. The names are the API's, and stay. */
export const EVENT_TYPES = [
  'session.opened',
  'session.updated',
  'session.closed',
  'records.added',
  'record.voided',
  'worker.created',
  'shift.recorded',
  'form_record.submitted',
  'treatment.recorded',
  'pay_run.frozen',
  'alert.raised',
  'alert.cleared',
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

/** What an event is about: ids, a count, a state; never what stands in the rows. */
export type EventData = Readonly<Record<string, string | number | readonly string[] | null>>;

/** What is sent. */
export interface EventBody {
  readonly type: EventType;
  /** When it was written, as `YYYY-MM-DDTHH:mm:ss.sssZ`. */
  readonly timestamp: string;
  readonly data: EventData;
}

/** Something that was committed, told by name and ids. */
export interface FarmEvent extends EventBody {
  /** The same whoever tells it, whenever and however often. */
  readonly id: string;
  readonly companyId: string;
  /** Whose act it was; null for the system's, a program's and the operator's. */
  readonly userId: string | null;
}

/** What events are made of: one act, and all that it was done to. Committed, and never changed. */
export interface CommittedAct {
  readonly companyId: string;
  /** Together they name the act for ever. */
  readonly micros: number;
  readonly entryId: number;
  readonly userId: string | null;
  readonly act: string;
  readonly subjects: readonly string[];
  /** How many subjects there are, where not all are listed. */
  readonly count: number;
  /** What they are in, such as a record's session. */
  readonly within: readonly string[] | null;
}

/** One event for each subject, or one for all of them. */
type Telling =
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

/** Up to so many records are named; of a whole sync a reader asks for the session's. */
const NAMED_RECORDS = 100;

const TELLINGS: ReadonlyMap<string, Telling> = new Map<string, Telling>([
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
  // Nobody asked for it: whoever looks after integrations has to know.
  ['webhook.given_up', { type: 'alert.raised', each: (webhookId) => ({ webhookId, state: 'firing' }) }],
  ['alert.cleared', { type: 'alert.cleared', each: alert('ok') }],
]);

/** The acts that are told, those of which only the first subjects are needed apart. */
export const TOLD_ACTS = {
  whole: [...TELLINGS].filter(([, telling]) => 'each' in telling).map(([act]) => act),
  counted: [...TELLINGS].filter(([, telling]) => 'all' in telling).map(([act]) => act),
};

/** The events of an act: thin, whatever the number of rows. Of an act that is not told there are none. */
export function eventsOf(act: CommittedAct): FarmEvent[] {
  const telling = TELLINGS.get(act.act);
  if (telling === undefined) return [];
  const timestamp = new Date(Math.floor(act.micros / 1_000)).toISOString();
  const of = (data: EventData, index: number): FarmEvent => ({
    ...{ id: eventId(act, index), companyId: act.companyId, userId: act.userId },
    ...{ type: telling.type, timestamp, data },
  });
  if ('all' in telling) return [of(telling.all(act), 0)];
  return act.subjects.map((subject, index) => of(telling.each(subject, act.within), index));
}

/** What is sent of an event. */
export function bodyOf({ type, timestamp, data }: FarmEvent): EventBody {
  return { type, timestamp, data };
}

export interface EventKey {
  readonly micros: number;
  readonly entryId: number;
  /** Which of the act's events. */
  readonly index: number;
}

const ID = /^evt_([0-9a-z]{1,11})_([0-9a-z]{1,11})_([0-9a-z]{1,4})$/;

/** Made of the act alone, so that every process and every attempt has the same. */
function eventId({ micros, entryId }: { micros: number; entryId: number }, index: number): string {
  return `evt_${[micros, entryId, index].map((number) => number.toString(36)).join('_')}`;
}

/** @returns undefined for what no event is called */
export function readEventId(id: string): EventKey | undefined {
  const [micros, entryId, index] = (ID.exec(id) ?? []).slice(1).map((text) => Number.parseInt(text, 36));
  if (micros === undefined || entryId === undefined || index === undefined) return undefined;
  return [micros, entryId].every(Number.isSafeInteger) ? { micros, entryId, index } : undefined;
}

function recordsAdded({ within, count, subjects }: CommittedAct): EventData {
  const recordIds = count <= NAMED_RECORDS ? subjects : undefined;
  return { sessionId: within?.[0] ?? null, count, ...(recordIds && { recordIds }) };
}
