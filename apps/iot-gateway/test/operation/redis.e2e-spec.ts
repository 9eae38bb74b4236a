import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ServiceProcess, until } from '@furrow/testbed';
import { Redis } from 'ioredis';
import {
  Caller,
  CLEAN,
  DebianServer,
  describeWith,
  GatewaySystem,
  gone,
  LASTING,
  type Listening,
  messages,
  minute,
  named,
  NEW,
  PRESENT,
  Station,
  subscribe,
} from '../harness/index.ts';

describeWith('redis-server', 'two gateways that share a Redis', () => {
  let redis: DebianServer;
  let system: GatewaySystem;
  let other: ServiceProcess<Listening>;
  beforeAll(async () => {
    redis = await DebianServer.redis();
    const REDIS_URL = `redis://127.0.0.1:${redis.port}`;
    system = await GatewaySystem.start({ REDIS_URL });
    other = await system.another();
  });
  afterAll(async () => {
    await system?.stop();
    await redis?.stop();
  });

  async function asOperator(work: (operator: Redis) => Promise<void>): Promise<void> {
    const operator = new Redis(redis.port);
    await work(operator).finally(() => operator.disconnect());
  }

  /** The errors that a device hears at one gateway of a wrong reading that it has sent to the other. */
  async function errorsOf(sendsTo: Listening, listensAt: Listening): Promise<object[]> {
    const device = await system.device();
    const [sends, listens] = [
      await Station.connect(sendsTo, device, { clientId: 'sends' }),
      await Station.connect(listensAt, device, { clientId: 'listens' }),
    ];
    await listens.subscribe('errors');
    await sends.publish('telemetry/weather', 'nonsense');
    const errors = await listens.errors(1);
    await Promise.all([sends.end(), listens.end()]);
    return errors;
  }

  it('share persistent sessions', async () => {
    const device = await system.device();
    const options = { clean: false, clientId: 'roaming', resubscribe: false };
    const here = await Station.connect(system.listening, device, options);
    await here.subscribe('commands/#');
    await here.end();
    await system.command(device, 'follow');
    const there = await Station.connect(other.ready, device, options);
    await until('it is heard', () => there.heard.length > 0);
    expect(there.heard.map(({ topic }) => topic)).toEqual([there.topic('commands/follow')]);
    await there.end();
  });

  it('allow the same client to be connected to only one of them', async () => {
    const device = await system.device();
    const options = { clientId: 'unique' };
    const here = await Station.connect(system.listening, device, options);
    const there = await Station.connect(other.ready, device, options);
    await here.closed;
    await there.weather({ ts: minute(0), te: 1 });
    expect([here, there].map(({ client }) => client.connected)).toEqual([false, true]);
    await there.end();
  });

  it('report rejected readings to a device on whichever gateway it listens', async () => {
    expect(await errorsOf(system.listening, other.ready)).toMatchObject([{ code: 'malformed_json' }]);
  });

  describe('a session that moves to another gateway', () => {
    it('exists there without subscriptions', async () => {
      const caller = await Caller.make(system);
      expect(await caller.greeting()).toEqual(NEW);
      const there = await caller.call(LASTING, other.ready);
      expect([...there.received]).toEqual(PRESENT);
      await gone(there);
      // Then the first gateway has also heard that the client was there; hearing it later ends a new connection.
      await errorsOf(other.ready, system.listening);
      expect(await caller.greeting(CLEAN)).toEqual(NEW);
      expect(await caller.greeting()).toEqual(NEW);
    });

    it('receives what was in flight there with DUP and the same packet ids', async () => {
      const caller = await Caller.make(system);
      const here = await caller.call();
      here.send(subscribe([`v1/devices/${caller.device.deviceId}/commands/#`]));
      await here.bytes(9);
      for (const name of ['one', 'two']) await system.command(caller.device, name);
      const sent = named(await messages(here, 2));
      expect(sent.map(({ dup }) => dup)).toEqual([false, false]);
      await gone(here);
      const there = await caller.call(LASTING, other.ready);
      expect(named(await messages(there, 2))).toEqual(sent.map((each) => ({ ...each, dup: true })));
      await system.command(caller.device, 'three');
      expect(named(await messages(there, 3))[2]).toMatchObject({ name: 'three', dup: false });
      there.end();
    });
  });

  it('serve connected devices while it is unavailable, and all devices afterwards', async () => {
    const [device, late] = [await system.device(), await system.device()];
    const options = { clean: false, reconnectPeriod: 200 };
    const [here, there] = [
      await Station.connect(system.listening, device, { ...options, clientId: 'here' }),
      await Station.connect(other.ready, device, { ...options, clientId: 'there' }),
    ];
    await there.subscribe('errors');
    const send = (from: number) =>
      Promise.all(
        Array.from({ length: 40 }, (_, i) => (i % 2 ? here : there).weather({ ts: minute(from + i), te: 1 })),
      );
    const readings = async ({ deviceId }: Station | typeof late) =>
      (await system.sql('SELECT 1 FROM telemetry.weather WHERE device_id = $1', [deviceId])).length;
    await send(0);
    await redis.stop('SIGKILL');
    await send(100);
    expect(await readings(here)).toBe(80);
    const come = () => Station.connect(system.listening, late, { clean: false, clientId: 'late' });
    await expect(come()).rejects.toThrow('closed'); // its session cannot be looked up
    redis = await DebianServer.redis(redis.port);
    const came = await until('it comes back', () => come().catch(() => undefined));
    await came.weather({ ts: minute(0), te: 1 });
    await send(200);
    expect([await readings(here), await readings(late)]).toEqual([120, 1]);
    // Waits until the gateways communicate again.
    await until('a report is heard', async () => {
      await here.publish('telemetry/weather', 'nonsense');
      return there.heard.length > 0;
    });
    expect(there.heard[0]?.topic).toBe(there.topic('errors'));
    await Promise.all([here, there, came].map((station) => station.end()));
  });

  it('store subscriptions of lasting sessions, and nothing else', () =>
    asOperator(async (operator) => {
      await operator.flushall();
      const device = await system.device();
      const will = { topic: `v1/devices/${device.deviceId}/status`, payload: 'gone', qos: 1 as const };
      const options = { clean: false, clientId: 'kept', will };
      const station = await Station.connect(system.listening, device, options);
      expect(await station.subscribe('commands/#')).toEqual([1]);
      await station.publish('status', 'here');
      await station.end();
      const key = `client:${encodeURIComponent(`${device.deviceId}/kept`)}`;
      expect(await operator.keys('*')).toEqual([key]);
      expect(await operator.hkeys(key)).toContain(station.topic('commands/#'));
      const caller = new Caller(system, device);
      expect(await caller.greeting(CLEAN, 'kept')).toEqual(NEW);
      expect(await operator.keys('*')).toEqual([]);
    }));

  it('admit devices while they cannot hear each other', () =>
    asOperator(async (operator) => {
      // Ends what a gateway listens to as often as it listens again.
      const killing = setInterval(() => {
        operator.client('KILL', 'TYPE', 'pubsub').catch(() => undefined);
      }, 2);
      try {
        for (let n = 0; n < 3; n++) {
          const device = await system.device();
          const came = await Station.connect(system.listening, device, { clean: false, clientId: 'alone' });
          expect(await came.subscribe('commands/#')).toEqual([1]);
          await came.weather({ ts: minute(0), te: 1 });
          await came.end();
        }
      } finally {
        clearInterval(killing);
      }
    }));

  it('close a connection whose session cannot be looked up in time, and admit its next attempt', async () => {
    const device = await system.device();
    const come = () => Station.connect(system.listening, device, { clean: false, clientId: 'patient' });
    const ended = () =>
      system.metric('furrow_iot_ended_connections_total', '{reason="CONNECT not answered in time"}');
    const before = await ended();
    const thaw = redis.freeze();
    await expect(come()).rejects.toThrow('closed').finally(thaw);
    expect((await ended()) - before).toBe(1);
    const came = await come();
    await came.weather({ ts: minute(0), te: 1 });
    await came.end();
  });
});
