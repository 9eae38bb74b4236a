import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Crew, sendReadings } from './harness/crew.ts';
import { type Api, type Farm, type Gateway, Installation } from './harness/installation.ts';
import { OtlpReceiver } from './harness/otlp-receiver.ts';

const RECORDS = '/api/control/production/records';

let collector: OtlpReceiver;
let installation: Installation;
let farm: Farm;
let api: Api;
let gateway: Gateway;

beforeAll(async () => {
  collector = await OtlpReceiver.start();
  installation = await Installation.make({
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    ...{ OTEL_BSP_SCHEDULE_DELAY: '200', LOG_LEVEL: 'debug' },
  });
  farm = await installation.provision();
  [api, gateway] = await Promise.all([
    installation.api({ OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test' }),
    installation.gateway({ OTEL_SERVICE_NAME: 'gateway of a test' }),
  ]);
});
afterAll(async () => {
  await installation?.remove();
  await collector?.stop();
});

describe('a request', () => {
  const traceId = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
  const callerSpan = '1234567890abcdef';

  it('is a span named by its route in the trace of its caller, with a span for each statement', async () => {
    const crew = new Crew(api.ready.url, await installation.bearer(), farm, {
      traceparent: `00-${traceId}-${callerSpan}-01`,
      'x-request-id': 'traced-request',
    });
    await crew.open();
    expect((await crew.record('traced')).status).toBe(201);

    const server = await collector.span(({ name }) => name === `POST ${RECORDS}`);
    expect(server).toMatchObject({ traceId, parentSpanId: callerSpan, service: 'furrow-api', kind: 2 });
    expect(server.attributes).toMatchObject({
      ...{ 'http.route': RECORDS, 'http.request.method': 'POST' },
      ...{ 'http.response.status_code': 201, 'furrow.request_id': 'traced-request' },
    });

    const insert = await collector.span(
      ({ parentSpanId, attributes }) =>
        parentSpanId === server.spanId &&
        /INSERT INTO production\.records/.test(String(attributes['db.query.text'])),
    );
    expect(insert).toMatchObject({ traceId, kind: 3, attributes: { 'db.system.name': 'postgresql' } });
    const statements = collector.spans.filter(({ parentSpanId }) => parentSpanId === server.spanId);
    expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['BEGIN', 'COMMIT']));
    // A span contains the statement, but none of its values.
    expect(JSON.stringify(statements)).not.toContain('traced"');
  });

  it('has its trace in its log lines', async () => {
    const lines = api.output().split('\n');
    expect(lines.filter((line) => line.includes('traced-request') && line.includes(traceId))).not.toEqual([]);
  });

  it('of a monitoring system makes none', async () => {
    await fetch(`${api.ready.url}/health/ready`);
    await fetch(`${api.ready.url}/metrics`);
    await fetch(`${api.ready.url}/api/control/projects`);
    await collector.span(({ name }) => name === 'GET /api/control/projects');
    expect(collector.spans.filter(({ name }) => /health|metrics/.test(name))).toEqual([]);
  });
});

describe('a batch of readings', () => {
  it('is a trace of its own, started by the gateway', async () => {
    await sendReadings(gateway.ready, farm, [{ ts: Date.now() - 60_000, te: 20, hr: 50 }]);
    const batch = await collector.span(({ name }) => name === 'store readings');
    expect(batch).toMatchObject({ service: 'gateway of a test', attributes: { 'furrow.readings': 1 } });
    expect(batch.parentSpanId ?? '').toBe('');
    await collector.span(
      ({ parentSpanId, attributes }) =>
        parentSpanId === batch.spanId && /telemetry\.weather/.test(String(attributes['db.query.text'])),
    );
    await collector.span(({ name }) => name === 'POST /api/iot/token');
  });
});

describe('spans', () => {
  it('are sent as protobuf by default, the last ones when the process ends', async () => {
    const other = await installation.gateway({ OTEL_EXPORTER_OTLP_PROTOCOL: '' });
    await askForToken(other);
    await other.end();
    const { bytes } = collector.bodies.find(({ type }) => type === 'application/x-protobuf')!;
    expect(bytes.includes('POST /api/iot/token')).toBe(true);
  });

  it('are not created where OpenTelemetry is switched off', async () => {
    const silent = await installation.gateway({ OTEL_SDK_DISABLED: 'true' });
    await askForToken(silent, 'not-traced');
    await silent.end(); // any pending data would have been sent by now
    await askForToken(gateway, 'traced-after-it');
    await collector.span(({ attributes }) => attributes['furrow.request_id'] === 'traced-after-it');
    expect(collector.bodies.filter(({ bytes }) => bytes.includes('not-traced'))).toEqual([]);
  });
});

/** Asks without a body, which is refused. */
function askForToken({ ready }: Gateway, requestId = 'any'): Promise<Response> {
  return fetch(`${ready.url}/api/iot/token`, { method: 'POST', headers: { 'x-request-id': requestId } });
}
