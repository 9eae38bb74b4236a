import { once } from 'node:events';
import { duplexPair } from 'node:stream';
import { expect, it } from '@jest/globals';
import type { Client } from 'aedes';
import { generate, type IConnectPacket } from 'mqtt-packet';
import { DeviceBroker } from './broker.ts';
import type { Connection } from './connection.ts';

/** A client that connected, as the broker knows it, and what it keeps of its will. */
async function connected(
  connect: Pick<IConnectPacket, 'clientId'> & Partial<IConnectPacket>,
): Promise<{ id: string; will: Buffer | undefined }> {
  const broker = await DeviceBroker.start({});
  const [stream, device] = duplexPair();
  const connection = {
    stream: Object.assign(stream, { admit: () => undefined }),
    device: { deviceId: 'ws' },
  };
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
  const [client] = (await ready) as [Client & { will: { payload: Buffer } | null }];
  const will = client.will?.payload;
  client.will = null; // it would be taken, for which there is nobody
  await new Promise<void>((done) => broker.close(() => done()));
  return { id: client.id, will };
}

it('keeps of a CONNECT with a will no more than the will', async () => {
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

it('keeps long client ids as short ones that differ as they did', async () => {
  const ids = [`${'x'.repeat(60_000)}a`, `${'x'.repeat(60_000)}b`, 'x'.repeat(128), 'short'];
  const kept = await Promise.all(ids.map(async (clientId) => (await connected({ clientId })).id));
  expect(kept.slice(2)).toEqual([`ws/${'x'.repeat(128)}`, 'ws/short']);
  expect(new Set(kept).size).toBe(4);
  for (const id of kept) expect(id.length).toBeLessThanOrEqual('ws/'.length + 128);
});
