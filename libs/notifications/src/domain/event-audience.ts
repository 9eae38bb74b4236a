import type { EventType, FarmEvent } from './event.ts';

/** A user who may or may not receive an event. */
export interface Recipient {
  readonly userId: string;
  readonly role: string;
}

const EVERYBODY = ['admin', 'supervisor', 'agronomist'];
/** Sessions are read by their owners and by admins. */
const OF_SESSION = { all: ['admin'], own: ['supervisor'] };

/** Which roles receive all events of a type, and which only their own: as they may read the objects of the events. */
const AUDIENCE: Readonly<
  Record<EventType, { readonly all: readonly string[]; readonly own?: readonly string[] }>
> = {
  'session.opened': OF_SESSION,
  'session.updated': OF_SESSION,
  'session.closed': OF_SESSION,
  'records.added': OF_SESSION,
  'record.voided': OF_SESSION,
  'worker.created': { all: EVERYBODY },
  'worker.updated': { all: EVERYBODY },
  'shift.recorded': { all: ['admin', 'supervisor'] },
  'form_record.submitted': { all: ['admin', 'agronomist'], own: ['supervisor'] },
  'treatment.recorded': { all: EVERYBODY },
  'pay_run.frozen': { all: ['admin'] },
  'alert.raised': { all: EVERYBODY },
  'alert.cleared': { all: EVERYBODY },
  'rest.due': { all: ['admin', 'supervisor'] },
};

/** @param ownerId the owner of the session or form record; null if unknown */
export function mayReceive(
  { userId, role }: Recipient,
  { type }: FarmEvent,
  ownerId: string | null,
): boolean {
  const { all, own = [] } = AUDIENCE[type];
  return all.includes(role) || (own.includes(role) && ownerId === userId);
}

/** Whether all users with this role receive the same events, so that they are serialized once. */
export function isSameAudience(role: string): boolean {
  return Object.values(AUDIENCE).every(({ own = [] }) => !own.includes(role));
}

/** The session whose owner determines the audience, if the act itself does not: acts of the system, and imports. */
export function sessionInQuestion({ type, userId, data }: FarmEvent): string | undefined {
  if (userId !== null || AUDIENCE[type] !== OF_SESSION) return undefined;
  return data['sessionId'] as string;
}
