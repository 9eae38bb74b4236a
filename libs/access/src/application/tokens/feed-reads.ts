import type { Clock } from '@furrow/kernel';
import type { Principal } from '../../domain/principal.ts';
import type { FeedRead, FeedReadRepository } from '../ports.ts';

const AT_ONCE = 500;

/**
 * How far each API token is in each change feed that it reads: collected in memory, one entry for each, and written periodically, so that no
 * request waits for it.
 */
export class FeedReads {
  #noted = new Map<string, FeedRead>();

  constructor(
    private readonly store: FeedReadRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Of users nothing is noted, because they read in the console.
   * @param hasMore whether more was waiting after the page
   */
  note(principal: Principal, feed: string, hasMore: boolean): void {
    if (principal.kind !== 'token') return;
    const at = this.clock.now();
    const [caughtUpAt, behindSince] = hasMore ? [null, at] : [at, null];
    this.#add({ keyId: principal.keyId, feed, readAt: at, caughtUpAt, behindSince });
  }

  /** Writes the reads since the last time; those that cannot be written are kept for the next time. */
  async flush(): Promise<void> {
    if (this.#noted.size === 0) return;
    const left = new Set(this.#noted.values());
    this.#noted = new Map();
    try {
      const noted = [...left];
      for (let start = 0; start < noted.length; start += AT_ONCE) {
        const slice = noted.slice(start, start + AT_ONCE);
        const setAside = new Set(await this.store.record(slice));
        for (const read of slice) if (!setAside.has(read)) left.delete(read);
      }
    } finally {
      for (const read of left) this.#add(read);
    }
  }

  #add(read: FeedRead): void {
    const key = `${read.keyId} ${read.feed}`;
    const known = this.#noted.get(key);
    this.#noted.set(key, known ? joined(known, read) : read);
  }
}

/**
 * What two summaries of one reader's pages say together; several processes answer the pages of a reader. Whether it is
 * behind is right in either order. Since when is the first page in a row if summaries are joined in the order of their
 * pages, else possibly a later one.
 */
export function joined(one: FeedRead, other: FeedRead): FeedRead {
  const readAt = one.readAt > other.readAt ? one.readAt : other.readAt;
  const caughtUpAt = latest(one.caughtUpAt, other.caughtUpAt);
  const isAfter = (at: Date) => caughtUpAt === null || at > caughtUpAt;
  const behind = [one.behindSince, other.behindSince].filter((at) => at !== null).filter(isAfter);
  const behindSince = behind.reduce((first, at) => (at < first ? at : first), readAt);
  return {
    ...{ keyId: one.keyId, feed: one.feed, readAt, caughtUpAt },
    behindSince: isAfter(readAt) ? behindSince : null,
  };
}

function latest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
