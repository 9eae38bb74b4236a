import { LRUCache } from 'lru-cache';
import { type FarmEvent, sessionInQuestion } from '../../domain/index.ts';
import type { SessionOwners } from '../ports.ts';

/** The number of sessions whose owners are cached. */
const CACHED = 10_000;

/** Caches the owners of sessions, which never change. */
export class OwnersOfSessions {
  readonly #cache: LRUCache<string, string>;

  constructor(
    private readonly owners: SessionOwners,
    capacity = CACHED,
  ) {
    this.#cache = new LRUCache({ max: capacity });
  }

  /** @returns ids of users by session, for the sessions of these events */
  async of(companyId: string, events: readonly FarmEvent[]): Promise<ReadonlyMap<string, string>> {
    const sessions = new Set(events.flatMap((event) => sessionInQuestion(event) ?? []));
    // Copied, because what is looked up now may evict the owner of another session of these events.
    const found = new Map<string, string>();
    for (const sessionId of sessions) {
      const userId = this.#cache.get(sessionId);
      if (userId !== undefined) found.set(sessionId, userId);
    }
    const unknown = [...sessions].filter((sessionId) => !found.has(sessionId));
    if (unknown.length > 0)
      for (const [sessionId, userId] of await this.owners.of(companyId, unknown)) {
        found.set(sessionId, userId);
        this.#cache.set(sessionId, userId);
      }
    return found;
  }
}
