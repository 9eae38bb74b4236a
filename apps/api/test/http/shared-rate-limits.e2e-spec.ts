import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DebianServer, describeWith, until } from '@furrow/testbed';
import { aFarm, PROJECTS, type ProvisionedFarm } from '@furrow/testbed/farms';
import { type Answer, type ApiProcess, Client, System } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';

const RATE = 5;
const BURST = 10;

describeWith('redis-server', 'two processes that share a Redis', () => {
  let redis: DebianServer;
  let system: System;
  let other: ApiProcess;
  let farm: ProvisionedFarm;
  beforeAll(async () => {
    redis = await DebianServer.redis();
    system = await System.start({
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      RATE_LIMIT_PER_SECOND: String(RATE),
    });
    [other, farm] = await Promise.all([system.another(), system.provision(aFarm('acme'))]);
  });
  afterAll(async () => {
    await other?.end();
    await system?.stop();
    await redis?.stop();
  });

  async function order(command: string) {
    const socket = connect(redis.port, '127.0.0.1');
    socket.write(`${command}\r\n`);
    await once(socket, 'data');
    socket.destroy();
  }

  const atBoth = (name: string) => [farm.as(name), new Client(other.url, farm.as(name).headers)] as const;

  /** Sends so many more requests than the limit that their duration makes no difference. */
  async function askBoth(name: string) {
    const began = performance.now();
    const answers = await Promise.all(
      atBoth(name).flatMap((client) => Array.from({ length: 60 }, () => client.get(PROJECTS))),
    );
    const seconds = (performance.now() - began) / 1_000;
    const passed = answers.filter(({ status }) => status === 200).length;
    return { refused: answers.filter(({ status }) => status !== 200), passed, seconds };
  }

  const alone = async () =>
    Promise.all(
      [system.url, other.url].map(async (url) => {
        const { text } = await new Client(url).get('/metrics');
        return Number(/^furrow_rate_limits_alone (\d)$/m.exec(text)?.[1]);
      }),
    );
  const bothAre = (state: 0 | 1) =>
    until(`both are ${state ? 'alone' : 'together'}`, async () => {
      for (const client of atBoth('ada')) expect([200, 429]).toContain((await client.get(PROJECTS)).status);
      return (await alone()).every((value) => value === state);
    });
  const outages = () => [system.log, other.output()].join('').split('Redis is unavailable').length;
  /**
   * Repeats the measurement if Redis seemed to hang on a busy machine: each process then counts by itself, and logs
   * that a little later.
   */
  async function shared(name: string) {
    for (;;) {
      const before = outages();
      const found = await askBoth(name);
      if (found.passed > 0 && outages() === before) return found;
      await bothAre(0);
    }
  }
  const expectShared = ({
    passed,
    refused,
    seconds,
  }: {
    passed: number;
    refused: Answer[];
    seconds: number;
  }) => {
    expect(passed).toBeLessThanOrEqual(BURST + RATE * seconds + 1);
    for (const answer of refused) expectRefusal(answer, 429, 'B', 'rate_limited');
  };

  it('together admit the rate of one credential', async () => {
    await bothAre(0);
    expectShared(await shared('ana'));
    // Other users are not affected, and the refused one may return after waiting.
    expect((await farm.as('ben').get(PROJECTS)).status).toBe(200);
    const [, there] = atBoth('ana');
    await until('it passes again', async () => (await there.get(PROJECTS)).status === 200);
  });

  it('together admit the rate of one address', async () => {
    const empty = `HSET furrow:rate:address:127.0.0.1 tokens -1000000 at ${Date.now()}`;
    await order(empty);
    for (const client of [system.stranger, new Client(other.url)]) {
      const refused = await until('what was borrowed is used up', async () => {
        const answer = await client.get(PROJECTS);
        return answer.status === 429 && answer;
      });
      expectRefusal(refused, 429, 'B', 'rate_limited');
      expect(refused.text).toContain('this address');
    }
    await order('DEL furrow:rate:address:127.0.0.1');
  });

  it('count alone while it is down, and together again afterwards', async () => {
    await redis.stop('SIGKILL');
    await bothAre(1);
    const { passed, refused } = await askBoth('gus');
    expect(passed).toBeGreaterThanOrEqual(2 * BURST);
    for (const answer of refused) expectRefusal(answer, 429, 'B', 'rate_limited');
    await until('it is told', () =>
      system.log.includes('Redis is unavailable: each process counts rate limits alone'),
    );
    redis = await DebianServer.redis(redis.port);
    await bothAre(0);
    await until('it is told', () => system.log.includes('Redis is available again'));
    expectShared(await shared('gus'));
  });

  it('count alone while it hangs', async () => {
    await order('CLIENT PAUSE 600000 ALL');
    await bothAre(1);
    const started = await system.another(); // and so does a process that starts now
    const client = new Client(started.url, farm.as('ben').headers);
    expect((await client.get(PROJECTS)).status).toBe(200);
    await started.end();
  });
});
