import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aFarm,
  aProject,
  type Client,
  expectRefusal,
  hoursAgo,
  type Json,
  type ProvisionedFarm,
  RECORDS,
  SESSIONS,
  System,
  wrongFields,
  ZONE,
} from './harness/index.ts';

const RUNS = '/api/control/pay-runs';
const SHIFTS = '/api/control/shifts';
const DAY = 86_400_000;

let system: System;
beforeAll(async () => {
  system = await System.start();
});
afterAll(() => system?.stop());

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const TODAY = new Date(hoursAgo(3)).toLocaleDateString('sv-SE', { timeZone: ZONE });
/** Whichever weekday that is, it begins the workweek. */
const WEEKDAY = new Date(TODAY)
  .toLocaleDateString('en-US', { weekday: 'long', timeZone: 'UTC' })
  .toLowerCase();
const inDays = (days: number) => dayOf(Date.parse(TODAY) + days * DAY);
const WEEK = { from: TODAY, to: inDays(6) };

let farms = 0;
/** A farm of its own that pays by one policy. */
async function aPayingFarm(policy: object | null, currency: string | null = 'USD') {
  const key = `pay${++farms}`;
  const projects = [aProject('north', 'n', 4, { defaults: { pricePerUnit: 1 } })];
  const file = aFarm(key, {
    projects,
    payPolicies: policy && [{ validFrom: '2020-01-01', workweekStartsOn: WEEKDAY, ...policy }],
  });
  return system.provision({ ...file, company: { ...file.company, currency } as never });
}

/** One worker's harvest and hours of today. */
class Crew {
  private constructor(
    readonly farm: ProvisionedFarm,
    readonly ana: Client,
    readonly ada: Client,
    readonly worker: Json,
    readonly session: Json,
  ) {}

  static async start(farm: ProvisionedFarm, session: Record<string, unknown> = {}): Promise<Crew> {
    const [ana, ada] = [farm.as('ana'), farm.as('ada')];
    const [worker, opened] = [
      await farm.worker(ana),
      await farm.session(ana, { openedAt: hoursAgo(3), ...session }),
    ];
    return new Crew(farm, ana, ada, worker, opened);
  }

  async pick(units: number, over: object = {}): Promise<Json> {
    const answer = await this.ana.post(RECORDS, {
      ...this.farm.recordBody(this.session.sessionId, this.worker.id, { units }),
      ...over,
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.data;
  }

  /** From this morning on; it may end later than now. */
  async shift(kind: string, hours: number, over: object = {}): Promise<Json> {
    const startedAt = hoursAgo(3);
    const answer = await this.ana.post(SHIFTS, {
      ...{ workerId: this.worker.id, projectId: this.session.projectId, kind, startedAt },
      endedAt: new Date(Date.parse(startedAt) + hours * 3_600_000).toISOString(),
      ...{ clientEventId: this.farm.event(), ...over },
    });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.data;
  }

  close() {
    return this.ana.post(`${SESSIONS}/${this.session.sessionId}/close`);
  }

  async run(over: object = {}): Promise<Json> {
    const answer = await this.ada.post(RUNS, { ...WEEK, ...over });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.data;
  }

  async read(run: Json): Promise<Json> {
    return (await this.ada.get(`${RUNS}/${run.payRunId}`)).data;
  }

  freeze(run: Json) {
    return this.ada.post(`${RUNS}/${run.payRunId}/freeze`);
  }
}

const codes = ({ flags }: Json) => (flags as Json[]).map(({ code }) => code);
const sums = ({ lines }: Json) =>
  (lines as Json[]).map(({ kind, amount }) => [kind, amount] as [string, number]);
const OVERTIME = { weeklyHours: 5, premium: 0.5 };

describe('a pay run', () => {
  it('is worked out anew whenever it is read, until it is frozen, and is corrected by the next', async () => {
    const crew = await Crew.start(
      await aPayingFarm({ minimumWage: { amount: 10, per: 'hour' }, overtime: OVERTIME }),
    );
    const { worker, session } = crew;
    await crew.pick(100.5);
    const run = await crew.run();
    expect(run).toMatchObject({ status: 'draft', ...WEEK, projectId: null, currency: 'USD', frozenAt: null });
    expect(run.policy).toMatchObject({ minimumWage: { amount: 10, per: 'hour' }, hourlyRate: null });
    const missing = { code: 'hours_missing', workerId: worker.id, day: TODAY };
    expect(run.flags).toContainEqual(missing);
    expect(run.flags).toContainEqual({ code: 'session_open', sessionId: session.sessionId, day: TODAY });
    const blocked = await crew.freeze(run);
    const flags = expect.arrayContaining([missing]);
    expectRefusal(blocked, 409, 'B', 'pay_run_blocked', { flags });
    expect(blocked.body.flags.map(({ code }: Json) => code)).not.toContain('outside_shift');

    await crew.shift('piece', 6);
    await crew.close();
    const mended = await crew.read(run);
    expect(codes(mended)).toEqual([]);
    expect(mended.statements).toEqual([
      {
        ...{ workerId: worker.id, worker_id: worker.worker_id, worker_name: worker.full_name },
        lines: [
          {
            ...{ kind: 'piece', day: TODAY, sessionId: session.sessionId, shiftId: null, quantity: 100.5 },
            ...{ unit: 'kg', rate: 1, amount: 100.5, payRunId: null },
          },
          {
            ...{ kind: 'overtime', day: TODAY, sessionId: null, shiftId: null, quantity: 1, unit: 'h' },
            ...{ rate: 8.375, amount: 8.38, payRunId: null },
          },
        ],
        hours: { piece: 6, hourly: 0, nonproductive: 0, rest: 0, total: 6, overtime: 1 },
        ...{ units: 100.5, regularRate: 16.75, gross: 108.88 },
      },
    ]);
    expect(mended.totals).toEqual({ workers: 1, hours: 6, units: 100.5, gross: 108.88 });

    const frozen = await crew.freeze(run);
    expect({ status: frozen.status, data: frozen.data }).toEqual({
      status: 200,
      data: { ...mended, status: 'frozen', frozenAt: expect.stringMatching(/Z$/) },
    });
    // Half an hour of waiting that a phone tells of too late, and a shift that is taken back.
    await crew.shift('nonproductive', 0.5);
    const gone = await crew.shift('nonproductive', 4);
    await crew.ana.post(`${SHIFTS}/${gone.shiftId}/void`);
    for (const again of [await crew.read(run), (await crew.freeze(run)).data])
      expect(again).toEqual(frozen.data);

    const next = await crew.run({ from: inDays(7), to: inDays(13) });
    const [statement] = next.statements as Json[];
    // 100.50 + 5.00 in 6.5 h: half of 16.230769 for 1.5 h is 12.17; 117.67 less 108.88.
    expect(sums(statement)).toEqual([['adjustment', 8.79]]);
    expect(statement.lines[0].payRunId).toBe(run.payRunId);
    expect((await crew.freeze(next)).status).toBe(200);
    const last = await crew.run({ from: inDays(14), to: inDays(20) });
    expect(last.statements).toEqual([]);
  });

  it('of two that are frozen at once over the same days one wins', async () => {
    const crew = await Crew.start(await aPayingFarm({}));
    await crew.pick(3);
    await crew.close();
    const runs = [await crew.run(), await crew.run({ projectId: crew.session.projectId })];
    const answers = await Promise.all(runs.map((run) => crew.freeze(run)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [won, lost] = answers[0]!.status === 200 ? [0, 1] : [1, 0];
    expectRefusal(answers[lost]!, 409, 'B', 'pay_run_overlaps', { payRunId: runs[won]!.payRunId });
    expectRefusal(
      await crew.ada.request('DELETE', `${RUNS}/${runs[won]!.payRunId}`),
      409,
      'B',
      'pay_run_frozen',
    );
    expect((await crew.ada.request('DELETE', `${RUNS}/${runs[lost]!.payRunId}`)).status).toBe(204);
    const { body } = await crew.ada.get(RUNS);
    expect(body.data.map(({ payRunId, status }: Json) => [payRunId, status])).toEqual([
      [runs[won]!.payRunId, 'frozen'],
    ]);
    expect(body.meta.total).toBe(1);
  });

  it('pays pieces and bonuses so that they sum to what the session is worth, also of voided records', async () => {
    const bonus = { type: 'fixed', value: 10 };
    const crew = await Crew.start(await aPayingFarm({}), { pricePerUnit: 0.333, bonus });
    const gone = await crew.pick(7);
    for (const units of [1, 1.5]) await crew.pick(units);
    const others = [await crew.farm.worker(crew.ana), await crew.farm.worker(crew.ana)];
    for (const { id } of others) await crew.pick(1, { workerId: id });
    await crew.ana.post(`${RECORDS}/${gone.recordId}/void`);
    const { statements } = await crew.run();
    const { data } = await crew.ana.get(`${SESSIONS}/${crew.session.sessionId}`);
    const cents = (statements as Json[]).map(({ gross }) => Math.round(gross * 100));
    expect(statements).toHaveLength(3);
    expect(cents.reduce((sum, each) => sum + each, 0)).toBe(Math.round(data.totals.amount * 100));
  });

  it('says what stands in the way', async () => {
    const crew = await Crew.start(await aPayingFarm(null, null), { pricePerUnit: null });
    const unpriced = await aPayingFarm({});
    await crew.ana.patch(`${SESSIONS}/${crew.session.sessionId}`, {});
    await crew.pick(1);
    const startedAt = hoursAgo(2);
    await crew.shift('hourly', 1, { startedAt, endedAt: null });
    await crew.shift('hourly', 1, { startedAt, endedAt: null });
    expect(codes(await crew.run()).toSorted()).toEqual([
      ...['no_currency', 'no_policy', 'outside_shift', 'session_open'],
      ...['shift_overlap', 'shift_overlap', 'shift_running', 'shift_running'],
    ]);
    const hourly = await Crew.start(unpriced);
    await hourly.shift('hourly', 1);
    expect(codes(await hourly.run())).toContain('no_price');
  });

  it('is refused where it cannot be', async () => {
    const farm = await aPayingFarm({});
    const [ada, ana] = [farm.as('ada'), farm.as('ana')];
    expect(wrongFields(await ada.post(RUNS, { from: 'May', projectId: 7 }))).toEqual([
      'from',
      'projectId',
      'to',
    ]);
    expectRefusal(await ada.post(RUNS, { from: inDays(1), to: TODAY }), 422, 'B', 'invalid_date_range');
    expectRefusal(await ada.post(RUNS, { from: TODAY, to: inDays(62) }), 422, 'B', 'date_range_too_long');
    expectRefusal(await ada.post(RUNS, { ...WEEK, projectId: 'none' }), 404, 'B', 'project_not_found');
    expectRefusal(
      await ada.post(RUNS, { from: '2019-12-30', to: '2020-01-05' }),
      422,
      'B',
      'pay_policy_changes',
      {
        cutAt: '2020-01-01',
      },
    );
    expectRefusal(await ana.post(RUNS, WEEK), 403, 'B', 'forbidden');
    const { data: run } = await ada.post(RUNS, { from: TODAY, to: inDays(61) });
    const rival = (await aPayingFarm({})).as('ada');
    for (const path of [run.payRunId, 'none']) {
      expectRefusal(await rival.get(`${RUNS}/${path}`), 404, 'B', 'pay_run_not_found');
      expectRefusal(await rival.post(`${RUNS}/${path}/freeze`), 404, 'B', 'pay_run_not_found');
      expectRefusal(await rival.request('DELETE', `${RUNS}/${path}`), 404, 'B', 'pay_run_not_found');
    }
    expect((await rival.get(RUNS)).body).toMatchObject({ data: [], meta: { total: 0 } });
  });
});
