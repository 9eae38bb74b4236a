import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hostilePaths, ProcessorTime, type RawAnswer, rawRequest } from '@furrow/http/testing';
import { GatewaySystem } from '../harness/index.ts';

const KB = 1_024;
const MOST_BYTES = 64 * KB;
/** Processor time of one request, which other requests wait for; includes a margin for a slow machine. */
const MOST_SECONDS = 0.2;
const MOST_SECONDS_OF_PATH = 0.1;

let system: GatewaySystem;
beforeAll(async () => {
  system = await GatewaySystem.start({ LOG_LEVEL: 'info' });
});
afterAll(() => system?.stop());

const send = (method: string, path: string, options: Parameters<typeof rawRequest>[3] = {}) =>
  rawRequest(system.listening.url, method, path, options);
const askForToken = (body: string, headers: Readonly<Record<string, string>> = {}) =>
  send('POST', '/api/iot/token', { body, headers: { 'content-type': 'application/json', ...headers } });

let processor: ProcessorTime;
beforeEach(async () => {
  processor = await ProcessorTime.of(system.listening.url);
});

/** The answer, after checking that it is small and cost little. In a test that asks for nothing else before. */
async function cheap(ask: () => Promise<RawAnswer>): Promise<RawAnswer> {
  const answer = await ask();
  const seconds = await processor.spent();
  expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(MOST_BYTES);
  expect(seconds).toBeLessThan(MOST_SECONDS);
  return answer;
}

describe('16 kB to /api/iot/token without a credential', () => {
  const nul = '"\\u0000"';
  const listOf = (item: string, bytes: number) =>
    `[${Array.from({ length: bytes / (item.length + 1) }, () => item).join(',')}]`;
  it.each([
    ['a long name over many texts with U+0000', `{"${'a'.repeat(5_000)}":${listOf(nul, 11_000)}}`],
    ['U+0000 in many texts', `{"deviceId":${listOf(nul, 16_000)}}`],
    ['U+0000 in many names', `{"a":${listOf('{"\\u0000":1}', 16_000)}}`],
    [
      'long names within one another',
      `{"${'a'.repeat(1_000)}":`.repeat(12) + listOf(nul, 3_500) + '}'.repeat(12),
    ],
    ['control characters in a long name', `{"${'\\u0001'.repeat(1_000)}":${listOf(nul, 9_000)}}`],
    ['levels too many', `{"a":${listOf('['.repeat(70) + ']'.repeat(70), 16_000)},"b":"\\n"}`],
    ['combining marks out of order', `{"deviceId":"a${'\u0301'.repeat(4_000)}${'\u0323'.repeat(4_000)}"}`],
  ])('gets a small response: %s', async (_, body) => {
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(16 * KB);
    const { status, text } = await cheap(() => askForToken(body));
    expect({ status, code: JSON.parse(text).code }).toEqual({ status: 400, code: 'validation_failed' });
    expect(JSON.parse(text).details.length).toBeLessThanOrEqual(100);
  });

  it('gets a small response that names members that are not accepted, where it asks for that', async () => {
    const strict = { prefer: 'handling=strict' };
    const members = Array.from({ length: 1_500 }, (_, index) => `"a${index}":1`).join(',');
    const credential = '"deviceId":"ws-01","deviceSecret":"wrong"';
    expect((await askForToken(`{${credential},${members}}`)).status).toBe(401);
    const { status, text } = await cheap(() => askForToken(`{${credential},${members}}`, strict));
    const { code, details } = JSON.parse(text);
    expect({ status, code }).toEqual({ status: 400, code: 'validation_failed' });
    expect(details).toHaveLength(100);
    expect(details[0]).toEqual({ field: 'a0', message: 'is not accepted here' });
    expect((await askForToken(`{${credential}}`, strict)).status).toBe(401);
  });

  it('gets a response that says that there are more problems than listed', async () => {
    const { text } = await askForToken(`{"deviceId":${listOf(nul, 16_000)}}`);
    const { details, message, moreProblems } = JSON.parse(text);
    expect({ listed: details.length, moreProblems }).toEqual({ listed: 100, moreProblems: true });
    expect(message).toMatch(/Only the first 100/);
    const few = JSON.parse((await askForToken('{}')).text);
    expect(few.details).toHaveLength(2);
    expect(few).not.toHaveProperty('moreProblems');
  });
});

it('a path of almost 16 kB costs little, and its response and log line are small', async () => {
  const paths = hostilePaths(['/mqtt', '/api/iot/token']);
  const slow = await processor.slow(paths, MOST_SECONDS_OF_PATH, async (path) => {
    const { status, text } = await send('GET', path);
    expect([400, 401, 404]).toContain(status);
    expect(text.length).toBeLessThan(2_000);
  });
  expect(slow.map((path) => path.slice(0, 40))).toEqual([]);
  for (const line of system.log.split('\n').slice(1)) expect(line.length).toBeLessThan(8_000);
});

it('headers of almost 16 kB cost little', async () => {
  const names = [
    'authorization',
    'x-iot-token',
    'x-request-id',
    'origin',
    'prefer',
    'accept',
    'content-type',
  ];
  const units = [
    'eyJ-',
    'a+',
    'aa://:',
    'bearer ',
    'a.',
    ' ',
    ',',
    '=',
    ';',
    '"',
    '\\"',
    '/',
    'handling=',
    'json+',
  ];
  const all = [...names, 'cookie', 'forwarded', 'x-forwarded-for', 'sec-websocket-protocol'];
  const hostile = all.flatMap((name) =>
    units.map((unit) => ({ [name]: `x${unit.repeat(15_500 / unit.length)}x` })),
  );
  const slow = await processor.slow(hostile, MOST_SECONDS, async (headers) => {
    const { text } = await send('POST', '/api/iot/token', { body: '{}', headers });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES);
  });
  expect(slow.map((header) => JSON.stringify(header).slice(0, 60))).toEqual([]);
});
