import { once } from 'node:events';
import type { Random } from '@furrow/program';
import WebSocket from 'ws';
import { connectPacket, mutated, validPackets } from './packets.ts';

const MAX_BURST = 8;
/** The share of connections that send packets before CONNECT. */
const BEFORE_CONNECT = 0.5;
const TEXT_FRAMES = 0.01;
const CUT_FRAMES = 0.1;
const ENDS_WITHIN_MS = 250;

export interface Attack {
  readonly mqttUrl: string;
  /** How many packets remain to be sent; shared by all devices. */
  readonly left: { packets: number };
  readonly done: { packets: number; connections: number; endedByGateway: number; refused: number };
}

/** A device that sends malformed packets, a few per connection, before CONNECT and after. */
export class HostileDevice {
  readonly #packets: [Buffer, ...Buffer[]];

  constructor(
    private readonly device: { readonly deviceId: string; readonly token: string },
    private readonly attack: Attack,
    private readonly random: Random,
  ) {
    this.#packets = validPackets(device.deviceId);
  }

  async run(stopping: AbortSignal): Promise<void> {
    const { left } = this.attack;
    while (left.packets > 0 && !stopping.aborted) {
      const burst = Math.min(left.packets, 1 + this.random.below(MAX_BURST));
      left.packets -= burst;
      await this.#connection(burst);
    }
  }

  async #connection(burst: number): Promise<void> {
    const { done, mqttUrl } = this.attack;
    const socket = new WebSocket(mqttUrl, 'mqtt', {
      ...{
        headers: { 'x-iot-token': this.device.token },
        perMessageDeflate: false,
        skipUTF8Validation: true,
      },
    });
    socket.on('error', () => undefined);
    const closed = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)));
    const opened = await Promise.race([once(socket, 'open').then(() => true), closed.then(() => false)]);
    if (!opened) {
      done.refused++;
      done.packets += burst;
      return;
    }
    done.connections++;
    if (!this.random.chance(BEFORE_CONNECT)) socket.send(connectPacket(`fuzz-${this.random.below(4)}`));
    for (let i = 0; i < burst; i++)
      this.#send(
        socket,
        mutated(this.random.pick(this.#packets), this.random.pick(this.#packets), this.random),
      );
    done.packets += burst;
    // The gateway closes most connections at once; on the others it waits for the rest of a packet.
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>(
      (resolve) => (timer = setTimeout(() => resolve(false), this.#timeoutMs())),
    );
    if (await Promise.race([closed, late])) done.endedByGateway++;
    clearTimeout(timer);
    socket.terminate();
  }

  #send(socket: WebSocket, packet: Buffer): void {
    if (this.random.chance(TEXT_FRAMES)) socket.send(packet.toString('latin1'));
    else if (this.random.chance(CUT_FRAMES)) {
      const at = this.random.below(packet.length + 1);
      socket.send(packet.subarray(0, at));
      socket.send(packet.subarray(at));
    } else socket.send(packet);
  }

  #timeoutMs(): number {
    return this.random.chance(0.1) ? ENDS_WITHIN_MS : 20;
  }
}
