import { LARGE_PACE, LOOK_EVERY_MS, MinimumPace } from '@furrow/http/limits';
import type { FairSemaphore, Release } from '@furrow/concurrency';

/** A larger packet is read only when it is its turn. */
export const LARGE_BYTES = 64 * 1_024;

/** The connection of a large packet. */
export interface PacketSource {
  readonly companyId: string;
  /** Bytes received so far. */
  readonly receivedBytes: number;
  /** Delays are not the client's fault while it is not being read. */
  readonly isHeld: boolean;
  /** The packet arrives too slowly. */
  onLate(): void;
  /** There were no permits in time. */
  onRefused(): void;
  /** `isAwaited` has changed. */
  onAwaited(): void;
}

/** An incomplete packet. */
interface Arriving {
  readonly chunks: Buffer[];
  bytes: number;
  /** Its complete size. */
  readonly size: number;
  readonly permit: Permit;
}

/** The large incomplete parts of one connection: a packet, and the WebSocket frame that may contain it. */
export class LargePackets {
  #packet: Arriving | undefined;
  #frame: Permit | undefined;
  #awaited = 0;

  /**
   * @param semaphore with one permit per byte
   * @param maxPacketBytes the assumed size of a frame, which is unknown
   */
  constructor(
    private readonly source: PacketSource,
    private readonly semaphore: FairSemaphore,
    private readonly maxPacketBytes: number,
  ) {}

  /** Whether something waits for permits. */
  get isAwaited(): boolean {
    return this.#awaited > 0;
  }

  /** Whether arriving bytes belong to an incomplete packet. */
  get isWithinPacket(): boolean {
    return this.#packet !== undefined;
  }

  /** Starts a packet with its first bytes. @param size of the complete packet, in bytes */
  begin(beginning: Buffer, size: number): void {
    const chunks = [Buffer.from(beginning)];
    this.#packet = { chunks, bytes: beginning.length, size, permit: this.#admit(size) };
  }

  /** @returns the packet and what follows it, once it is complete */
  add(data: Buffer): Buffer | undefined {
    const packet = this.#packet;
    if (packet === undefined) return data;
    packet.chunks.push(data);
    packet.bytes += data.length;
    if (packet.bytes < packet.size) return undefined;
    this.endPacket();
    return Buffer.concat(packet.chunks);
  }

  /** ws emits a frame when it is complete and buffers it invisibly until then: so a large one needs permits as well. */
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

  /** Releases everything. */
  end(): void {
    this.endPacket();
    this.endFrame();
  }

  /** Waits for permits; nothing must be read meanwhile. */
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

/** The permits of something large while it arrives, at a minimum pace. */
class Permit {
  readonly #gone = new AbortController();
  #release: Release | undefined;
  #watch: NodeJS.Timeout | undefined;

  constructor(private readonly source: PacketSource) {}

  /** Resolves when it may be read, or no longer needs to be. */
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
