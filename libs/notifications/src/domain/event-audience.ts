import type { EventType, FarmEvent } from './event.ts';

/** Somebody of the company who may or may not hear of an event. */
export interface Hearer {
  readonly userId: string;
  readonly role: string;
}

const EVERYBODY = ['admin', 'supervisor', 'agronomist'];
/** Sessions are read by those who opened them, and by admins. */
const OF_SESSION = { all: ['admin'], own: ['supervisor'] };

/** Which roles hear of all events of a type, and which of their own: as they may read what the events are about. */
const AUDIENCE: Readonly<
  Record<EventType, { readonly all: readonly string[]; readonly own?: readonly string[] }>
> = {
  'session.opened': OF_SESSION,
  'session.updated': OF_SESSION,
  'session.closed': OF_SESSION,
  'records.added': OF_SESSION,
  'record.voided': OF_SESSION,
  'worker.created': { all: EVERYBODY },
  'shift.recorded': { all: ['admin', 'supervisor'] },
  'form_record.submitted': { all: ['admin', 'agronomist'], own: ['supervisor'] },
  'treatment.recorded': { all: EVERYBODY },
  'pay_run.frozen': { all: ['admin'] },
  'alert.raised': { all: EVERYBODY },
  'alert.cleared': { all: EVERYBODY },
};

/** @param ownerId whose the session or the form record is; null where nobody knows */
export function hears({ userId, role }: Hearer, { type }: FarmEvent, ownerId: string | null): boolean {
  const { all, own = [] } = AUDIENCE[type];
  return all.includes(role) || (own.includes(role) && ownerId === userId);
}

/** Whether all of this role hear the same, so that it is told once for all of them. */
export function hearsAlike(role: string): boolean {
  return Object.values(AUDIENCE).every(({ own = [] }) => !own.includes(role));
}

/** The session whose owner decides who hears of it, where the act does not tell: the system's, and imports. */
export function sessionInQuestion({ type, userId, data }: FarmEvent): string | undefined {
  if (userId !== null || AUDIENCE[type] !== OF_SESSION) return undefined;
  return data['sessionId'] as string;
}
