import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import {
  aFarmWithForms,
  aFormRecord,
  FORM_RECORD,
  HARVEST,
  type ProvisionedFarm,
  RECORDS,
  WORKERS,
  ZONE,
} from '@furrow/testbed/farms';
import { type Answer, Client, System } from '@furrow/testbed/system';
import { copySession } from '../harness/farms/many-sessions.ts';
import { deafClient } from '../harness/network/deaf-client.ts';
import { SlowReader } from '../harness/network/slow-reader.ts';
import { SlowUpload } from '../harness/network/slow-upload.ts';
import { Telemetry } from '@furrow/telemetry/testing/stations';

const KB = 1_024;
const MB = 1_024 * KB;
/** The longest wait of other companies. */
const SOON_MS = 20_000;
const MINUTE = 60_000;
const FIRST_READING = '2025-01-01T00:00:00Z';
/** The most that one company reads at once. */
const STREAMS = 6;
const REPORT = `${HARVEST}?startTime=2020-02-02&endTime=2020-02-02`;

let system: System;
let telemetry: Telemetry;
let acme: ProvisionedFarm;
let rival: ProvisionedFarm;

beforeAll(async () => {
  system = await System.shared();
  telemetry = Telemetry.over(system);
  const devices = [{ deviceId: 'ws-01', project: 'north', sector: 'n1' }];
  acme = await system.provision(aFarmWithForms('acme', { devices }));
  rival = await system.provision(aFarmWithForms('rival'));
  for (const [farm, sessions] of [
    [acme, 3_000],
    [rival, 10],
  ] as const) {
    const ana = farm.as('ana');
    const session = await farm.session(ana);
    for (let i = 0; i < 4; i++) {
      const worker = await farm.worker(ana);
      await ana.post(RECORDS, farm.recordBody(session.sessionId, worker.id));
    }
    await copySession(system, session.sessionId, sessions, '2020-02-02');
  }
  const scouted = await acme.as('ana').post(FORM_RECORD, aFormRecord(acme.ids.forms['scout']!));
  await copyFormRecord(scouted.data.recordId, 1_200);
  await telemetry.station(acme, 'ws-01', 'north/n1').send('weather', [{ ts: FIRST_READING, te: 20, hr: 50 }]);
  await copyReading(100_000);
});
afterAll(async () => {
  await telemetry?.close();
  await system?.stop();
});

const seriesOf = (farm: ProvisionedFarm): [Client, string] => {
  const query = {
    ...{ projectId: farm.ids.projects['north']!, timezone: ZONE },
    ...{ from: '2025-01-01T00:00:00', to: '2025-12-31T23:59:59' },
  };
  const headers = { 'x-api-key': farm.ids.apiTokens['production']!.credential };
  return [new Client(system.url, headers), `/api/iot/weather?${new URLSearchParams(query).toString()}`];
};

/** A long request of acme's. */
function questionOf(what: string): readonly [Client, string] {
  if (what === 'series') return seriesOf(acme);
  const records = `/api/control/forms/${acme.ids.forms['scout']!}/records?format=ndjson`;
  return what === 'exports' ? [acme.as('ada'), records] : [acme.program(), REPORT];
}

/** Copies a form record in SQL, for tests that need large numbers. */
async function copyFormRecord(recordId: string, count: number): Promise<void> {
  await system.copyRows(
    `INSERT INTO forms.records
     SELECT copy.* FROM forms.records r, generate_series(1, $2) i, jsonb_populate_record(r, jsonb_build_object(
       'record_id', gen_random_uuid(), 'client_record_id', 'copy-' || i,
       'form_values', jsonb_build_object('note', repeat('x', 12000)))) AS copy
     WHERE r.record_id = $1`,
    [recordId, count],
  );
}

/** Copies the first reading of a device every five minutes in SQL. */
async function copyReading(count: number): Promise<void> {
  await system.copyRows(
    `INSERT INTO telemetry.weather (company_id, project_id, sector_id, device_id, ts, te, hr)
     SELECT company_id, project_id, sector_id, device_id, ts + i * interval '5 minutes', te, hr
     FROM telemetry.weather, generate_series(1, $1) i`,
    [count],
  );
}

/** The duration of an answer. */
async function timed(asked: Promise<Answer>): Promise<{ status: number; ms: number }> {
  const began = performance.now();
  const { status } = await asked;
  return { status, ms: Math.round(performance.now() - began) };
}

const metric = async (name: string, kind: string): Promise<number> => {
  const { text } = await system.stranger.get('/metrics');
  const line = text.split('\n').find((each) => each.startsWith(`${name}{kind="${kind}"}`));
  return Number(line?.split(' ').at(-1));
};

/** The connections of the API, including that of this request. */
const openSockets = async (): Promise<number> => {
  const { text } = await system.stranger.get('/metrics', { headers: { connection: 'close' } });
  return Number(/^nodejs_active_resources\{type="TCPSocketWrap"\} (\d+)$/m.exec(text)?.[1]);
};

const TCP_TABLE = '/proc/net/tcp';
const ESTABLISHED = '01';

/**
 * How many of these sockets the service has open. Asks the kernel, because a client that does not read does not notice
 * the end, and the service's own count includes connections to PostgreSQL, which vary.
 */
async function openAtService(sockets: readonly Socket[]): Promise<number> {
  const portsOf = (address = '') => parseInt(address.split(':')[1] ?? '', 16);
  const rows = (await readFile(TCP_TABLE, 'utf8')).split('\n').map((row) => row.trim().split(/\s+/));
  const clients = new Set(
    rows
      .filter(
        ([, local, , state]) => state === ESTABLISHED && portsOf(local) === Number(new URL(system.url).port),
      )
      .map(([, , remote]) => portsOf(remote)),
  );
  return sockets.filter(({ localPort = 0 }) => clients.has(localPort)).length;
}

const hangUpAll = (clients: readonly { hangUp(): void }[]) => clients.forEach((client) => client.hangUp());

describe('while one company uploads slowly', () => {
  it('seven large bodies, another company’s upload is answered within seconds', async () => {
    const slow = { bytesPerSecond: 8 * KB, length: 20 * MB };
    const uploads = await Promise.all(
      Array.from({ length: 7 }, () =>
        SlowUpload.begin(acme.as('ana'), FORM_RECORD, Buffer.alloc(MB, ' '), slow),
      ),
    );
    try {
      const raw = JSON.stringify(aFormRecord(rival.ids.forms['scout']!)) + ' '.repeat(18 * MB);
      const waits = async () => (await metric('furrow_semaphore_waiting', 'large_body_bytes')) === 4;
      await until('the fourth of them waits', waits);
      const { status, ms } = await timed(rival.as('ana').post(FORM_RECORD, undefined, { raw }));
      expect(status).toBe(201);
      expect(ms).toBeLessThan(SOON_MS);
      expect(await metric('furrow_semaphore_held', 'large_body_bytes')).toBe(60 * MB);
    } finally {
      hangUpAll(uploads);
    }
    await until(
      'nothing is held any more',
      async () => (await metric('furrow_semaphore_held', 'large_body_bytes')) === 0,
    );
  });
});

describe('while one company reads slowly', () => {
  it.each(['reports', 'series', 'exports'])(
    'six %s, another company’s are answered within seconds',
    async (what) => {
      const [client, path] = questionOf(what);
      const readers = await Promise.all(Array.from({ length: STREAMS }, () => SlowReader.open(client, path)));
      const seventh = client.get(path);
      try {
        await until(
          'one more waits',
          async () => (await metric('furrow_semaphore_waiting', 'streams')) === 1,
        );
        const [other, series] = seriesOf(rival);
        const answers = await Promise.all([timed(rival.program().get(REPORT)), timed(other.get(series))]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(SOON_MS);
      } finally {
        hangUpAll(readers);
        await seventh;
      }
      await until(
        'nothing is held any more',
        async () => (await metric('furrow_semaphore_held', 'streams')) === 0,
      );
    },
  );
});

// Each of these waits for half a minute or longer, so they run concurrently.
describe('a slow client', () => {
  let began: number;
  let readers: SlowReader[];
  let oneMore: Promise<Answer>;
  let slow: SlowUpload[];
  let small: SlowUpload;
  let deaf: Socket[];
  let deafOpen: () => Promise<number>;
  const held = () => metric('furrow_semaphore_held', 'streams');

  beforeAll(async () => {
    const ana = acme.as('ana');
    const amounts: [length: number, bytesPerSecond: number][] = [
      [20 * MB, KB],
      [100 * KB, 20],
      [100 * KB, 0],
    ];
    const body = Buffer.from(JSON.stringify(acme.workerBody()).padEnd(700));
    const before = await openSockets();
    deaf = await Promise.all(
      unreadRequests().map(([request, times]) => deafClient(system.url, request, times)),
    );
    deafOpen = async () =>
      existsSync(TCP_TABLE) ? openAtService(deaf) : Math.max(0, (await openSockets()) - before);
    expect(await deafOpen()).toBe(deaf.length);
    // The client that never reads has one of the company's streams already.
    readers = await Promise.all(
      Array.from({ length: STREAMS - 1 }, () => SlowReader.open(acme.program(), REPORT)),
    );
    await until('all of its streams are held', async () => (await held()) === STREAMS);
    oneMore = acme.program().get(REPORT);
    began = performance.now();
    slow = await Promise.all(
      amounts.map(([length, bytesPerSecond]) =>
        SlowUpload.begin(ana, FORM_RECORD, Buffer.alloc(MB, ' '), { length, bytesPerSecond }),
      ),
    );
    small = await SlowUpload.begin(ana, WORKERS, body, { bytesPerSecond: 50 });
  });
  afterAll(() => deaf?.forEach((socket) => socket.destroy()));

  it('with a small body of 50 bytes a second is served', async () => {
    await until('it is answered', () => small.answer.includes('\r\n\r\n'));
    expect(small.answer).toMatch(/^HTTP\/1\.1 201 /);
    small.hangUp();
  });

  it('that requests more than its company may read at once is answered 503 after a bounded wait', async () => {
    const { status, headers, body } = await oneMore;
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'overloaded', '2']);
  });

  it('with a large body is answered 408 and disconnected within a minute', async () => {
    await Promise.race(slow.map(({ ended }) => ended));
    expect(performance.now() - began).toBeGreaterThan(15_000);
    await Promise.all(slow.map(({ ended }) => ended));
    expect(performance.now() - began).toBeLessThan(MINUTE);
    for (const { answer } of slow) expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request_timeout"/);
  });

  it('that reads slowly is disconnected within a minute', async () => {
    await until('only the stream that is never read is held', async () => (await held()) <= 1, MINUTE);
    for (const reader of readers) expect((await reader.rest()).complete).toBe(false);
  });

  it('that never reads is disconnected, whatever the responses are, while others are served', async () => {
    expect((await timed(rival.program().get(REPORT))).status).toBe(200);
    await until('all are ended', async () => (await deafOpen()) === 0, 120_000);
    await until('nothing is held any more', async () => (await held()) === 0, MINUTE);
  });
});

/** Requests whose responses are more bytes than the socket buffers of both sides hold, and no more than may queue. */
function unreadRequests(): [request: string, times: number][] {
  const wrong = JSON.stringify(
    Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`m${i}`, '\u0000'])),
  );
  const asked = (line: string, credential = '', body = '') =>
    `${line} HTTP/1.1\r\nHost: x\r\nauthorization: ${credential}\r\ncontent-type: application/json\r\n` +
    `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const bearerOf = ({ headers }: Client) => headers['authorization'] ?? '';
  return [
    [asked('GET /metrics'), 100],
    [asked(`POST ${WORKERS}`, bearerOf(acme.as('ana')), wrong), 100],
    [asked(`GET ${REPORT}`, bearerOf(acme.program())), 20],
  ];
}
