import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith } from '@furrow/testbed';
import { Crew, sendReadings } from './harness/crew.ts';
import { type Api, type Farm, Installation } from './harness/installation.ts';
import { scrape } from './harness/metrics.ts';
import { Nginx } from './harness/nginx.ts';

/** Sends from a chosen local address; all of 127.0.0.0/8 is this machine. */
function guess(url: string, from: string, headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      `${url}/api/iot/token`,
      {
        method: 'POST',
        agent: false,
        localAddress: from,
        headers: { 'content-type': 'application/json', ...headers },
      },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    asked.once('error', reject);
    asked.end(JSON.stringify({ deviceId: 'ws-1', deviceSecret: 'wrong' }));
  });
}

describeWith('nginx-light', 'behind docker/nginx', () => {
  let installation: Installation;
  let farm: Farm;
  let apis: Api[];
  let nginx: Nginx;

  beforeAll(async () => {
    installation = await Installation.make({ TRUST_PROXY: '1', METRICS_TOKEN: 'of-metrics' });
    farm = await installation.provision();
    const [gateway, ...started] = await Promise.all([
      installation.gateway(),
      installation.api(),
      installation.api(),
    ]);
    apis = started;
    nginx = await Nginx.start({
      api: apis.map(({ ready }) => ready.url),
      'iot-gateway': [gateway.ready.url],
    });
  });
  afterAll(async () => {
    await nginx?.stop();
    await installation?.remove();
  });

  it('requests are distributed, and readings arrive at the same address over WebSocket', async () => {
    const crew = new Crew(nginx.url, await installation.bearer(), farm);
    await crew.open();
    for (let i = 0; i < 6; i++) expect((await crew.record()).status).toBe(201);
    const counts = await Promise.all(
      apis.map(async ({ ready }) => {
        const { samples } = await scrape(ready.url, 'of-metrics');
        return samples.get('furrow_acknowledged_total{kind="record",outcome="created"}') ?? 0;
      }),
    );
    expect(counts.toSorted()).toEqual([3, 3]);

    const mqttUrl = `${nginx.url.replace('http', 'ws')}/mqtt`;
    const at = Date.now() - 60_000;
    await sendReadings({ url: nginx.url, mqttUrl }, farm, [{ ts: at, te: 20, hr: 50 }]);
    const stored = await installation.sql('SELECT te FROM telemetry.weather');
    expect(stored).toEqual([{ te: 20 }]);
  });

  it('bodies as large as the API accepts reach it, and nginx refuses larger ones', async () => {
    const crew = new Crew(nginx.url, await installation.bearer(), farm);
    const note = 'a'.repeat(21 * 1_048_576);
    const refused = await crew.post('/api/control/forms/record', { note });
    expect([refused.status, refused.body.code]).toEqual([413, 'payload_too_large']);
    const taken = await crew.post('/api/control/forms/record', { note: note.slice(3 * 1_048_576) });
    expect([taken.status, taken.body.code]).toEqual([400, 'validation_failed']);
  });

  it('clients are known by their own address, whatever their headers claim', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 300 && !statuses.includes(429); i++)
      statuses.push(await guess(nginx.url, '127.0.0.2', { 'x-forwarded-for': `10.0.0.${i % 250}` }));
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(await guess(nginx.url, '127.0.0.3')).toBe(401);
  });

  it('metrics are not public, and requests avoid a host that is down', async () => {
    const outside = await fetch(`${nginx.url}/metrics`, { headers: { authorization: 'Bearer of-metrics' } });
    expect(outside.status).toBe(404);
    await apis[0]!.end();
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await fetch(`${nginx.url}/health/ready`)).status),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
