import { LargePacket, type PacketSource } from './large-packet.ts';
import type { StreamHost } from './stream-host.ts';

/** Above it a packet is read only when it is its turn. */
export const LARGE_BYTES = 64 * 1_024;

/** What of one connection is large and has not arrived whole: a packet, and the WebSocket frame that it may come in. */
export class LargeArrivals {
  #packet:
    | { readonly chunks: Buffer[]; bytes: number; readonly size: number; readonly turn: LargePacket }
    | undefined;
  #frame: LargePacket | undefined;
  #awaited = 0;

  /** @param onAwaited is called when what is waited for has changed */
  constructor(
    private readonly source: PacketSource,
    private readonly host: Pick<StreamHost, 'largePackets' | 'limits'>,
    private readonly onAwaited: () => void,
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
    this.#packet = {
      ...{ chunks: [Buffer.from(beginning)], bytes: beginning.length },
      ...{ size, turn: this.#admit(size) },
    };
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
    this.#frame ??= this.#admit(this.host.limits.maxPacketBytes);
  }

  endFrame(): void {
    this.#frame?.end();
    this.#frame = undefined;
  }

  endPacket(): void {
    this.#packet?.turn.end();
    this.#packet = undefined;
  }

  /** Nothing of it is waited for any more. */
  end(): void {
    this.endPacket();
    this.endFrame();
  }

  /** Waits for permits for what is large; nothing is to be read meanwhile. */
  #admit(size: number): LargePacket {
    const packet = new LargePacket(this.source);
    this.#awaited++;
    this.onAwaited();
    void packet.admit(this.host.largePackets, size).then(() => {
      this.#awaited--;
      this.onAwaited();
    });
    return packet;
  }
}
