import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aFarm,
  BULK,
  HARVEST,
  type ProvisionedFarm,
  RECORDS,
  SESSIONS,
  WORKERS,
} from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';
import { uploadForever } from '../harness/network/endless-upload.ts';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

const MB = 1_048_576;
const JSON_TYPE = { 'content-type': 'application/json' };

/** As small as zlib's, in a twentieth of the time that Brotli takes by default. */
const brotli = (data: string | Buffer) =>
  brotliCompressSync(data, {
    params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MIN_QUALITY + 1 },
  });

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let session: Json;
let worker: Json;
let path: string;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarm('acme'));
  ana = farm.as('ana');
  session = await farm.session(ana);
  worker = await farm.worker(ana);
  path = `${SESSIONS}/${session.sessionId}`;
});
afterAll(() => system?.stop());

const send = (raw: string | Uint8Array, headers: Record<string, string> = {}) =>
  ana.patch(path, undefined, { raw, headers });
const notes = async () => (await ana.get(path)).data.notes;

describe('a body', () => {
  it.each([
    ['that is no JSON', '{"notes":'],
    ['with a trailing comma', '{"notes":"x",}'],
    ['of words', 'notes=x'],
    ['of bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['with a raw control character', '{"notes":"a\u0000b"}'],
  ])('%s is malformed', async (_what, raw) => {
    expectRefusal(await send(raw), 400, 'B', 'malformed_json');
  });

  it.each(['[]', '[{"notes":"x"}]', 'null', '7', '"text"', 'true'])(
    'that is %s is not an object',
    async (raw) => {
      expectRefusal(await send(raw), 400, 'B', 'validation_failed');
    },
  );

  it('nested without end is refused, with escapes and without', async () => {
    for (const levels of [70, 100_000])
      for (const note of ['', '"\\u0041",'])
        expectRefusal(
          await send(`{"bonus":${'['.repeat(levels)}${note}1${']'.repeat(levels)}}`),
          400,
          'B',
          'validation_failed',
        );
    expectRefusal(
      await send(`{"x":${'{"x":'.repeat(100_000)}1${'}'.repeat(100_000)}}`),
      400,
      'B',
      'validation_failed',
    );
  });

  it('gets a complete response, even if the client asks for another version of it', async () => {
    for (const name of ['if-none-match', 'if-match'])
      expect((await ana.get(path, { headers: { [name]: '*' } })).status).toBe(200);
  });

  it('with too many members is refused at once', async () => {
    const members = (count: number) => Array.from({ length: count }, (_, i) => `"m${i}":1`).join(',');
    expect((await send(`{${members(1_000)}}`)).status).toBe(200);
    for (const body of [
      `{${members(1_001)}}`,
      `{"bonus":{${members(60_000)}}}`,
      `{"x":[${'0,'.repeat(100_001)}0]}`,
    ])
      expectRefusal(await send(body), 400, 'B', 'validation_failed');
  });

  it('may be empty only where nothing is required', async () => {
    expect((await ana.patch(path)).data).toEqual({ updated: false });
    expect((await send('')).status).toBe(200);
    expectRefusal(await ana.post(SESSIONS), 400, 'B', 'validation_failed');
  });

  it('must have a known media type, charset and encoding', async () => {
    const body = '{"notes":"typed"}';
    const unknown = [
      ...[
        { 'content-type': 'text/plain' },
        { 'content-type': 'application/x-www-form-urlencoded' },
        { 'content-type': '' },
      ],
      ...[{ 'content-type': 'application/json; charset=utf-16' }, { 'content-type': 'application/jsonp' }],
      ...[
        { ...JSON_TYPE, 'content-encoding': 'zstd' },
        { ...JSON_TYPE, 'content-encoding': '__proto__' },
        { 'content-type': 'multipart/form-data; boundary=x' },
      ],
    ];
    for (const headers of unknown)
      expectRefusal(await send(body, headers), 415, 'B', 'unsupported_media_type');
    const known = [
      'application/json',
      'Application/JSON; charset=UTF-8',
      'application/json;charset="utf-8"',
      'application/vnd.x+json',
    ];
    for (const type of known) expect((await send(body, { 'content-type': type })).status).toBe(200);
    expect((await send(`\ufeff${body}`)).status).toBe(200);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotli],
  ])('may be compressed with %s', async (encoding, compress) => {
    const headers = { 'content-encoding': encoding };
    expect((await send(compress(`{"notes":"by ${encoding}"}`), headers)).status).toBe(200);
    expect(await notes()).toBe(`by ${encoding}`);
    // The decompressed size counts.
    expectRefusal(await send(compress(' '.repeat(MB + 1)), headers), 413, 'B', 'payload_too_large');
    const bomb = compress(Buffer.alloc(40 * MB, ' '));
    // That took long enough for the service to close an idle connection; lets the client notice before it sends.
    await new Promise((resolve) => setImmediate(resolve));
    expectRefusal(await send(bomb, headers), 413, 'B', 'payload_too_large');
    expectRefusal(await send('{"notes":"plain"}', headers), 400, 'B', 'malformed_json');
    expectRefusal(
      await send(compress('{"notes":"cut"}').subarray(0, -5), headers),
      400,
      'B',
      'malformed_json',
    );
    expect(await notes()).toBe(`by ${encoding}`);
  });

  it('has at most 1 MB, and a client that sends more receives the refusal', async () => {
    const filled = (bytes: number) => `{"notes":"full"}${' '.repeat(bytes - 16)}`;
    expect((await send(filled(MB))).status).toBe(200);
    expectRefusal(await send(filled(MB + 1)), 413, 'B', 'payload_too_large');
    expectRefusal(await send(filled(30 * MB)), 413, 'B', 'payload_too_large');
    expectRefusal(await ana.post(RECORDS, undefined, { raw: filled(2 * MB) }), 413, 'B', 'payload_too_large');
    for (const length of [undefined, 1024 * MB]) {
      expectRefusal(await uploadForever(ana, `${path}/close`, length), 413, 'B', 'payload_too_large');
      expectRefusal(await uploadForever(ana, BULK, length), 413, 'B', 'payload_too_large');
    }
  });
});

describe('text', () => {
  it('is stored in NFC, whatever form is sent', async () => {
    const composed = 'Ñandú: caf\u00e9 \u212b'.normalize('NFC');
    const decomposed = composed.normalize('NFD');
    expect(decomposed).not.toBe(composed);
    const ascii = JSON.stringify({ notes: decomposed }).replace(
      /[^ -~]/g,
      (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    for (const raw of [JSON.stringify({ notes: decomposed }), ascii]) {
      await ana.patch(path, { notes: null });
      expect((await send(raw)).data).toEqual({ updated: true });
      expect(await notes()).toBe(composed);
    }
    // A combining mark after an escape applies to the escaped character.
    expect((await send('{"notes":"a\\n\u0303b"}')).status).toBe(200);
    expect(await notes()).toBe('a\n\u0303b');
  });

  it('of keys is compared in NFC', async () => {
    const body = (clientEventId: string) => farm.recordBody(session.sessionId, worker.id, { clientEventId });
    expect((await ana.post(RECORDS, body('caf\u00e9'))).status).toBe(201);
    expect((await ana.post(RECORDS, body('cafe\u0301'))).status).toBe(200);
    expect((await ana.head(`${RECORDS}/check-idempotency?clientEventId=cafe%CC%81`)).status).toBe(200);
  });

  it('with U+0000 is refused everywhere, together with the other problems', async () => {
    const answer = await ana.post(
      SESSIONS,
      farm.sessionBody({ notes: 'a\u0000b', sectorId: 'c\u0000', pricePerUnit: -1 }),
    );
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(wrongFields(answer)).toEqual(expect.arrayContaining(['notes', 'sectorId', 'pricePerUnit']));
    const inBodies = [
      ana.patch(path, { notes: '\u0000' }),
      ana.patch(path, { unknown: ['\u0000'] }),
      ana.patch(path, { '\u0000': 1 }),
      ana.patch(path, { idpId: '\u0000' }),
      ana.patch(path, { bonus: { type: 'fixed', value: 1, note: '\u0000' } }),
      ana.post(`${path}/close`, { finalNotes: '\u0000' }),
      ana.post(RECORDS, farm.recordBody(session.sessionId, worker.id, { clientEventId: '\u0000' })),
      ana.post(RECORDS, farm.recordBody('\u0000', '\u0000')),
      ana.post(WORKERS, farm.workerBody({ first_name: 'A\u0000' })),
    ];
    for (const refused of await Promise.all(inBodies)) expectRefusal(refused, 400, 'B', 'validation_failed');
    const inPaths = [`${SESSIONS}/%00`, `${RECORDS}/a%00b`, `${SESSIONS}/%00${session.sessionId}`];
    for (const place of inPaths) expectRefusal(await ana.get(place), 400, 'B', 'validation_failed');
    expectRefusal(await ana.post(`${RECORDS}/%00/void`), 400, 'B', 'validation_failed');
    expectRefusal(await ana.patch(`${SESSIONS}/%00`, {}), 400, 'B', 'validation_failed');
    for (const member of ['startTime', 'projectId', 'sectorId', 'companyId', 'other']) {
      const refused = await farm
        .program()
        .get(`${HARVEST}?startTime=2026-01-01&endTime=2026-01-01&${member}=%00`);
      expectRefusal(refused, 400, 'A', 'validation_failed');
    }
    expect((await ana.head(`${RECORDS}/check-idempotency?clientEventId=%00`)).status).toBe(400);
  });

  it('with half of a surrogate pair is stored with a replacement character', async () => {
    expect((await send('{"notes":"a\\ud83cb"}')).status).toBe(200);
    expect(await notes()).toBe('a\ufffdb');
    expect((await send('{"notes":"\\ud83c\\udf52"}')).status).toBe(200);
    expect(await notes()).toBe('🍒');
    expectRefusal(await ana.get(`${SESSIONS}/%ED%A0%BC`), 400, 'B', 'validation_failed');
  });

  it('in a path that is not percent-encoded is refused', async () => {
    for (const place of ['%', '%zz', '%E0%A4%A', 'a%'])
      expectRefusal(await ana.get(`${SESSIONS}/${place}`), 400, 'B', 'validation_failed');
    expect((await farm.program().get(`${HARVEST}?startTime=%zz&endTime=%`)).status).toBe(400);
  });
});

describe('members', () => {
  it('are reported all at once where they are wrong', async () => {
    const wrong = {
      projectId: 7,
      openedAt: '2026-01-01',
      pricePerUnit: '1',
      maxDurationHours: 25,
      bonus: { type: 'x', value: -1 },
      notes: 'n'.repeat(501),
    };
    const answer = await ana.post(SESSIONS, { ...wrong, localId: 'l'.repeat(101) });
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(new Set(wrongFields(answer))).toEqual(
      new Set([
        ...['projectId', 'sectorId', 'sector_name', 'openedAt', 'pricePerUnit', 'maxDurationHours'],
        ...['bonus.type', 'bonus.value', 'notes', 'localId'],
      ]),
    );
  });

  it.each<[string, Record<string, unknown>]>([
    ['samplingUnit', { samplingUnit: null }],
    ['pricePerUnit', { pricePerUnit: -0.01 }],
    ['pricePerUnit', { pricePerUnit: null }],
    ['bonus', { bonus: 'fixed' }],
    ['bonus.value', { bonus: { type: 'fixed' } }],
    ['bonus.note', { bonus: { type: 'fixed', value: 1, note: 'n'.repeat(201) } }],
    ['notes', { notes: 7 }],
    ['idpId', { idpId: 7 }],
  ])('%s must be valid: %j', async (field, body) => {
    const answer = await ana.patch(path, body);
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(wrongFields(answer)).toEqual([field]);
  });

  it.each([0, 25, 1.5, '4', null])('maxDurationHours must be valid: %j', async (maxDurationHours) => {
    expectRefusal(await ana.post(`${path}/extend`, { maxDurationHours }), 400, 'B', 'validation_failed');
    if (maxDurationHours !== null)
      expectRefusal(
        await ana.post(SESSIONS, farm.sessionBody({ maxDurationHours })),
        400,
        'B',
        'validation_failed',
      );
  });

  it.each(['2026-01-01T10:00:00', '2026-02-30T10:00:00Z', '01/02/2026', 1767261600000, '', null])(
    'openedAt must be valid: %j',
    async (openedAt) => {
      expectRefusal(await ana.post(SESSIONS, farm.sessionBody({ openedAt })), 400, 'B', 'validation_failed');
    },
  );

  it('accept their exact limits', async () => {
    const fits = {
      notes: '🍒'.repeat(500),
      bonus: { type: 'fixed', value: 0, note: 'ñ'.repeat(200) },
      pricePerUnit: 0,
    };
    expect((await ana.patch(path, fits)).status).toBe(200);
    expect((await ana.get(path)).data).toMatchObject(fits);
    expectRefusal(await ana.patch(path, { notes: '🍒'.repeat(501) }), 400, 'B', 'validation_failed');
  });

  it('that are unknown are dropped, or refused in strict mode', async () => {
    const strict = { headers: { prefer: 'respond-async, handling=strict' } };
    const odd = {
      companyId: '0198f000-0000-7000-8000-000000000000',
      status: 'closed',
      __proto__x: 1,
      constructor: 1,
    };
    expect((await ana.patch(path, { ...odd, notes: 'odd' })).data).toEqual({ updated: true });
    expect((await send('{"__proto__":{"notes":"sneaked"},"notes":"plain"}')).status).toBe(200);
    expect(await notes()).toBe('plain');
    const answer = await ana.patch(path, { ...odd, notes: 'strict' }, strict);
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(wrongFields(answer)).toEqual(expect.arrayContaining(['companyId', 'status']));
    expect(await notes()).toBe('plain');
    expectRefusal(
      await ana.post(SESSIONS, farm.sessionBody({ companyId: 'x' }), strict),
      400,
      'B',
      'validation_failed',
    );
    expectRefusal(
      await ana.post(WORKERS, farm.workerBody({ companyId: 'x' }), strict),
      400,
      'B',
      'validation_failed',
    );
    const record = farm.recordBody(session.sessionId, worker.id);
    expectRefusal(
      await ana.post(RECORDS, { ...record, companyId: 'x' }, strict),
      400,
      'B',
      'validation_failed',
    );
    expect((await ana.post(RECORDS, record, strict)).status).toBe(201);
    expect(
      (await ana.patch(path, { bonus: { type: 'fixed', value: 1, currency: 'CLP' } }, strict)).status,
    ).toBe(400);
  });

  it('named companyId have no effect: the caller’s company is used', async () => {
    const { companyId } = (await system.provision(aFarm('other'))).ids;
    const before = await rowsOf(companyId);
    const made = await farm.session(ana, { companyId });
    expect(made.companyId).toBe(farm.ids.companyId);
    const picker = await ana.post(WORKERS, farm.workerBody({ companyId }));
    const body = () => ({ ...farm.recordBody(made.sessionId, picker.data.id), companyId });
    const record = await ana.post(RECORDS, body());
    const bulk = await ana.post(BULK, { companyId, records: [body(), body()] });
    const at = `${SESSIONS}/${made.sessionId}`;
    const more = [
      await ana.post(`${RECORDS}/${record.data.recordId}/void`, { companyId }),
      await ana.patch(at, { notes: 'ours', companyId }),
      await ana.post(`${at}/extend`, { maxDurationHours: 13, companyId }),
      await ana.post(`${at}/close`, { companyId }),
    ];
    const statuses = [picker, record, bulk, ...more].map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 207, 200, 200, 200, 200]);
    expect(bulk.data.summary).toEqual({ created: 2, repeated: 0, failed: 0 });
    expect(await rowsOf(companyId)).toEqual(before);
  });

  /** The number of a company's rows in each table. */
  async function rowsOf(companyId: string): Promise<Record<string, number>> {
    const tables = await system.sql<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.columns
       WHERE column_name = 'company_id' AND table_schema NOT LIKE 'pg_%' ORDER BY 1`,
    );
    const counted = tables.map(async ({ name }) => {
      const [row] = await system.sql<{ rows: number }>(
        `SELECT count(*)::int AS rows FROM ${name} WHERE company_id = $1`,
        [companyId],
      );
      return [name, row!.rows] as const;
    });
    return Object.fromEntries(await Promise.all(counted));
  }
});

describe('x-request-id', () => {
  it('is the client’s if it is valid, and a new one otherwise', async () => {
    const answered = async (id: string) =>
      (await ana.get('/health/live', { headers: { 'x-request-id': id } })).headers.get('x-request-id');
    for (const id of ['abc', 'A-1_b.c', 'x'.repeat(128)]) expect(await answered(id)).toBe(id);
    for (const id of ['x'.repeat(129), 'a b', 'a/b', 'ñ', '']) {
      expect(await answered(id)).toMatch(/^[0-9a-f-]{36}$/);
    }
    const refused = await system.stranger.get(path, { headers: { 'x-request-id': 'trace-7' } });
    expect(refused.headers.get('x-request-id')).toBe('trace-7');
  });
});
