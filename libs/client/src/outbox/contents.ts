import type { Entry, RecordBody, RecordEntry, SessionEntry } from './entry.ts';

/** A month is longer than any session takes records, extended and in its grace. */
const KEEP_OPENED_MS = 30 * 86_400_000;

/** What an outbox held at one moment, and what of it can be sent. */
export class Contents {
  readonly #sessions = new Map<string, SessionEntry>();
  readonly #entries: readonly Entry[];

  constructor(entries: readonly Entry[]) {
    this.#entries = [...entries].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
    for (const entry of this.#entries) {
      if (entry.kind !== 'session') continue;
      const known = this.#sessions.get(entry.body.localId);
      if (known?.sessionId === undefined) this.#sessions.set(entry.body.localId, entry);
    }
  }

  get all(): readonly Entry[] {
    return this.#entries;
  }

  get waiting(): Entry[] {
    return this.#entries.filter(({ state }) => state === 'waiting');
  }

  sessionsToOpen(): SessionEntry[] {
    return this.#sessionsIn('waiting');
  }

  sessionsNamed(localId: string): SessionEntry[] {
    return this.#entries.filter(
      (entry) => entry.kind === 'session' && entry.body.localId === localId,
    ) as SessionEntry[];
  }

  /** Those whose session the server knows. */
  recordsToSend(): RecordEntry[] {
    return this.#waitingRecords().filter((entry) => this.#sessionIdOf(entry) !== undefined);
  }

  /** Those of a session that nobody has opened here. */
  recordsWithoutSession(): RecordEntry[] {
    return this.#waitingRecords().filter(
      ({ body }) => body.sessionId === undefined && !this.#sessions.has(body.sessionLocalId),
    );
  }

  bodyOf(entry: RecordEntry): RecordBody {
    const { sessionLocalId: _, ...body } = entry.body;
    return { ...body, sessionId: this.#sessionIdOf(entry) ?? '' };
  }

  /** Opened long ago, and named by no record that is still here. */
  forgettable(now: number): SessionEntry[] {
    const named = new Set(
      this.#entries.flatMap(({ kind, body }) => (kind === 'record' ? [body.sessionLocalId] : [])),
    );
    return this.#sessionsIn('opened').filter(
      ({ body, queuedAt }) => !named.has(body.localId) && now - Date.parse(queuedAt) > KEEP_OPENED_MS,
    );
  }

  #sessionsIn(state: SessionEntry['state']): SessionEntry[] {
    return this.#entries.filter(
      (entry) => entry.kind === 'session' && entry.state === state,
    ) as SessionEntry[];
  }

  #waitingRecords(): RecordEntry[] {
    return this.#entries.filter(
      (entry) => entry.kind === 'record' && entry.state === 'waiting',
    ) as RecordEntry[];
  }

  #sessionIdOf({ body }: RecordEntry): string | undefined {
    return body.sessionId ?? this.#sessions.get(body.sessionLocalId)?.sessionId;
  }
}
