import { message, connectPacket, publishPacket } from '@furrow/testbed/load';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { iotTokenOf } from '../stage/device.ts';
import type { TwoCompanies } from '../stage/two-companies.ts';
import { BOUNDS } from './bounds.ts';
import { floodingDevices, floodingDevice } from './flooding-devices.ts';
import { connectTo, heard } from './exchange.ts';
import { floodCost } from './flood.ts';
import type { Ledger } from './ledger.ts';
import { holding, type Target } from './measuring.ts';
import type { Selection } from './selection.ts';
import { type PacketShape, packetShapes } from './shapes/broken-packets.ts';
import { deviceFloods } from './shapes/device-floods.ts';
import { sessionFloods } from './shapes/session-floods.ts';
import { type PayloadShape, payloadShapes } from './shapes/payloads.ts';

/** The target name of a device's connection. */
export const MQTT = 'MQTT';
const ANSWERED_WITHIN_MS = 10_000;
/** How long an incomplete packet is observed. */
const SETTLED_MS = 150;

/** Measures what one device with a valid token can cost. @returns how many inputs were sent */
export async function deviceCost(
  target: Target,
  companies: TwoCompanies,
  selection: Selection,
  ledger: Ledger,
  say: (line: string) => void,
): Promise<number> {
  const { acme, stage } = companies;
  const device = floodingDevice(acme.deviceId('two'), await iotTokenOf(acme, 'two'));
  const { upgrade, topics } = device;
  const connection = new DeviceConnection(target.url, upgrade);
  const packets = selection.some(MQTT, packetShapes(), 20);
  say(`cost: MQTT, ${packets.length} malformed packets`);
  await packetsCost(target, upgrade, packets, ledger);
  const payloads = selection.some(MQTT, payloadShapes(topics), 10);
  say(`cost: MQTT, ${payloads.length} payloads`);
  for (const payload of payloads) await payloadCost(target, connection, payload, ledger);
  const floods = selection.floods(MQTT, [
    ...deviceFloods(device),
    ...sessionFloods(await floodingDevices(stage)),
  ]);
  for (const flood of floods) {
    say(`cost: MQTT, ${flood.name}`);
    await floodCost(target, flood, MQTT, ledger);
  }
  connection.close();
  return packets.length + payloads.length + floods.length;
}

/** Sends each before CONNECT and after it, on a connection of its own. */
async function packetsCost(
  target: Target,
  upgrade: Buffer,
  packets: readonly PacketShape[],
  ledger: Ledger,
): Promise<void> {
  const before = await target.probe.settledMemory();
  for (const first of [[], [message(connectPacket())]])
    for (let at = 0; at < packets.length; at += 25) {
      const some = packets.slice(at, at + 25);
      const send = async (each: readonly PacketShape[]) => {
        const sockets = await Promise.all(
          each.map(({ bytes }) => opened(target.url, [upgrade, ...first], bytes)),
        );
        await sleep(SETTLED_MS);
        for (const socket of sockets) socket.destroy();
      };
      const together = await holding(target, () => send(some));
      const isSlow = together.heldMs > BOUNDS.heldMs;
      for (const one of some) {
        const { heldMs, busiest } = isSlow ? await holding(target, () => send([one])) : together;
        const name = `${one.name}${first.length > 0 ? ', after CONNECT' : ', before CONNECT'}`;
        ledger.note('heldMs', { target: MQTT, shape: name, size: one.bytes.length }, heldMs, busiest);
      }
    }
  const { used } = await target.probe.settledMemory();
  ledger.note('keptBytes', { target: MQTT, shape: 'all malformed packets', size: 0 }, used - before.used);
}

async function payloadCost(
  target: Target,
  connection: DeviceConnection,
  { name, topic, sizes, at }: PayloadShape,
  ledger: Ledger,
): Promise<void> {
  for (const size of sizes) {
    const bytes = message(publishPacket(topic, at(size), 1));
    const tried = { target: MQTT, shape: name, size };
    const { heldMs, busiest } = await holding(target, () => connection.ask(bytes));
    ledger.note('heldMs', tried, heldMs, busiest);
    if (heldMs > BOUNDS.heldMs) return;
  }
}

/** A device that publishes one payload after the other, and reconnects when its connection is closed. */
class DeviceConnection {
  #socket: Socket | undefined;

  constructor(
    private readonly url: string,
    private readonly upgrade: Buffer,
  ) {}

  /** Resolves when it is answered or the connection ends. */
  async ask(bytes: Buffer): Promise<void> {
    if (this.#socket === undefined || this.#socket.destroyed || !this.#socket.writable)
      this.#socket = await opened(this.url, [this.upgrade, message(connectPacket())]);
    await answerTo(this.#socket, bytes);
  }

  close(): void {
    this.#socket?.destroy();
  }
}

async function opened(url: string, opening: readonly Buffer[], last?: Buffer): Promise<Socket> {
  const socket = connectTo(url);
  socket.on('error', () => undefined);
  for (const bytes of opening) await answerTo(socket, bytes);
  if (last) socket.write(last);
  socket.resume();
  return socket;
}

async function answerTo(socket: Socket, bytes: Buffer): Promise<void> {
  socket.write(bytes);
  await heard(socket, ANSWERED_WITHIN_MS);
}
