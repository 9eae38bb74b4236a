import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aFarm, aProject, type ProvisionedFarm } from '@furrow/testbed/farms';
import { type Answer, type Client, type Json, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

const SHIFTS = '/api/control/shifts';
const BULK = `${SHIFTS}/bulk`;
const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
/** As many as a phone may sync in one call. */
const COUNT = 1_000;
const SANTIAGO = 'America/Santiago';

let system: System;
let farm: ProvisionedFarm;
let rival: ProvisionedFarm;
let ana: Client;
let worker: Json;
let place: { projectId: string; sectorId: string };

beforeAll(async () => {
  system = await System.shared();
  const projects = [
    aProject('north', 'n', 3, { timezone: SANTIAGO }),
    aProject('east', 'e', 1, { timezone: 'Asia/Tokyo' }),
  ];
  farm = await system.provision(aFarm('acme', { projects }));
  rival = await system.provision(aFarm('rival', { projects: [aProject('north', 'n', 3)] }));
  ana = farm.as('ana');
  place = { projectId: farm.ids.projects['north']!, sectorId: farm.ids.sectors['north/n1']! };
});
afterAll(() => system?.stop());
beforeEach(async () => {
  worker = await farm.worker(ana);
});

/** Eight hours of 12 January 2026 in Santiago. */
const body = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  ...{ workerId: worker.id, ...place, kind: 'piece', clientEventId: farm.event() },
  ...{ startedAt: '2026-01-12T08:00:00-03:00', endedAt: '2026-01-12T16:00:00-03:00' },
  ...over,
});
const rest = (from: string, to: string, kind = 'rest') => ({
  ...{ kind, startedAt: `2026-01-12T${from}:00-03:00`, endedAt: `2026-01-12T${to}:00-03:00` },
});
const record = async (over: Record<string, unknown> = {}, client = ana): Promise<Json> => {
  const answer = await client.post(SHIFTS, body(over));
  if (answer.status !== 201) throw new Error(`No shift was made: ${answer.status} ${answer.text}`);
  return answer.data;
};
const list = async (query: Record<string, string>, client = ana) =>
  client.get(`${SHIFTS}?${new URLSearchParams(query).toString()}`);
const ofWorker = async (): Promise<Json[]> => (await list({ workerId: worker.id, pageSize: '100' })).data;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

describe('recording a shift', () => {
  it('answers 201 with the shift and its exact hours and rests, and 200 with the same when repeated', async () => {
    const meal = rest('12:00', '12:30', 'meal');
    const draft = body({ breaks: [meal, rest('10:00', '10:10')], notes: 'Waited for bins' });
    const made = await ana.post(SHIFTS, draft);
    expect({ status: made.status, body: made.body }).toEqual({
      status: 201,
      body: {
        status: 'success',
        data: {
          shiftId: expect.stringMatching(UUID_V7),
          ...{ workerId: worker.id, worker_name: worker.full_name, ...place, kind: 'piece' },
          ...{ day: '2026-01-12T03:00:00.000Z', timezone: SANTIAGO },
          ...{ startedAt: '2026-01-12T11:00:00.000Z', endedAt: '2026-01-12T19:00:00.000Z' },
          breaks: [
            { kind: 'rest', startedAt: '2026-01-12T13:00:00.000Z', endedAt: '2026-01-12T13:10:00.000Z' },
            { kind: 'meal', startedAt: '2026-01-12T15:00:00.000Z', endedAt: '2026-01-12T15:30:00.000Z' },
          ],
          ...{ hours: 7.5, restHours: 0.166667, flags: [], clientEventId: draft['clientEventId'] },
          ...{ voided: false, notes: 'Waited for bins', createdBy: farm.idpId('ana') },
          createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        },
      },
    });
    const written = { ...draft, startedAt: '2026-01-12T11:00:00Z', breaks: [rest('10:00', '10:10'), meal] };
    for (const client of [ana, farm.as('ben')]) {
      const again = await client.post(SHIFTS, written);
      expect({ status: again.status, data: again.data }).toEqual({ status: 200, data: made.data });
    }
    expectRefusal(await ana.post(SHIFTS, { ...draft, notes: 'other' }), 422, 'B', 'idempotency_key_reused');
    expectRefusal(await ana.post(SHIFTS, { ...draft, endedAt: null }), 422, 'B', 'idempotency_key_reused');
    expect(await ofWorker()).toEqual([made.data]);
  });

  it('counts elapsed hours across a clock change, on the day on which it starts', async () => {
    // Clocks in Santiago go back from 24:00 to 23:00 on 4 April 2026, so the night is an hour longer.
    const shift = await record({
      ...{ startedAt: '2026-04-04T20:00:00-03:00', endedAt: '2026-04-05T04:00:00-04:00' },
    });
    expect(shift).toMatchObject({ day: '2026-04-04T03:00:00.000Z', hours: 9, restHours: 0 });
    const third = await record({ startedAt: '2026-04-06T08:00:00Z', endedAt: '2026-04-06T08:20:00Z' });
    expect(third.hours).toBe(0.333333);
  });

  it('names every wrong field', async () => {
    const wrong = async (over: Record<string, unknown>) => wrongFields(await ana.post(SHIFTS, body(over)));
    expect(wrongFields(await ana.post(SHIFTS, {}))).toEqual(
      ['workerId', 'projectId', 'kind', 'startedAt', 'clientEventId'].toSorted(),
    );
    expect(await wrong({ kind: 'overtime' })).toEqual(['kind']);
    expect(await wrong({ kind: null })).toEqual(['kind']);
    expect(await wrong({ startedAt: '2026-01-12T08:00:00', endedAt: 'noon' })).toEqual([
      'endedAt',
      'startedAt',
    ]);
    expect(await wrong({ endedAt: '2026-01-12T08:00:00-03:00' })).toEqual(['endedAt']);
    expect(await wrong({ clientEventId: 'e'.repeat(101), notes: 'n'.repeat(501) })).toEqual([
      'clientEventId',
      'notes',
    ]);
    expect(await wrong({ notes: 'a\u0000b' })).toEqual(['notes']);
    expect(await wrong({ breaks: [{ kind: 'nap', startedAt: '2026-01-12T12:00:00Z' }] })).toEqual([
      'breaks[0].endedAt',
      'breaks[0].kind',
    ]);
    expect(await wrong({ breaks: [rest('07:59', '08:10')] })).toEqual(['breaks[0].startedAt']);
    expect(await wrong({ breaks: [rest('15:55', '16:01')] })).toEqual(['breaks[0].endedAt']);
    expect(await wrong({ breaks: [rest('10:00', '10:00')] })).toEqual(['breaks[0].endedAt']);
    expect(await wrong({ breaks: [rest('10:00', '10:10'), rest('10:09', '10:20', 'meal')] })).toEqual([
      'breaks[1]',
    ]);
    expect(await wrong({ breaks: Array.from({ length: 21 }, () => rest('10:00', '10:10')) })).toEqual([
      'breaks',
    ]);
    expect(await ofWorker()).toEqual([]);
  });

  it('drops unknown members, and names them in strict mode', async () => {
    const draft = body({
      companyId: rival.ids.companyId,
      breaks: [{ ...rest('10:00', '10:10'), tea: true }],
    });
    const strict = await ana.post(SHIFTS, draft, { headers: { prefer: 'handling=strict' } });
    expect(wrongFields(strict)).toEqual(['breaks[0].tea', 'companyId']);
    expect((await ana.post(SHIFTS, draft)).status).toBe(201);
  });

  it('refuses references of other companies, future times, and too long a duration', async () => {
    const refused = async (over: Record<string, unknown>, status: number, code: string, facts = {}) =>
      expectRefusal(await ana.post(SHIFTS, body(over)), status, 'B', code, facts);
    const theirs = await rival.worker(rival.as('ana'));
    await refused({ workerId: theirs.id }, 404, 'worker_not_found');
    await refused({ workerId: 'nobody' }, 404, 'worker_not_found');
    await refused({ projectId: rival.ids.projects['north'] }, 404, 'project_not_found');
    await refused({ sectorId: rival.ids.sectors['north/n1'] }, 404, 'sector_not_found');
    await refused({ sectorId: farm.ids.sectors['east/e1'] }, 422, 'sector_not_in_project');
    const serverTime = expect.stringMatching(/Z$/);
    await refused({ startedAt: inMinutes(6), endedAt: null }, 422, 'started_in_future', { serverTime });
    await refused({ endedAt: '2026-01-13T08:00:01-03:00' }, 422, 'shift_too_long');
    expect((await record({ endedAt: '2026-01-13T08:00:00-03:00' })).hours).toBe(24);
    expect((await record({ startedAt: inMinutes(4), endedAt: null, sectorId: null })).flags).toEqual([
      'running',
    ]);
    for (const path of [SHIFTS, BULK])
      expectRefusal(await farm.as('gus').post(path, body()), 403, 'B', 'forbidden');
    expectRefusal(await list({}, farm.as('gus')), 403, 'B', 'forbidden');
  });
});

describe('a running shift', () => {
  const running = { startedAt: '2026-01-12T08:00:00-03:00', endedAt: null, breaks: [rest('10:00', '10:10')] };
  const endedAt = '2026-01-12T16:00:00-03:00';
  const end = (shift: Json, ended: object, client = ana) =>
    client.post(`${SHIFTS}/${shift.shiftId}/end`, ended);

  it('has no hours until it is ended, once', async () => {
    const draft = body(running);
    const made = await ana.post(SHIFTS, draft);
    expect(made.data).toMatchObject({ endedAt: null, hours: null, restHours: null, flags: ['running'] });
    const ended = await end(made.data, { endedAt }, farm.as('ben'));
    expect({ status: ended.status, data: ended.data }).toMatchObject({
      status: 200,
      data: { endedAt: '2026-01-12T19:00:00.000Z', hours: 8, restHours: 0.166667, flags: [] },
    });
    for (const same of [{ endedAt }, { endedAt, breaks: [rest('10:00', '10:10')] }]) {
      const again = await end(made.data, same);
      expect({ status: again.status, data: again.data }).toEqual({ status: 200, data: ended.data });
    }
    for (const other of [{ endedAt: '2026-01-12T17:00:00-03:00' }, { endedAt, breaks: [] }])
      expectRefusal(await end(made.data, other), 409, 'B', 'shift_ended', {
        endedAt: '2026-01-12T19:00:00.000Z',
      });
    // A phone that did not get the first answer repeats the request, or sends the shift as it is by then.
    for (const again of [draft, { ...draft, endedAt }]) {
      const answer = await ana.post(SHIFTS, again);
      expect({ status: answer.status, data: answer.data }).toEqual({ status: 200, data: ended.data });
    }
  });

  it('uses the breaks that are given at its end instead of earlier ones', async () => {
    const shift = await record(running);
    const ended = await end(shift, {
      endedAt,
      breaks: [rest('11:00', '11:20'), rest('13:00', '13:30', 'meal')],
    });
    expect(ended.data).toMatchObject({ hours: 7.5, restHours: 0.333333 });
  });

  it('is not ended by a wrong request', async () => {
    const shift = await record(running);
    const early = '2026-01-12T10:05:00-03:00';
    expect(wrongFields(await end(shift, {}))).toEqual(['endedAt']);
    expect(wrongFields(await end(shift, { endedAt: shift.startedAt }))).toEqual(['endedAt']);
    expect(wrongFields(await end(shift, { endedAt: early }))).toEqual(['endedAt']);
    expect(wrongFields(await end(shift, { endedAt, breaks: [rest('07:00', '07:10')] }))).toEqual([
      'breaks[0].startedAt',
    ]);
    expectRefusal(await end(shift, { endedAt: '2026-01-13T08:01:00-03:00' }), 422, 'B', 'shift_too_long');
    for (const client of [rival.as('ana'), rival.as('ada')])
      expectRefusal(await end(shift, { endedAt }, client), 404, 'B', 'shift_not_found');
    expectRefusal(await ana.post(`${SHIFTS}/nothing/end`, { endedAt }), 404, 'B', 'shift_not_found');
    await ana.post(`${SHIFTS}/${shift.shiftId}/void`);
    expectRefusal(await end(shift, { endedAt }), 409, 'B', 'shift_is_void');
    expect((await ofWorker())[0]).toMatchObject({ endedAt: null, voided: true });
  });
});

describe('voiding a shift', () => {
  it('keeps it on file without flags, however often it is voided', async () => {
    const [one, other] = [await record(), await record({ startedAt: '2026-01-12T15:00:00-03:00' })];
    expect((await ofWorker()).map(({ flags }) => flags)).toEqual([['overlap'], ['overlap']]);
    for (const reason of ['The wrong worker', null]) {
      const voided = await ana.post(`${SHIFTS}/${one.shiftId}/void`, { reason });
      expect({ status: voided.status, data: voided.data }).toEqual({
        ...{ status: 200, data: { ...one, voided: true, flags: [] } },
      });
    }
    expect(await ofWorker()).toEqual([
      { ...one, voided: true },
      { ...other, flags: [] },
    ]);
    expectRefusal(await rival.as('ada').post(`${SHIFTS}/${other.shiftId}/void`), 404, 'B', 'shift_not_found');
  });
});

describe('overlapping shifts of one worker', () => {
  it('are both stored and flagged; adjacent shifts are not', async () => {
    const at = (from: string, to: string | null) => ({
      ...{ startedAt: `2026-01-${from}:00-03:00`, endedAt: to && `2026-01-${to}:00-03:00` },
    });
    await record(at('12T08:00', '12T12:00'));
    await record(at('12T12:00', '12T16:00'));
    await record(at('12T15:59', '12T17:00'));
    await record(at('14T08:00', null));
    await record(at('14T18:00', null));
    await record(at('15T18:00', '15T19:00'));
    expect((await ofWorker()).map(({ flags }) => flags)).toEqual([
      ...[[], ['overlap'], ['overlap']],
      ...[['running', 'overlap'], ['running', 'overlap'], []],
    ]);
  });
});

describe('the list of shifts', () => {
  it('is filtered by local dates of the start, both included, and ordered by start and id', async () => {
    const days = ['2026-01-12T00:00:00-03:00', '2026-01-11T23:59:59-03:00', '2026-01-13T23:30:00-03:00'];
    for (const startedAt of days) await record({ startedAt, endedAt: null });
    const tokyo = { projectId: farm.ids.projects['east'], sectorId: null };
    await record({ ...tokyo, startedAt: '2026-01-12T00:30:00+09:00', endedAt: null });
    const starts = async (query: Record<string, string>) => {
      const { data } = await list({ workerId: worker.id, ...query });
      return (data as Json[]).map(({ startedAt }) => startedAt);
    };
    const all = await starts({});
    expect(all).toEqual([
      ...['2026-01-11T15:30:00.000Z', '2026-01-12T02:59:59.000Z'],
      ...['2026-01-12T03:00:00.000Z', '2026-01-14T02:30:00.000Z'],
    ]);
    expect(await starts({ from: '2026-01-12' })).toEqual([all[0], all[2], all[3]]);
    expect(await starts({ to: '2026-01-12' })).toEqual(all.slice(0, 3));
    expect(await starts({ from: '2026-01-13', to: '2026-01-13' })).toEqual([all[3]]);
    expect(await starts({ projectId: tokyo.projectId! })).toEqual([all[0]]);
    expect(await starts({ page: '2', pageSize: '3' })).toEqual([all[3]]);
    const { body: page } = await list({ workerId: worker.id, page: '2', pageSize: '3' });
    expect(page.meta).toEqual({ page: 2, pageSize: 3, total: 4, totalPages: 2 });
  });

  it('refuses malformed, reversed and unknown filters, and shows no shift of another company', async () => {
    await record();
    expect(wrongFields(await list({ from: 'May', pageSize: '101' }))).toEqual(['from', 'pageSize']);
    expectRefusal(await list({ from: '2026-01-13', to: '2026-01-12' }), 422, 'B', 'invalid_date_range');
    expectRefusal(await list({ workerId: 'nobody' }), 404, 'B', 'worker_not_found');
    expectRefusal(await list({ projectId: rival.ids.projects['north']! }), 404, 'B', 'project_not_found');
    expect((await list({}, rival.as('ada'))).body).toMatchObject({ data: [], meta: { total: 0 } });
  });
});

describe('a bulk sync of shifts', () => {
  it('gives each shift the same status and code as a single request, and no bad shift affects another', async () => {
    const kept = body();
    await ana.post(SHIFTS, kept);
    const twice = body();
    const cases: [name: string, body: unknown, status: number, code?: string][] = [
      ['good', twice, 201],
      ['repeated', kept, 200],
      ['the same again in this call', twice, 200],
      ['other content in this call', { ...twice, kind: 'hourly' }, 422, 'idempotency_key_reused'],
      ['other content', { ...kept, kind: 'hourly' }, 422, 'idempotency_key_reused'],
      ['no kind', body({ kind: undefined }), 400, 'validation_failed'],
      ['ends too early', body({ endedAt: '2026-01-12T07:00:00-03:00' }), 400, 'validation_failed'],
      ['U+0000', body({ notes: 'a\u0000b' }), 400, 'validation_failed'],
      ['null', null, 400, 'validation_failed'],
      ['unknown worker', body({ workerId: place.projectId }), 404, 'worker_not_found'],
      ['unknown project', body({ projectId: worker.id }), 404, 'project_not_found'],
      ['ahead', body({ startedAt: inMinutes(60), endedAt: null }), 422, 'started_in_future'],
      ['too long', body({ endedAt: '2026-01-14T08:00:00-03:00' }), 422, 'shift_too_long'],
      ['good, last', body(), 201],
    ];
    const answer = await ana.post(BULK, { shifts: cases.map(([, one]) => one) });
    expect(answer.status).toBe(207);
    const { results, summary } = answer.data as { results: Json[]; summary: Json };
    const answered = results.map((result, i) => [cases[i]![0], result.index, result.status, result.code]);
    expect(answered).toEqual(cases.map(([name, , status, code], i) => [name, i, status, code]));
    expect(summary).toEqual({ created: 2, repeated: 2, failed: 10 });
    expect(results[2]).toEqual({ ...results[0], index: 2, status: 200 });
    expect(results[6]!.message).toBe('endedAt must be after startedAt');
    for (const shifts of [[], 'none', Array.from({ length: 1_001 }, () => ({}))])
      expect(wrongFields(await ana.post(BULK, { shifts }))).toEqual(['shifts']);
  });

  it('stores texts and breaks as they are sent', async () => {
    const texts = ['NULL', '"a" \\ b', '{c,d}', "e's\nf", ' ñ '];
    const shifts = texts.map((text, index) =>
      body({
        ...{ clientEventId: `${farm.event()} ${text}`, notes: text },
        ...{ startedAt: `2026-02-0${index + 1}T08:00:00Z`, endedAt: `2026-02-0${index + 1}T16:00:00Z` },
        breaks: [
          {
            ...{ kind: 'rest', startedAt: `2026-02-0${index + 1}T10:00:00.123Z` },
            endedAt: `2026-02-0${index + 1}T10:10:00.000Z`,
          },
        ],
      }),
    );
    expect((await ana.post(BULK, { shifts })).data.summary).toEqual({ created: 5, repeated: 0, failed: 0 });
    const { data } = await list({ workerId: worker.id });
    const kept = (data as unknown as Json[]).map(({ clientEventId, notes, breaks }) => ({
      ...{ clientEventId, notes, breaks },
    }));
    expect(kept).toEqual(
      shifts.map(({ clientEventId, notes, breaks }) => ({ clientEventId, notes, breaks })),
    );
  });

  it('stores each shift once when 20 clients sync the same shifts at once', async () => {
    const shifts = Array.from({ length: COUNT }, (_, i) =>
      body({
        ...{ startedAt: new Date(Date.UTC(2025, 0, 1) + i * 3_600_000).toISOString(), sectorId: null },
        endedAt: new Date(Date.UTC(2025, 0, 1, 1) + i * 3_600_000).toISOString(),
      }),
    );
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, client) => {
        const turned = [...shifts.slice(client * 50), ...shifts.slice(0, client * 50)];
        return untilTaken(() => farm.as(client % 2 === 0 ? 'ana' : 'ben').post(BULK, { shifts: turned }));
      }),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(207));
    const results = answers.flatMap(({ data }) => data.results as Json[]);
    expect(results.filter(({ status }) => status === 201)).toHaveLength(COUNT);
    expect(results.filter(({ status }) => status === 200)).toHaveLength(19 * COUNT);
    const ids = Map.groupBy(results, ({ clientEventId }) => clientEventId as string);
    expect(ids.size).toBe(COUNT);
    for (const same of ids.values()) expect(new Set(same.map(({ shiftId }) => shiftId)).size).toBe(1);
    expect((await list({ workerId: worker.id, pageSize: '1' })).body.meta.total).toBe(COUNT);
  });
});

/** A phone that is told to come later sends the same again. */
async function untilTaken(send: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await send();
    if (answer.status !== 503) return answer;
    await sleep(1_000 * Number(answer.headers.get('retry-after') ?? 1));
  }
}
