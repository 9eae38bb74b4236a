import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from '@jest/globals';
import type { Client } from 'aedes';
import { generate, type IConnectPacket } from 'mqtt-packet';
import { DeviceBroker } from './broker.ts';
import type { Connection } from './connection.ts';

type Connecting = Pick<IConnectPacket, 'clientId'> & Partial<IConnectPacket>;
type Connected = Client & { will: { payload: Buffer } | null };

async function connectTo(broker: DeviceBroker, connect: Connecting): Promise<Connected> {
  const [stream, device] = duplexPair();
  const connection = { stream, device: { deviceId: 'ws' }, admit: () => undefined };
  broker.serve(connection as unknown as Connection);
  const ready = once(broker, 'clientReady');
  device.write(
    generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      keepalive: 0,
      ...connect,
    }),
  );
  const [client] = (await ready) as [Connected];
  return client;
}

const closed = (broker: DeviceBroker) => new Promise<void>((done) => broker.close(() => done()));

/** A connected client as the broker knows it, and the stored part of its will. */
async function connected(connect: Connecting): Promise<{ id: string; will: Buffer | undefined }> {
  const broker = await DeviceBroker.start({});
  const client = await connectTo(broker, connect);
  const will = client.will?.payload;
  client.will = null; // the broker would publish it
  await closed(broker);
  return { id: client.id, will };
}

it('the broker keeps only the will of a CONNECT with a will', async () => {
  const payload = Buffer.from('off');
  const { will } = await connected({
    clientId: 'x',
    will: { topic: 'v1/devices/ws/status', payload, qos: 0, retain: false },
    username: 'u',
    password: Buffer.alloc(60_000),
  });
  expect(will).toEqual(payload);
  expect(will!.buffer.byteLength).toBe(payload.length);
});

it('the broker shortens long client ids without making different ones equal', async () => {
  const ids = [`${'x'.repeat(60_000)}a`, `${'x'.repeat(60_000)}b`, 'x'.repeat(128), 'short'];
  const kept = await Promise.all(ids.map(async (clientId) => (await connected({ clientId })).id));
  expect(kept.slice(2)).toEqual([`ws/${'x'.repeat(128)}`, 'ws/short']);
  expect(new Set(kept).size).toBe(4);
  for (const id of kept) expect(id.length).toBeLessThanOrEqual('ws/'.length + 128);
});

it('the broker keeps neither user names nor passwords of connections', async () => {
  setFlagsFromString('--expose_gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const used = async () => {
    for (let i = 0; i < 5; i++) await turn(); // pending work retains objects
    for (let i = 0; i < 2; i++) collectGarbage(); // once more for what finalizers let go
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const [broker, connections, bytes] = [await DeviceBroker.start({}), 40, 60_000];
  const connectAll = async (prefix: string) => {
    for (let i = 0; i < connections; i++)
      await connectTo(broker, {
        ...{ clientId: `${prefix}${i}`, username: 'u'.repeat(bytes), password: Buffer.alloc(bytes) },
      });
  };
  await connectAll('warm');
  const before = await used();
  await connectAll('kept');
  const kept = ((await used()) - before) / connections;
  expect(broker.connectedClients).toBe(2 * connections);
  await closed(broker);
  expect(kept).toBeLessThan(bytes / 2);
});
