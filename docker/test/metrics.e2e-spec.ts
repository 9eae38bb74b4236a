import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { textOf } from './harness/compose.ts';
import { Crew, sendReadings } from './harness/crew.ts';
import { type Api, type Farm, type Gateway, Installation } from './harness/installation.ts';
import { scrape, type Scrape } from './harness/metrics.ts';

const ACKNOWLEDGED = 'furrow_acknowledged_total';

let installation: Installation;
let farm: Farm;
let api: Api;
let gateway: Gateway;
let crew: Crew;
let sessionId: string;

beforeAll(async () => {
  installation = await Installation.make();
  farm = await installation.provision();
  [api, gateway] = await Promise.all([
    // Without a Redis that answers, it works as usual and exports all of its metrics.
    installation.api({ REDIS_URL: 'redis://127.0.0.1:9', RATE_LIMIT_PER_SECOND: '100' }),
    installation.gateway(),
  ]);
  crew = new Crew(api.ready.url, await installation.bearer(), farm);
  sessionId = await crew.open();
});
afterAll(() => installation?.remove());

/** Scrapes until the expected samples appear, because metrics that cost a query are refreshed periodically. */
async function shown(
  url: string,
  isThere: (samples: Scrape['samples']) => boolean,
): Promise<Scrape['samples']> {
  for (const deadline = performance.now() + 60_000; performance.now() < deadline;) {
    await sleep(500);
    const { samples } = await scrape(url);
    if (isThere(samples)) return samples;
  }
  throw new Error('It was never shown');
}

describe('the API', () => {
  it('counts what it acknowledged and refused, by kind, outcome and code', async () => {
    const before = (await scrape(api.ready.url)).samples;
    await crew.record('one');
    await crew.record('one');
    await crew.record('one', 2);
    const wrong = { ...crew.draft('wrong'), units: -1 };
    const bulk = await crew.bulk([crew.draft('one'), crew.draft('two'), crew.draft('three'), wrong]);
    expect(bulk.body.data.summary).toEqual({ created: 2, repeated: 1, failed: 1 });
    const form = { formId: farm.forms.notes, clientRecordId: 'f', values: { note: 'dry' } };
    expect([
      await crew.post('/api/control/forms/record', form),
      await crew.post('/api/control/forms/record', form),
    ]).toEqual([expect.objectContaining({ status: 201 }), expect.objectContaining({ status: 200 })]);
    const { samples } = await scrape(api.ready.url);
    const grown = (series: string) => (samples.get(series) ?? 0) - (before.get(series) ?? 0);
    expect({
      created: grown(`${ACKNOWLEDGED}{kind="record",outcome="created"}`),
      repeated: grown(`${ACKNOWLEDGED}{kind="record",outcome="repeated"}`),
      forms: grown(`${ACKNOWLEDGED}{kind="form_record",outcome="created"}`),
      formsAgain: grown(`${ACKNOWLEDGED}{kind="form_record",outcome="repeated"}`),
      reused: grown('furrow_refused_total{code="idempotency_key_reused"}'),
      invalid: grown('furrow_refused_total{code="validation_failed"}'),
    }).toEqual({ created: 3, repeated: 2, forms: 1, formsAgain: 1, reused: 1, invalid: 1 });
  });

  it('exposes its pool, overdue sessions and waiting commands, and no id in any label', async () => {
    const samples = await shown(api.ready.url, (now) => now.get('furrow_sessions_open') === 1);
    expect(samples.get('furrow_database_pool_size')).toBe(20);
    for (const name of [
      ...['furrow_database_connections', 'furrow_database_connections_in_use', 'furrow_database_waiting'],
      ...['furrow_sessions_overdue', 'furrow_sessions_overdue_seconds', 'furrow_snapshots_lagging'],
      ...['furrow_snapshot_lag_seconds', 'furrow_commands_waiting', 'furrow_commands_oldest_seconds'],
      ...['furrow_media_unkept', 'furrow_media_orphans'],
    ])
      expect([name, samples.get(name)]).toEqual([name, expect.any(Number)]);
    for (const series of samples.keys()) {
      expect(series).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|idp\|/);
      expect(series).not.toContain(sessionId);
    }
  });

  it('reports an overdue session as long as there is one', async () => {
    await installation.sql(`
      CREATE FUNCTION public.no_sweep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.closed_by = 'system' THEN RAISE 'no sweep today'; END IF; RETURN NEW; END $$;
      CREATE TRIGGER no_sweep BEFORE UPDATE ON production.sessions FOR EACH ROW EXECUTE FUNCTION public.no_sweep();
      UPDATE production.sessions SET lapses_at = now() - interval '1 hour'`);
    const late = await shown(api.ready.url, (now) => now.get('furrow_sessions_overdue') === 1);
    expect(late.get('furrow_sessions_overdue_seconds')).toBeGreaterThanOrEqual(3_600);
    expect(late.get('furrow_sessions_open')).toBe(0);
    await installation.sql('DROP TRIGGER no_sweep ON production.sessions');
    const swept = await shown(api.ready.url, (now) => now.get('furrow_sessions_overdue') === 0);
    expect(swept.get('furrow_sessions_overdue_seconds')).toBe(0);
  });
});

describe('the gateway', () => {
  it('counts readings that it acknowledged and rejected, and exposes its queue and lag', async () => {
    const at = Date.now() - 3_600_000;
    const good = [0, 1, 2].map((n) => ({ ts: at + n * 1_000, te: 20, hr: 50 }));
    await sendReadings(gateway.ready, farm, [...good, good[0]!, { ts: 'yesterday' }, { ...good[0], te: 21 }]);
    const { samples } = await scrape(gateway.ready.url);
    expect(samples.get('furrow_iot_readings_total{kind="weather"}')).toBe(4);
    const rejected = [...samples].filter(([series]) =>
      series.startsWith('furrow_iot_rejected_readings_total'),
    );
    expect(rejected.map(([, count]) => count)).toEqual([1, 1]);
    expect(samples.get('furrow_iot_storing_seconds_count')).toBeGreaterThanOrEqual(1);
    expect(samples.get('furrow_iot_tokens_total')).toBe(1);
    for (const name of ['furrow_iot_queued_readings', 'furrow_iot_unstored_bytes', 'furrow_iot_lag_seconds'])
      expect([name, samples.get(name)]).toEqual([name, 0]);
  });

  it('exposes waiting commands', async () => {
    const { jwt } = await installation.furrow<{ jwt: string }>('jwt', '--idp-id', 'idp|ada');
    const answer = await fetch(`${api.ready.url}/api/iot/devices/ws-1/commands`, {
      method: 'POST',
      headers: { authorization: `Bearer ${jwt}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'open-valve', payload: {} }),
    });
    expect(answer.status).toBeLessThan(300);
    const samples = await shown(gateway.ready.url, (now) => now.get('furrow_commands_waiting') === 1);
    expect(samples.get('furrow_commands_oldest_seconds')).toBeGreaterThan(0);
  });
});

describe('monitoring', () => {
  const METRIC = /\b(?:furrow|nodejs|process)_[a-z0-9_]+\b/g;

  it('uses only exported metrics: in the dashboard and the alerts', async () => {
    const withBroker = await installation.gateway({ MQTT_BROKER_URL: 'mqtt://127.0.0.1:9' });
    const scrapes = await Promise.all([api, gateway, withBroker].map(({ ready }) => scrape(ready.url)));
    const exported = new Set(scrapes.flatMap(({ names }) => [...names]));
    const { panels } = JSON.parse(textOf('grafana/dashboards/furrow.json')) as {
      panels: { targets?: { expr: string }[] }[];
    };
    const { groups } = parse(textOf('prometheus/alerts.yml')) as {
      groups: { rules: { alert: string; expr: string; annotations: { action?: string } }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    const expressions = [...panels.flatMap(({ targets = [] }) => targets), ...rules].map(({ expr }) => expr);
    expect(expressions.length).toBeGreaterThan(40);
    const named = new Set(expressions.flatMap((expression) => expression.match(METRIC) ?? []));
    expect([...named].filter((name) => !exported.has(name))).toEqual([]);
    for (const { alert, annotations } of rules)
      expect([alert, annotations.action]).toEqual([alert, expect.stringMatching(/\w.*[.?]$/)]);
  });
});
