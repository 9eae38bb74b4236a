import { userInfo } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AuditEntry } from '@furrow/journal';
import { until } from '@furrow/testbed';
import {
  aFarmWithForms,
  aFormRecord,
  aProject,
  BULK,
  FORM_RECORD,
  type ProvisionedFarm,
  RECORDS,
  SESSIONS,
  WORKERS,
} from '@furrow/testbed/farms';
import { type Answer, type Client, hoursAgo, type Json, System } from '@furrow/testbed/system';

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let asAna: object;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(
    aFarmWithForms('acme', { projects: [aProject('north', 'n', 20)], tasks: [] }),
  );
  ana = farm.as('ana');
  asAna = { channel: 'user', actor: farm.idpId('ana'), userId: farm.ids.users[farm.idpId('ana')] };
});
afterAll(() => system?.stop());

const ENTRIES = `SELECT door AS channel, actor, user_id AS "userId", request_id AS "requestId", act, subjects, within, changed
  FROM audit.entries WHERE $1::text IS NULL OR $1 IN (request_id, within[1]) OR $1 = ANY (subjects) ORDER BY at, entry_id`;
/** Reads the trail as the owner, because the command line is slow. */
const entriesOf = (id: string | null) => system.sql<AuditEntry>(ENTRIES, [id]);

let requests = 0;
/** The answer to one request, and its entries in the trail. */
async function entriesBy(ask: (options: { headers: Record<string, string> }) => Promise<Answer>) {
  const requestId = `audit-${++requests}`;
  const answer = await ask({ headers: { 'x-request-id': requestId } });
  return { answer, entries: await entriesOf(requestId) };
}

const patch = (session: Json, body: object) =>
  entriesBy((options) => ana.patch(`${SESSIONS}/${session.sessionId}`, body, options));
const post = (path: string, body?: object, client = ana) =>
  entriesBy((options) => client.post(path, body, options));

describe('each act of a user leaves one entry', () => {
  it('of a session: opened, changed, extended, closed', async () => {
    const body = farm.sessionBody({ localId: 'once', maxDurationHours: 4 });
    const opened = await post(SESSIONS, body);
    const session = opened.answer.data;
    const about = { ...asAna, subjects: [session.sessionId], within: null };
    expect(opened.entries).toMatchObject([{ ...about, act: 'session.opened', changed: null }]);
    expect((await patch(session, { notes: 'wet', pricePerUnit: 130 })).entries).toMatchObject([
      { ...about, act: 'session.updated', changed: ['follows_prices', 'notes', 'price_per_unit'] },
    ]);
    const extended = await post(`${SESSIONS}/${session.sessionId}/extend`, { maxDurationHours: 6 });
    expect(extended.entries).toMatchObject([{ ...about, act: 'session.extended' }]);
    expect(extended.entries[0]?.changed).toContain('max_duration_hours');
    expect((await post(`${SESSIONS}/${session.sessionId}/close`)).entries).toMatchObject([
      { ...about, act: 'session.closed' },
    ]);
    // Requests that change nothing, repeat an earlier one, or are refused.
    const nothing = [
      await post(SESSIONS, body),
      await patch(session, { notes: 'dry' }),
      await post(`${SESSIONS}/${session.sessionId}/close`),
      await post(`${SESSIONS}/${session.sessionId}/close`, undefined, farm.as('ben')),
      await post(SESSIONS, { ...body, localId: 'other', openedAt: 'yesterday' }),
    ];
    expect(nothing.map(({ answer }) => answer.status)).toEqual([200, 409, 409, 403, 400]);
    expect(nothing.flatMap(({ entries }) => entries)).toEqual([]);
  });

  it('of records: added, a thousand at once, voided', async () => {
    const [session, worker] = [await farm.session(ana), await farm.worker(ana)];
    const body = () => farm.recordBody(session.sessionId, worker.id);
    const one = body();
    const added = await post(RECORDS, one);
    const { recordId } = added.answer.data;
    const about = { ...asAna, subjects: [recordId], within: [session.sessionId] };
    expect(added.entries).toMatchObject([{ ...about, act: 'record.added' }]);

    const bulk = { records: [one, ...Array.from({ length: 999 }, body)] };
    const many = await post(BULK, bulk);
    expect(many.answer.body.data.summary).toEqual({ created: 999, repeated: 1, failed: 0 });
    const ids = many.answer.data.results.slice(1).map((result: Json) => result.recordId);
    const { subjects = [], ...entry } = many.entries[0] ?? {};
    expect(many.entries).toHaveLength(1);
    expect(entry).toMatchObject({ ...asAna, act: 'record.added', within: [session.sessionId] });
    expect(subjects.toSorted()).toEqual(ids.toSorted());

    const voided = await post(`${RECORDS}/${recordId}/void`, { reason: 'twice' });
    expect(voided.entries).toMatchObject([{ ...about, act: 'record.voided' }]);
    const nothing = [
      await post(RECORDS, one),
      await post(BULK, bulk),
      await post(`${RECORDS}/${recordId}/void`),
      await post(`${RECORDS}/${recordId}/void`, undefined, farm.as('ben')),
      await post(RECORDS, { ...body(), workerId: recordId }),
    ];
    expect(nothing.map(({ answer }) => answer.status)).toEqual([200, 207, 200, 403, 404]);
    expect(nothing.flatMap(({ entries }) => entries)).toEqual([]);

    // By its id, and by its session's id.
    const acts = async (subject: string) => (await entriesOf(subject)).map(({ act }) => act);
    expect(await acts(recordId)).toEqual(['record.added', 'record.voided']);
    expect(await acts(session.sessionId)).toEqual([
      'session.opened',
      ...['record.added', 'record.added', 'record.voided'],
    ]);
  });

  it('of records that share a transaction: each names its own request and user', async () => {
    const crews = await Promise.all(
      [ana, farm.as('ben')].map(async (client) => ({
        client,
        session: await farm.session(client),
        worker: await farm.worker(client),
      })),
    );
    const records = await Promise.all(
      Array.from({ length: 24 }, async (_, i) => {
        const { client, session, worker } = crews[i % 2]!;
        const body = farm.recordBody(session.sessionId, worker.id);
        return { session, ...(await post(RECORDS, body, client)) };
      }),
    );
    records.forEach(({ answer, session, entries }, i) =>
      expect(entries).toMatchObject([
        {
          ...{ actor: farm.idpId(i % 2 === 0 ? 'ana' : 'ben'), act: 'record.added' },
          ...{ subjects: [answer.data.recordId], within: [session.sessionId] },
        },
      ]),
    );
    const [{ transactions } = { transactions: 0 }] = await system.sql<{ transactions: number }>(
      `SELECT count(DISTINCT xid::text)::int AS transactions FROM audit.entries WHERE subjects[1] = ANY ($1)`,
      [records.map(({ answer }) => answer.data.recordId)],
    );
    expect(transactions).toBeLessThan(records.length);
  });

  it('of a worker, and of a form that was filled in', async () => {
    const body = farm.workerBody({ phone: '+56 9 1234' });
    const registered = await post(WORKERS, body);
    expect(registered.entries).toMatchObject([
      { ...asAna, act: 'worker.registered', subjects: [registered.answer.data.id] },
    ]);
    expect((await post(WORKERS, body)).entries).toEqual([]);

    const record = aFormRecord(farm.ids.forms['scout']!);
    const submitted = await post(FORM_RECORD, record);
    expect(submitted.entries).toMatchObject([
      {
        ...{ ...asAna, act: 'form_record.submitted' },
        ...{ subjects: [submitted.answer.data.recordId], within: [farm.ids.forms['scout']] },
      },
    ]);
    expect((await post(FORM_RECORD, record)).entries).toEqual([]);
  });

  it('when many act at the same time', async () => {
    const session = await farm.session(ana);
    const worker = await farm.worker(ana);
    const twins = await Promise.all(
      Array.from({ length: 8 }, () =>
        post(RECORDS, farm.recordBody(session.sessionId, worker.id, { clientEventId: 'twin' })),
      ),
    );
    const [winner, ...others] = twins.flatMap(({ entries }) => entries);
    expect(others).toEqual([]);
    const made = twins.find(({ answer }) => answer.status === 201);
    expect(winner).toMatchObject({
      subjects: [made?.answer.data.recordId],
      requestId: made?.entries[0]?.requestId,
    });

    const openings = await Promise.all(
      ['ana', 'ben', 'ana', 'ben'].map((name) =>
        post(SESSIONS, { ...farm.sessionBody(), sectorId: farm.ids.sectors['north/n20'] }, farm.as(name)),
      ),
    );
    const won = openings.find(({ answer }) => answer.status === 201);
    expect(openings.flatMap(({ entries }) => entries)).toEqual(won?.entries);
    expect(won?.entries).toMatchObject([{ act: 'session.opened', actor: won?.answer.data.idpId }]);
  });
});

describe('acts without a user', () => {
  it('belong to the system where the time of a session ends', async () => {
    const session = await farm.session(ana, { openedAt: hoursAgo(2), maxDurationHours: 1 });
    await system.sql('UPDATE production.sessions SET lapses_at = ends_at WHERE session_id = $1', [
      session.sessionId,
    ]);
    const acts = await until('the sweep has come', async () => {
      const entries = await entriesOf(session.sessionId);
      return entries.length > 2 && entries;
    });
    const { username: login } = new URL(String(system.environmentOfApi['DATABASE_OWNER_URL']));
    expect(acts).toMatchObject([
      { ...asAna, act: 'session.opened' },
      { channel: 'database', actor: login, act: 'session.updated', changed: ['lapses_at'] },
      { channel: 'system', actor: null, requestId: null, act: 'session.lapsed' },
    ]);
  });

  it('belong to the operator on the command line, with one id for each run', async () => {
    const operator = { channel: 'operator', actor: userInfo().username };
    const company = ['--company', 'acme'];
    const run = (...args: string[]) => system.furrow<Json>(...args);
    const made = await run('token', 'issue', ...company, '--name', 'bi', '--scope', 'read:production');
    const next = await run('token', 'rotate', made.keyId);
    await run('token', 'revoke', next.keyId);
    const device = await run('device', 'register', 'ws-1', ...company, '--project', 'north');
    const rotated = await run('device', 'rotate', 'ws-1');
    for (const _ of [1, 2]) await run('device', 'revoke', 'ws-1');

    const tokens = [...(await entriesOf(made.keyId)), ...(await entriesOf(next.keyId))];
    expect(tokens).toMatchObject([
      { ...operator, act: 'token.issued', subjects: [made.keyId] },
      { ...operator, act: 'token.rotated', subjects: [made.keyId] },
      { ...operator, act: 'token.issued', subjects: [next.keyId] },
      { ...operator, act: 'token.revoked', subjects: [next.keyId] },
    ]);
    // As the operator reads the trail.
    const [devices, latest] = await Promise.all([
      run('audit', ...company, '--subject', 'ws-1', '--since', '1h'),
      run('audit', ...company, '--limit', '2'),
    ]);
    expect(devices).toMatchObject([
      { ...operator, act: 'device.registered' },
      { ...operator, act: 'device.rotated', changed: ['secret_hash'] },
      { ...operator, act: 'device.revoked', at: expect.stringMatching(/Z$/) },
    ]);
    expect(latest).toEqual(devices.slice(-2));
    expect(new Set([...tokens, ...devices].map(({ requestId }) => requestId)).size).toBe(6);

    const all = await entriesOf(null);
    expect(all.filter(({ act }) => act === 'user.added')).toMatchObject([
      { ...operator, subjects: expect.arrayContaining(Object.values(farm.ids.users)) },
    ]);
    const secrets = [made, next].map(({ credential }) => credential.split('.')[1]);
    for (const secret of [...secrets, device.deviceSecret, rotated.deviceSecret])
      expect(JSON.stringify(all)).not.toContain(secret);
  });
});
