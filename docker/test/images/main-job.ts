import { deepStrictEqual as equal } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { deviceToken } from '@furrow/access/testing';
import mqtt from 'mqtt';
import { Crew } from '../harness/crew.ts';
import type { Farm } from '../harness/installation.ts';

const IN_SERIES_WITHIN_MS = 60_000;
const RECORDS = 50;

export interface Urls {
  readonly api: string;
  readonly iot: string;
  /** An external broker that devices publish to, where there is one. */
  readonly broker?: string;
}

/** The identities for the workflow, as printed by the command line. */
export interface People {
  readonly farm: Farm;
  readonly bearer: string;
  readonly key: string;
}

/** Records are sent twice to a session, which is closed; the report and the series contain each exactly once. */
export async function mainJob(urls: Urls, people: People, say: (line: string) => void): Promise<void> {
  await harvest(urls, people);
  say(`a session took ${RECORDS} records, sent twice; it is closed, and the report counts each once`);
  await reading(urls, people);
  say('a reading was published by a device, and is in the series');
}

async function harvest({ api }: Urls, { farm, bearer, key }: People): Promise<void> {
  const crew = new Crew(api, bearer, farm);
  const sessionId = await crew.open();
  const records = Array.from({ length: RECORDS }, () => crew.draft(randomUUID(), 0.5));
  for (const expected of [201, 200]) {
    const { body } = await crew.bulk(records);
    const statuses = (body.data.results as { status: number }[]).map(({ status }) => status);
    equal(statuses, Array<number>(RECORDS).fill(expected));
  }
  const closed = await crew.post(`/api/control/production/sessions/${sessionId}/close`, {});
  equal([closed.status, closed.body.data.status], [200, 'closed']);
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const answer = await fetch(`${api}/api/control/harvest?startTime=${day(-1)}&endTime=${day(1)}`, {
    headers: { 'x-api-key': key },
  });
  const report = (await answer.json()) as { data: { totalUnits: number }[] };
  equal(
    report.data.reduce((sum, { totalUnits }) => sum + totalUnits, 0),
    RECORDS * 0.5,
  );
}

async function reading({ api, iot, broker }: Urls, { farm, key }: People): Promise<void> {
  const ts = Date.now() - 60_000;
  const client = broker
    ? await mqtt.connectAsync(broker, { protocolVersion: 4, reconnectPeriod: 0 })
    : await throughTheGateway(iot, farm.devices['ws-1'].deviceSecret);
  const payload = JSON.stringify({ ts, te: 19.5, hr: 50 });
  await client.publishAsync('v1/devices/ws-1/telemetry/weather', payload, { qos: 1 });
  await client.endAsync();
  const [from, to] = [ts - 3_600_000, ts + 3_600_000].map((time) =>
    new Date(time).toISOString().slice(0, 19),
  );
  const url = `${api}/api/iot/weather?projectId=${farm.projects.north}&from=${from}&to=${to}&timezone=UTC`;
  for (const deadline = Date.now() + IN_SERIES_WITHIN_MS; ;) {
    const answer = await fetch(url, { headers: { 'x-api-key': key } });
    const series = await answer.text();
    if (answer.ok && series.includes('19.5')) return;
    if (Date.now() > deadline)
      throw new Error(`The reading is not in the series: ${answer.status} ${series}`);
    await sleep(200);
  }
}

async function throughTheGateway(iot: string, deviceSecret: string) {
  const { token } = await deviceToken(iot, { deviceId: 'ws-1', deviceSecret });
  return mqtt.connectAsync(`${iot.replace('http', 'ws')}/mqtt`, {
    ...{ protocolVersion: 4, reconnectPeriod: 0 },
    wsOptions: { headers: { 'x-iot-token': token } },
  });
}
