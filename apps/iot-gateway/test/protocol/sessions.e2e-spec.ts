import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import type { IPublishPacket } from 'mqtt-packet';
import {
  ack,
  Caller,
  CLEAN,
  DISCONNECT,
  GatewaySystem,
  gone,
  LASTING,
  messages,
  named,
  NEW,
  ownTopic,
  packet,
  PRESENT,
  publish,
  type RawClient,
  subscribe,
  weatherTopic,
} from '../harness/index.ts';

const [PUBACK, PUBREC, PUBREL, PUBCOMP] = [0x40, 0x50, 0x62, 0x70];

let system: GatewaySystem;
beforeAll(async () => {
  system = await GatewaySystem.start();
});
afterAll(() => system?.stop());

describe('Session Present', () => {
  it('is 1 once there is a session, even without subscriptions, until a clean one replaces it', async () => {
    const caller = await Caller.make(system);
    expect(await caller.greeting()).toEqual(NEW);
    expect(await caller.greeting()).toEqual(PRESENT);
    expect(await caller.greeting(LASTING, 'another')).toEqual(NEW);
    expect(await caller.greeting(CLEAN)).toEqual(NEW);
    expect(await caller.greeting()).toEqual(NEW);
    expect(await caller.greeting()).toEqual(PRESENT);
  });

  it('is 1 after the last filter was removed', async () => {
    const caller = await Caller.make(system);
    const client = await caller.call();
    const filter = `v1/devices/${caller.device.deviceId}/commands/#`;
    client.send(subscribe([filter]), packet(0xa2, subscribe([filter]).subarray(2, -1)), DISCONNECT);
    await client.closed;
    expect(await caller.greeting()).toEqual(PRESENT);
  });

  it('is 0 for a client of MQTT 3.1, which reserves it, and its session is resumed all the same', async () => {
    const caller = await Caller.make(system);
    const as31 = () => caller.call(LASTING, undefined, 'mine', { protocol: 'MQIsdp', level: 3 });
    const first = await as31();
    first.send(subscribe([`v1/devices/${caller.device.deviceId}/commands/#`]));
    await first.bytes(4 + 5);
    await gone(first);
    await system.command(caller.device, 'kept');
    const again = await as31();
    expect([...again.received.subarray(0, 4)]).toEqual(NEW);
    expect(named(await messages(again, 1))).toMatchObject([{ name: 'kept' }]);
    await gone(again);
    // The same session, asked for as MQTT 3.1.1.
    expect(await caller.greeting()).toEqual(expect.arrayContaining(PRESENT));
  });

  it('is 0 for a session that was evicted by ten others', async () => {
    const caller = await Caller.make(system);
    expect(await caller.greeting(LASTING, 'first')).toEqual(NEW);
    for (let i = 0; i < 10; i++) await caller.greeting(LASTING, `other-${i}`);
    expect(await caller.greeting(LASTING, 'first')).toEqual(NEW);
  });

  it('is 1 after half of a QoS 2 exchange, which continues and stores nothing twice', async () => {
    const caller = await Caller.make(system);
    const { deviceId } = caller.device;
    const message = (first: number) =>
      publish(weatherTopic(deviceId), '{"ts":1767225600000,"te":1}', first, 7);
    const stored = async () =>
      (await system.sql('SELECT 1 FROM telemetry.weather WHERE device_id = $1', [deviceId])).length;
    const first = await caller.call();
    first.send(message(0x34));
    expect([...(await first.bytes(8))]).toEqual([...NEW, ...ack(PUBREC, 7)]);
    await gone(first);
    const second = await caller.call();
    second.send(message(0x3c));
    expect([...(await second.bytes(8))]).toEqual([...PRESENT, ...ack(PUBREC, 7)]);
    await gone(second);
    const third = await caller.call();
    third.send(ack(PUBREL, 7));
    expect([...(await third.bytes(8))]).toEqual([...PRESENT, ...ack(PUBCOMP, 7)]);
    expect(await stored()).toBe(1);
    third.end();
  });
});

describe('a persistent session', () => {
  it('keeps no more than 200 messages of QoS 2 without PUBREL over all of its connections', async () => {
    const caller = await Caller.make(system);
    const send = (client: RawClient, from: number, count: number) =>
      client.send(
        ...Array.from({ length: count }, (_, i) =>
          publish(ownTopic(caller.device.deviceId, 'status'), '', 0x34, from + i),
        ),
      );
    const first = await caller.call();
    send(first, 1, 150);
    await first.bytes(4 + 4 * 150);
    await gone(first);
    const second = await caller.call();
    second.send(ack(PUBREL, 1));
    send(second, 151, 51);
    await second.bytes(4 + 4 + 4 * 51);
    send(second, 202, 1);
    expect(await second.closed).toBe(1008);
    expect(second.closeReason).toBe('too many QoS 2 messages without PUBREL');
    expect(await caller.greeting(CLEAN)).toEqual(NEW);
    const third = await caller.call();
    send(third, 1, 200);
    await third.bytes(4 + 4 * 200);
    third.end();
  });
});

describe('commands in flight when a connection is lost', () => {
  const names = Array.from({ length: 10 }, (_, i) => `step-${i}`);

  /** Subscribes, and gets the maximum number of commands in flight, none of which it acknowledges. */
  async function underway(
    caller: Caller,
    flags: number,
  ): Promise<{ client: RawClient; sent: IPublishPacket[] }> {
    const client = await caller.call(flags);
    client.send(subscribe([`v1/devices/${caller.device.deviceId}/commands/#`]));
    await client.bytes(9);
    for (const name of names) await system.command(caller.device, name);
    return { client, sent: await messages(client, 10) };
  }

  it('are sent again to the session under the same packet ids, with DUP, in order, before the others', async () => {
    const caller = await Caller.make(system);
    const { client, sent } = await underway(caller, LASTING);
    expect(named(sent).map(({ name, dup }) => [name, dup])).toEqual(names.map((name) => [name, false]));
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(10);
    client.send(ack(PUBACK, sent[0]!.messageId!), ack(PUBACK, sent[2]!.messageId!));
    await delivered(caller, 2);
    await gone(client);
    const again = sent.filter((_, i) => i !== 0 && i !== 2);
    const resumed = await caller.call();
    await messages(resumed, 8);
    for (const name of ['step-10', 'step-11']) await system.command(caller.device, name);
    const second = named(await messages(resumed, 10));
    expect(second.slice(0, 8)).toEqual(named(again).map((each) => ({ ...each, dup: true })));
    expect(second.slice(8).map(({ name, dup }) => [name, dup])).toEqual([
      ...[
        ['step-10', false],
        ['step-11', false],
      ],
    ]);
    await gone(resumed);
    const third = named(await messages(await caller.call(), 10));
    expect(third).toEqual(second.map((each) => ({ ...each, dup: true })));
  });

  it('are new to a clean session', async () => {
    const caller = await Caller.make(system);
    const { client } = await underway(caller, CLEAN);
    await gone(client);
    const second = await caller.call(CLEAN);
    second.send(subscribe([`v1/devices/${caller.device.deviceId}/commands/#`]));
    expect(named(await messages(second, 10)).map(({ name, dup }) => [name, dup])).toEqual(
      names.map((name) => [name, false]),
    );
    second.end();
  });

  it('are new to a session that was disconnected when they were sent', async () => {
    const caller = await Caller.make(system);
    const client = await caller.call();
    client.send(subscribe([`v1/devices/${caller.device.deviceId}/commands/#`]));
    await client.bytes(9);
    client.send(DISCONNECT);
    await client.closed;
    await system.command(caller.device, 'late');
    const [late] = named(await messages(await caller.call(), 1));
    expect(late).toMatchObject({ name: 'late', dup: false });
  });

  it('wait for an earlier one that has the same packet id', async () => {
    const caller = await Caller.make(system);
    for (const [name, end] of [
      ['one', 'aaaa'],
      ['two', 'aaaa'],
      ['three', 'bbbb'],
    ] as const)
      await system.command(caller.device, name, {}, '1 day', `${newId().slice(0, -4)}${end}`);
    const client = await caller.call();
    client.send(subscribe([`v1/devices/${caller.device.deviceId}/commands/#`]));
    const [first, ...early] = await messages(client, 1);
    expect(early).toEqual([]);
    client.send(ack(PUBACK, first!.messageId!));
    const all = named(await messages(client, 3));
    expect(all.map(({ name, messageId }) => [name, messageId])).toEqual([
      ...[
        ['one', 0xaaaa],
        ['two', 0xaaaa],
        ['three', 0xbbbb],
      ],
    ]);
    client.end();
  });

  async function delivered({ device }: Caller, count: number): Promise<void> {
    for (let i = 0; i < 200; i++) {
      const rows = await system.sql(
        'SELECT 1 FROM telemetry.commands WHERE device_id = $1 AND delivered_at IS NOT NULL',
        [device.deviceId],
      );
      if (rows.length === count) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    throw new Error(`Not ${count} were delivered`);
  }
});
