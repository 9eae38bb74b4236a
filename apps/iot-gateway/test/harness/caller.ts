import { type IPublishPacket, parser } from 'mqtt-packet';
import type { DeviceCredential, GatewaySystem, Listening } from './gateway.ts';
import { CONNECT, DISCONNECT, RawClient } from './raw-client.ts';
import { tokenOf } from './station.ts';

/** Flags of CONNECT. */
export const [LASTING, CLEAN] = [0, 2];
/** CONNACK without and with Session Present. */
export const NEW = [0x20, 2, 0, 0];
export const PRESENT = [0x20, 2, 1, 0];

/** A device of this test, at one gateway or another. */
export class Caller {
  constructor(
    readonly system: GatewaySystem,
    readonly device: DeviceCredential,
  ) {}

  static async make(system: GatewaySystem): Promise<Caller> {
    return new Caller(system, await system.device());
  }

  async call(
    flags = LASTING,
    at: Listening = this.system.listening,
    clientId = 'mine',
    version: { protocol?: string; level?: number } = {},
  ): Promise<RawClient> {
    const client = await RawClient.open(at, await tokenOf(at, this.device));
    client.send(CONNECT({ ...version, flags, fields: [clientId] }));
    await client.bytes(4);
    return client;
  }

  /** The content of CONNACK, at the end of a connection without other packets. */
  async greeting(flags = LASTING, clientId = 'mine'): Promise<number[]> {
    const client = await this.call(flags, undefined, clientId);
    client.send(DISCONNECT);
    await client.closed;
    return [...client.received];
  }
}

/** The messages that a client has received, once there are at least `count`. */
export async function messages(client: RawClient, count: number): Promise<IPublishPacket[]> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline;) {
    const all: IPublishPacket[] = [];
    const reader = parser({ protocolVersion: 4 });
    reader.on('packet', (each) => each.cmd === 'publish' && all.push(each));
    reader.parse(client.received);
    if (all.length >= count) return all;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`Not ${count} messages came`);
}

export const named = (all: readonly IPublishPacket[]) =>
  all.map(({ topic, messageId, dup }) => ({ name: topic.split('/').at(-1), messageId, dup }));

export async function gone(client: RawClient): Promise<void> {
  client.end();
  await client.closed;
}
