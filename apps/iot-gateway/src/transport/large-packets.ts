import { LARGE_PACE, LOOK_EVERY_MS, MinimumPace } from '@furrow/http';
import type { FairSemaphore, Release } from '@furrow/platform';

/** Above it a packet is read only when it is its turn. */
export const LARGE_BYTES = 64 * 1_024;

/** What something large asks of the connection it comes over. */
export interface PacketSource {
  readonly companyId: string;
  /** Received of the connection so far. */
  readonly receivedBytes: number;
  /** Not the client's fault while it is not being read. */
  readonly isHeld: boolean;
  /** It comes too slowly. */
  onLate(): void;
  /** There were no permits for it in time. */
  onRefused(): void;
  /** What `isAwaited` says has changed. */
  onAwaited(): void;
}

/** A packet that has not arrived whole. */
interface Arriving {
  readonly chunks: Buffer[];
  bytes: number;
  /** When it is whole. */
  readonly size: number;
  readonly permit: Permit;
}

/** What of one connection is large and has not arrived whole: a packet, and the WebSocket frame that it may come in. */
export class LargePackets {
  #packet: Arriving | undefined;
  #frame: Permit | undefined;
  #awaited = 0;

  /**
   * @param semaphore with a permit a byte
   * @param maxPacketBytes what a frame is taken to have, for it does not tell
   */
  constructor(
    private readonly source: PacketSource,
    private readonly semaphore: FairSemaphore,
    private readonly maxPacketBytes: number,
  ) {}

  /** Something waits until it may be read. */
  get isAwaited(): boolean {
    return this.#awaited > 0;
  }

  /** What arrives belongs to a packet that is not whole. */
  get isWithinPacket(): boolean {
    return this.#packet !== undefined;
  }

  /** A packet whose beginning is here. @param size in bytes, when it is whole */
  begin(beginning: Buffer, size: number): void {
    const chunks = [Buffer.from(beginning)];
    this.#packet = { chunks, bytes: beginning.length, size, permit: this.#admit(size) };
  }

  /** @returns the packet and what came behind it, once it is whole */
  add(data: Buffer): Buffer | undefined {
    const packet = this.#packet;
    if (packet === undefined) return data;
    packet.chunks.push(data);
    packet.bytes += data.length;
    if (packet.bytes < packet.size) return undefined;
    this.endPacket();
    return Buffer.concat(packet.chunks);
  }

  /**
   * A WebSocket frame is handed over whole, and until then kept where nobody sees it: one that is large arrives when it
   * is its turn, like a large packet.
   */
  beginFrame(): void {
    this.#frame ??= this.#admit(this.maxPacketBytes);
  }

  endFrame(): void {
    this.#frame?.end();
    this.#frame = undefined;
  }

  endPacket(): void {
    this.#packet?.permit.end();
    this.#packet = undefined;
  }

  /** Nothing of it is waited for any more. */
  end(): void {
    this.endPacket();
    this.endFrame();
  }

  /** Waits for permits for what is large; nothing is to be read meanwhile. */
  #admit(bytes: number): Permit {
    const permit = new Permit(this.source);
    this.#awaited++;
    this.source.onAwaited();
    void permit.acquire(this.semaphore, bytes).then(() => {
      this.#awaited--;
      this.source.onAwaited();
    });
    return permit;
  }
}

/** Permits for something large while it arrives: it waits for them, and then has to keep a minimum pace. */
class Permit {
  readonly #gone = new AbortController();
  #release: Release | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(private readonly source: PacketSource) {}

  /** Resolves when it may be read, or no longer need be. */
  async acquire(semaphore: FairSemaphore, bytes: number): Promise<void> {
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
