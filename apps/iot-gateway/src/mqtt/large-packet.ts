import { LARGE_PACE, LOOK_EVERY_MS, MinimumPace } from '@furrow/http';
import type { FairSemaphore, Release } from '@furrow/platform';

/** What a large packet asks of the connection it comes over. */
export interface PacketSource {
  readonly companyId: string;
  /** Received of the connection so far. */
  readonly receivedBytes: number;
  /** Not the client's fault while it is not being read. */
  readonly isHeld: boolean;
  /** The packet comes too slowly. */
  onLate(): void;
  /** There was no room for it in time. */
  onRefused(): void;
}

/** A large packet while it arrives: it waits for permits, one a byte, and then has to keep a minimum pace. */
export class LargePacket {
  readonly #gone = new AbortController();
  #release: Release | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(private readonly source: PacketSource) {}

  /** Resolves when it may be read, or no longer need be. */
  async admit(semaphore: FairSemaphore, bytes: number): Promise<void> {
    const { signal } = this.#gone;
    const release = await semaphore.acquire(this.source.companyId, bytes, signal);
    if (signal.aborted) release?.();
    else if (release === undefined) this.source.onRefused();
    else {
      this.#release = release;
      this.#keepPace();
    }
  }

  end(): void {
    this.#gone.abort();
    clearInterval(this.#watch);
    this.#release?.();
  }

  #keepPace(): void {
    const { source } = this;
    const progress = new MinimumPace(LARGE_PACE, performance.now(), source.receivedBytes);
    this.#watch = setInterval(() => {
      const now = performance.now();
      if (source.isHeld) progress.excuse(now, source.receivedBytes);
      else if (progress.isLate(now, source.receivedBytes)) source.onLate();
    }, LOOK_EVERY_MS);
  }
}
