import { type FarmEvent, sessionInQuestion } from '../../domain/index.ts';
import type { SessionOwners } from '../ports.ts';

const REMEMBERED = 10_000;

/** Caches the owners of sessions, which never change. */
export class OwnersOfSessions {
  readonly #known = new Map<string, string>();

  constructor(private readonly owners: SessionOwners) {}

  /** @returns ids of users by session */
  async of(companyId: string, events: readonly FarmEvent[]): Promise<ReadonlyMap<string, string>> {
    const sessions = new Set(events.flatMap((event) => sessionInQuestion(event) ?? []));
    const unknown = [...sessions].filter((sessionId) => !this.#known.has(sessionId));
    if (unknown.length > 0)
      for (const [sessionId, userId] of await this.owners.of(companyId, unknown))
        this.#remember(sessionId, userId);
    return this.#known;
  }

  #remember(sessionId: string, userId: string): void {
    this.#known.set(sessionId, userId);
    const [oldest] = this.#known.keys();
    if (this.#known.size > REMEMBERED && oldest !== undefined) this.#known.delete(oldest);
  }
}
