import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hostilePaths, ProcessorTime, type RawAnswer, rawRequest } from '@furrow/http/testing';
import {
  aFarmWithForms,
  BULK,
  FORM_RECORD,
  HARVEST,
  type ProvisionedFarm,
  RECORDS,
  SESSIONS,
  WORKERS,
} from '@furrow/testbed/farms';
import { System } from '@furrow/testbed/system';

const KB = 1_024;
const MB = 1_024 * KB;
const MOST_BYTES = 64 * KB;
/** Processor time of one request, which other requests wait for; includes a margin for a slow machine. */
const MOST_SECONDS = 0.25;
/** For a request of 20 MB, which other threads decompress. */
const MOST_SECONDS_OF_20_MB = 0.6;
const MOST_SECONDS_OF_PATH = 0.1;

let system: System;
let farm: ProvisionedFarm;
let sessionId: string;
let credential: Record<string, string>;
let admin: Record<string, string>;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarmWithForms('acme'));
  ({ sessionId } = await farm.session(farm.as('ana')));
  credential = { ...farm.as('ana').headers, 'content-type': 'application/json' };
  admin = { ...farm.as('ada').headers, 'content-type': 'application/json' };
});
afterAll(() => system?.stop());

let processor: ProcessorTime;
beforeEach(async () => {
  processor = await ProcessorTime.of(system.url);
});

/** The answer, after checking that it cost little. In a test that asks for nothing else before. */
async function cheap(ask: () => Promise<RawAnswer>, mostSeconds = MOST_SECONDS): Promise<RawAnswer> {
  const answer = await ask();
  expect(await processor.spent()).toBeLessThan(mostSeconds);
  return answer;
}

/** Expects a complete and small refusal at little cost. */
async function expectCheapRefusal(
  method: string,
  path: string,
  body: string | Uint8Array,
  headers: Record<string, string>,
  mostSeconds = MOST_SECONDS,
): Promise<void> {
  const ask = () => rawRequest(system.url, method, path, { headers, body });
  const { status, text } = await cheap(ask, mostSeconds);
  expect(text.length).toBeGreaterThan(0);
  if (status === 207) {
    const { results } = JSON.parse(text).data;
    for (const { status: each } of results) expect(each).toBe(400);
    // Each result has an index, a status, a code and a fixed sentence.
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES + 200 * results.length);
    return;
  }
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES);
  const { code, message, details } = JSON.parse(text);
  expect({ status, code }).toEqual({ status: 400, code: 'validation_failed' });
  expect(message).toMatch(/\S/);
  expect(details.length).toBeGreaterThan(0);
  expect(details.length).toBeLessThanOrEqual(100);
  for (const { field } of details) expect(field.length).toBeLessThanOrEqual(200);
}

const nul = '"\\u0000"';
const listOf = (item: string, count: number) => `[${`${item},`.repeat(count - 1)}${item}]`;
const membersOf = (count: number, value: string, prefix = 'm') =>
  `{${Array.from({ length: count }, (_, i) => `"${prefix}${i}":${value}`).join(',')}}`;

/** Every endpoint that takes JSON, with a caller who may use it. */
const ENDPOINTS: [method: string, path: () => string, headers?: () => Record<string, string>][] = [
  ['POST', () => SESSIONS],
  ['PATCH', () => `${SESSIONS}/${sessionId}`],
  ['POST', () => `${SESSIONS}/${sessionId}/close`],
  ['POST', () => `${SESSIONS}/${sessionId}/extend`],
  ['POST', () => RECORDS],
  ['POST', () => BULK],
  ['POST', () => `${RECORDS}/${sessionId}/void`],
  ['POST', () => WORKERS],
  ['POST', () => FORM_RECORD],
  ['POST', () => '/api/iot/devices/ws-1/commands', () => admin],
];

describe('a body of 608 kB is refused at little cost', () => {
  const bodies: [what: string, body: string][] = [
    ['a long name over texts with U+0000', `{"${'a'.repeat(300_000)}":${listOf(nul, 34_000)}}`],
    ['names and texts with U+0000', `{"records":${listOf('{"\\u0000":"\\u0000"}', 30_000)}}`],
    [
      'names within one another',
      `${`{"${'a'.repeat(9_000)}":`.repeat(60)}${listOf(nul, 7_000)}${'}'.repeat(60)}`,
    ],
    [
      'control characters in names',
      `{"a":{${Array.from({ length: 900 }, (_, i) => `"${'\\u0001'.repeat(100)}${i}":${nul}`).join(',')}}}`,
    ],
    ['more combining marks than are put in order soon', `{"notes":"a${'\u0301\u0323'.repeat(150_000)}"}`],
    ['the same, escaped', `{"notes":"a${'\\u0301\\u0323'.repeat(50_000)}"}`],
    ['levels too many', `{"a":${listOf('['.repeat(70) + ']'.repeat(70), 800)},"b":"\\n"}`],
    ['values too many', `{"a":${listOf('{}', 200_000)}}`],
  ];
  it.each(bodies)('by every endpoint: %s', async (_, body) => {
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(608_000);
    for (const [method, path, headers = () => credential] of ENDPOINTS)
      await expectCheapRefusal(method, path(), body, headers());
  });

  it.each([
    ['long unknown members', membersOf(900, '1', 'm'.repeat(600))],
    ['many in a list', `{"media":${listOf(membersOf(90, '1'), 600)}}`],
    ['many in each record', `{"records":${listOf(membersOf(90, '1', 'unknown-member-'), 300)}}`],
  ])('when strict mode has to list its members: %s', async (_, body) => {
    for (const [method, path, headers = () => credential] of ENDPOINTS)
      await expectCheapRefusal(method, path(), body, { ...headers(), prefer: 'handling=strict' });
  });

  it('and both error shapes say that there are more problems than listed', async () => {
    const answer = await farm.as('ana').patch(`${SESSIONS}/${sessionId}`, undefined, {
      raw: `{"a":${listOf(nul, 5_000)}}`,
    });
    const { details, moreProblems, message, error } = answer.body;
    expect({ listed: details.length, moreProblems }).toEqual({ listed: 100, moreProblems: true });
    expect(message).toMatch(/Only the first 100/);
    expect(error.length).toBeLessThanOrEqual(4_000);
  });
});

describe('a small compressed body is refused at little cost', () => {
  it.each([
    ['1,459 bytes of U+0000 to bulk', BULK, `{"records":[${listOf(nul, 80_000)}]}`],
    ['a thousand records of it', BULK, `{"records":${listOf(listOf(nul, 90), 1_000)}}`],
    ['5 MB of empty lists to bulk', BULK, `{"records":${listOf('[]', 1_700_000)}}`],
    ['20 MB of empty lists to a form', FORM_RECORD, `{"values":${listOf('[]', 6_500_000)}}`],
    ['20 MB of empty objects to a form', FORM_RECORD, `{"media":${listOf('{}', 6_500_000)}}`],
    ['33,000 media', FORM_RECORD, `{"media":${listOf('{}', 33_000)}}`],
    ['lists of media', FORM_RECORD, `{"media":${listOf(listOf('{}', 300), 300)}}`],
    ['5 million emoji', FORM_RECORD, `{"clientRecordId":"${'\\ud83c\\udf52'.repeat(1_500_000)}"}`],
    ['combining marks', FORM_RECORD, `{"clientRecordId":"${'\u0301\u0323'.repeat(4_500_000)}"}`],
    ['white space in a name', WORKERS, `{"first_name":"${' a'.repeat(9 * MB)}"}`],
  ])('%s', async (_, path, text) => {
    const body = gzipSync(text);
    expect(body.length).toBeLessThan(64 * KB);
    const headers = { ...credential, 'content-encoding': 'gzip' };
    const isLarge = text.length > 6 * MB;
    await expectCheapRefusal('POST', path, body, headers, isLarge ? MOST_SECONDS_OF_20_MB : MOST_SECONDS);
  });

  it('where a form validates it: a text of 18 MB', async () => {
    const formId = farm.ids.forms['scout'];
    const values = { trees: 1, note: '🍒'.repeat(4 * MB) };
    const body = gzipSync(JSON.stringify({ formId, clientRecordId: 'x', values }));
    const headers = { ...credential, 'content-encoding': 'gzip' };
    await expectCheapRefusal('POST', FORM_RECORD, body, headers, MOST_SECONDS_OF_20_MB);
  });
});

it('a bulk sync reports the problems of each bad record and limits what it echoes', async () => {
  const ana = farm.as('ana');
  const records = Array.from({ length: 1_000 }, (_, i) => ({
    [`${'odd '.repeat(20)}${i}`]: 1,
    clientEventId: `e${i}`,
  }));
  const { status, data, text } = await ana.post(
    BULK,
    { records },
    { headers: { prefer: 'handling=strict' } },
  );
  expect(status).toBe(207);
  const messages = data.results.map(({ message }: { message: string }) => message);
  expect(messages[0]).toMatch(/sessionId is required.*odd .* is not accepted here/);
  const repeated = messages.filter((message: string) => message.includes('odd')).join('');
  expect(repeated.length).toBeLessThan(20 * KB);
  for (const { code, message } of data.results) {
    expect(code).toBe('validation_failed');
    expect(message).toMatch(/\S/);
  }
  expect(Buffer.byteLength(text)).toBeLessThan(256 * KB);
});

it('a text with U+0000 is reported for its own record, however many records have one', async () => {
  const ana = farm.as('ana');
  const worker = await farm.worker(ana);
  const records = Array.from({ length: 600 }, (_, i) =>
    i === 599
      ? farm.recordBody(sessionId, worker.id)
      : farm.recordBody(sessionId, worker.id, { notes: '\u0000', other: ['\u0000', '\u0000'] }),
  );
  const { status, data } = await ana.post(BULK, { records });
  expect(status).toBe(207);
  expect(data.summary).toEqual({ created: 1, repeated: 0, failed: 599 });
  const ofNotes = 'notes must not contain U+0000';
  expect(data.results[0].message).toBe(
    `${ofNotes}; other[0] must not contain U+0000; other[1] must not contain U+0000`,
  );
  expect(data.results[598].message).toBe(ofNotes);
  expect(data.results[599].status).toBe(201);
});

it('a path of almost 16 kB costs little, and its response and log line are small', async () => {
  const prefixes = [
    ...[`${HARVEST}/`, '/api/control/phytosanitary/summary/', `${SESSIONS}/`, '/api/iot/devices/', '/media/'],
    ...['/api/control/projects?', `${HARVEST}?startTime=`],
  ];
  const slow = await processor.slow(hostilePaths(prefixes), MOST_SECONDS_OF_PATH, async (path) => {
    const { status, text } = await rawRequest(system.url, 'GET', path, {
      headers: { authorization: 'Bearer x' },
    });
    expect([200, 301, 302, 400, 401, 403, 404]).toContain(status);
    if (status >= 400) expect(text.length).toBeLessThan(2_000);
  });
  expect(slow.map((path) => path.slice(0, 60))).toEqual([]);
  for (const line of system.log.split('\n').slice(1)) expect(line.length).toBeLessThan(2_000);
});

it('a query of almost 16 kB costs little, and its response is small', async () => {
  const program = farm.program();
  for (const query of [
    `${'a'.repeat(10_000)}=%00`,
    Array.from({ length: 1_500 }, (_, i) => `${i}=%00`).join('&'),
    `startTime=${'%CC%81%CC%A3'.repeat(1_200)}`,
    'startTime=1&'.repeat(1_200),
    `projectId=${'a'.repeat(15_000)}`,
  ]) {
    const path = `${HARVEST}?${query}`;
    const { status, text } = await cheap(() =>
      rawRequest(system.url, 'GET', path, { headers: program.headers }),
    );
    expect(status).toBe(400);
    expect(text.length).toBeLessThan(4_000);
  }
});

it('headers of almost 16 kB cost little', async () => {
  const names = [
    'authorization',
    'x-api-key',
    'x-request-id',
    'origin',
    'prefer',
    'accept',
    'content-type',
    'range',
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
  const all = [...names, 'idempotency-key', 'cookie', 'forwarded', 'x-forwarded-for', 'if-none-match'];
  const hostile = all.flatMap((name) =>
    units.map((unit) => ({ [name]: `x${unit.repeat(14_500 / unit.length)}x` })),
  );
  const slow = await processor.slow(hostile, MOST_SECONDS, async (header) => {
    await rawRequest(system.url, 'POST', RECORDS, { headers: { ...credential, ...header }, body: '{}' });
  });
  expect(slow.map((header) => JSON.stringify(header).slice(0, 60))).toEqual([]);
});

it('multipart parts with long names are refused with a small response', async () => {
  const part = (name: string, content: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename="f"\r\n\r\n${content}\r\n`;
  const record = JSON.stringify({
    formId: farm.ids.forms['scout'],
    clientRecordId: 'parts',
    values: { trees: 1 },
  });
  const files = Array.from({ length: 99 }, (_, i) => part(`${'n'.repeat(9_000)}${i}`, 'x')).join('');
  const body = `${part('record', record)}${files}--x--\r\n`;
  await expectCheapRefusal('POST', FORM_RECORD, body, {
    ...credential,
    'content-type': 'multipart/form-data; boundary=x',
  });
});
