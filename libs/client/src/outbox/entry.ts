import type { BodyOf } from '../answer.ts';

type SessionBody = BodyOf<'/api/control/production/sessions', 'post'>;
type SyncBody = BodyOf<'/api/control/production/records/bulk', 'post'>;

/** A record as the API takes it. */
export type RecordBody = SyncBody['records'][number];

/** A session to open. `localId` is made, and `openedAt` is now, where they are left out. */
export type NewSession = Omit<SessionBody, 'localId' | 'openedAt'> &
  Partial<Pick<SessionBody, 'localId' | 'openedAt'>>;

/**
 * A record to send: of a session that the server knows, or of one that was opened here. `clientEventId` is made, and
 * `recordedAt` is now, where they are left out.
 */
export type NewRecord = Omit<RecordBody, 'sessionId' | 'clientEventId'> &
  Partial<Pick<RecordBody, 'clientEventId'>> &
  (
    | { readonly sessionId: string; readonly sessionLocalId?: undefined }
    | { readonly sessionLocalId: string; readonly sessionId?: undefined }
  );

/** Why an entry was not taken. */
export interface Problem {
  /** The server's, or `session_unknown`: the outbox holds no session of the record's `sessionLocalId`. */
  readonly code: string;
  readonly message: string;
  /** Of HTTP; 0 where the server was not asked. */
  readonly status: number;
  /** What else the server told, such as the `sessionId` that is in the way. */
  readonly facts: Readonly<Record<string, unknown>>;
}

interface Kept {
  readonly id: string;
  /** Entries are sent in this order. */
  readonly order: number;
  /** When it was stored, or last retried by a person: ISO 8601. */
  readonly queuedAt: string;
  readonly problem?: Problem;
}

export interface SessionEntry extends Kept {
  readonly kind: 'session';
  readonly body: NewSession & { readonly localId: string; readonly openedAt: string };
  /** `opened` ones stay for a while: records name them by their `localId`. */
  readonly state: 'waiting' | 'opened' | 'refused';
  /** The server's, once it is opened. */
  readonly sessionId?: string;
}

export interface RecordEntry extends Kept {
  readonly kind: 'record';
  readonly body: NewRecord & { readonly clientEventId: string; readonly recordedAt: string };
  readonly state: 'waiting' | 'refused';
}

/** What an outbox stores: plain JSON. */
export type Entry = SessionEntry | RecordEntry;

/** What waits for a person: the server will not take it however often it is sent. */
export type Refused = Entry & { readonly problem: Problem };

export const isRefused = (entry: Entry): entry is Refused => entry.state === 'refused';
