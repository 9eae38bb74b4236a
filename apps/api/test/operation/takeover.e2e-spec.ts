import { globSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeIf, until } from '@furrow/testbed';
import { aFarm, aProject, type ProvisionedFarm } from '@furrow/testbed/farms';
import { Client, fetch, System } from '@furrow/testbed/system';
import { sessionAboutToEnd, storedStatus, STRICT } from '../harness/farms/lapsing-session.ts';
import { Telemetry } from '@furrow/telemetry/testing/stations';

const ALERT = '/api/control/alerts/frost';

let system: System;
let telemetry: Telemetry;
let farm: ProvisionedFarm;
beforeAll(async () => {
  system = await System.start();
  telemetry = Telemetry.over(system);
  const projects = [aProject('north', 'n', 1), STRICT];
  const devices = [{ deviceId: 'ws-1', project: 'north', sector: 'n1' }];
  farm = await system.provision(aFarm('acme', { projects, devices }));
});
afterAll(async () => {
  await telemetry?.close();
  await system?.stop();
});

const aboutToEnd = async (): Promise<string> => (await sessionAboutToEnd(farm, 3_000)).sessionId;
const isClosed = async (sessionId: string) => (await storedStatus(system, sessionId)) === 'closed';

it('a session is closed by the process that sweeps, and by another one when that is killed, which also evaluates alerts', async () => {
  const another = await system.another();
  const leads = async (url: string) => {
    const { text } = await new Client(url).get('/metrics');
    const found = [...text.matchAll(/^furrow_background_leader\{kind="([^"]+)"\} (\d)$/gm)];
    return new Map(found.map(([, job = '', state]) => [job, Number(state)]));
  };
  await until('each job has one leader', async () => {
    const [here, there] = [await leads(system.url), await leads(another.url)];
    expect([...there.keys()]).toEqual([...here.keys()]);
    return here.size > 0 && [...here].every(([job, state]) => state + (there.get(job) ?? 0) === 1);
  });
  const before = await leads(system.url);
  expect([before.get('session sweep'), before.get('alert evaluation')]).toEqual([1, 1]);

  const swept = await aboutToEnd();
  await until('it is swept', () => isClosed(swept));
  expect(another.output()).not.toContain('lapsed sessions');
  const frost = { name: 'Frost', kind: 'threshold', project: 'north', device: 'ws-1' };
  const rule = { ...frost, metric: 'te', below: 0, for: '0s', clearBy: 1 };
  expect((await farm.as('ada').request('PUT', ALERT, rule)).status).toBe(200);
  const lapsing = await aboutToEnd();
  await system.kill();
  const ts = new Date(Date.now() - 60_000).toISOString();
  await telemetry.station(farm, 'ws-1', 'north/n1').send('weather', [{ ts, te: -3 }]);
  await until('the other one sweeps it', () => isClosed(lapsing));
  // It says so after its commit.
  await until('it says so', () => another.output().includes('closed 1 lapsed sessions'));
  system.continueWith(another);
  await until(
    'another process judges it',
    async () => (await farm.as('ada').get(ALERT)).data.state === 'firing',
  );
});

const [LIBFAKETIME = ''] = globSync('/usr/lib/*/faketime/libfaketime.so.1');

describeIf(LIBFAKETIME !== '', 'faketime', 'a process whose clock is days ahead', () => {
  it('closes what has lapsed by the clock of the database, and nothing else', async () => {
    const standing = await farm.session(farm.as('ana'));
    const lapsing = await aboutToEnd();
    await system.kill();
    const ahead = await system.another({
      LD_PRELOAD: LIBFAKETIME,
      FAKETIME: `+${Number(process.env['FAKETIME'] ?? 0) + 3 * 86_400}`,
      ...{ FAKETIME_DONT_FAKE_MONOTONIC: '1', FAKETIME_CACHE_DURATION: '1000000', NO_FAKE_STAT: '1' },
    });
    system.continueWith(ahead);
    const { headers } = await fetch(`${ahead.url}/health/live`);
    expect(Date.parse(headers.get('date') ?? '')).toBeGreaterThan(Date.now() + 2 * 86_400_000);
    await until('it has swept', () => isClosed(lapsing));
    expect(await storedStatus(system, standing.sessionId)).toBe('open');
  });
});
