import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { readXlsx } from 'hucre/xlsx';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { aPayingFarm, Crew, inDays, PAY_RUNS, RECORDS, SESSIONS, TODAY, WEEK } from '@furrow/testbed/farms';
import { fetch, hoursAgo, type Json, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

let system: System;
beforeAll(async () => {
  system = await System.shared();
});
afterAll(() => system?.stop());

const codes = ({ flags }: Json) => (flags as Json[]).map(({ code }) => code);
const sums = ({ lines }: Json) =>
  (lines as Json[]).map(({ kind, amount }) => [kind, amount] as [string, number]);
const OVERTIME = { weeklyHours: 5, premium: 0.5 };

describe('a pay run', () => {
  it('is calculated on every read until it is frozen, and is corrected by the next one', async () => {
    const crew = await Crew.start(
      await aPayingFarm(system, { minimumWage: { amount: 10, per: 'hour' }, overtime: OVERTIME }),
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
      data: {
        ...{ ...mended, status: 'frozen', frozenAt: expect.stringMatching(/Z$/) },
        calculatedAt: frozen.data.frozenAt,
      },
    });
    // Half an hour of waiting that a phone reports too late, and a voided shift.
    await crew.shift('nonproductive', 0.5, { startedAt: hoursAgo(7) });
    const gone = await crew.shift('nonproductive', 4);
    await crew.ada.post(`/api/control/shifts/${gone.shiftId}/void`);
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

  it('succeeds for one of two that are frozen at once over the same days', async () => {
    const crew = await Crew.start(await aPayingFarm(system, {}));
    await crew.pick(3);
    await crew.close();
    const runs = [await crew.run(), await crew.run({ projectId: crew.session.projectId })];
    const answers = await Promise.all(runs.map((run) => crew.freeze(run)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const [won, lost] = answers[0]!.status === 200 ? [0, 1] : [1, 0];
    expectRefusal(answers[lost]!, 409, 'B', 'pay_run_overlaps', { payRunId: runs[won]!.payRunId });
    expectRefusal(
      await crew.ada.request('DELETE', `${PAY_RUNS}/${runs[won]!.payRunId}`),
      409,
      'B',
      'pay_run_frozen',
    );
    expect((await crew.ada.request('DELETE', `${PAY_RUNS}/${runs[lost]!.payRunId}`)).status).toBe(204);
    const { body } = await crew.ada.get(PAY_RUNS);
    expect(body.data.map(({ payRunId, status }: Json) => [payRunId, status])).toEqual([
      [runs[won]!.payRunId, 'frozen'],
    ]);
    expect(body.meta.total).toBe(1);
  });

  it('pays pieces and bonuses that sum to the amount of the session, also for voided records', async () => {
    const bonus = { type: 'fixed', value: 10 };
    const crew = await Crew.start(await aPayingFarm(system, {}), { pricePerUnit: 0.333, bonus });
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

  it('lists what prevents the freeze', async () => {
    const crew = await Crew.start(await aPayingFarm(system, null, null), { pricePerUnit: null });
    const unpriced = await aPayingFarm(system, {});
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

  it('is refused where it is not possible', async () => {
    const farm = await aPayingFarm(system, {});
    const [ada, ana] = [farm.as('ada'), farm.as('ana')];
    expect(wrongFields(await ada.post(PAY_RUNS, { from: 'May', projectId: 7 }))).toEqual([
      'from',
      'projectId',
      'to',
    ]);
    expectRefusal(await ada.post(PAY_RUNS, { from: inDays(1), to: TODAY }), 422, 'B', 'invalid_date_range');
    expectRefusal(await ada.post(PAY_RUNS, { from: TODAY, to: inDays(62) }), 422, 'B', 'date_range_too_long');
    expectRefusal(await ada.post(PAY_RUNS, { ...WEEK, projectId: 'none' }), 404, 'B', 'project_not_found');
    expectRefusal(
      await ada.post(PAY_RUNS, { from: '2019-12-30', to: '2020-01-05' }),
      422,
      'B',
      'pay_policy_changes',
      {
        cutAt: '2020-01-01',
      },
    );
    expectRefusal(await ana.post(PAY_RUNS, WEEK), 403, 'B', 'forbidden');
    const { data: run } = await ada.post(PAY_RUNS, { from: TODAY, to: inDays(61) });
    const rival = (await aPayingFarm(system, {})).as('ada');
    for (const path of [run.payRunId, 'none']) {
      expectRefusal(await rival.get(`${PAY_RUNS}/${path}`), 404, 'B', 'pay_run_not_found');
      expectRefusal(await rival.post(`${PAY_RUNS}/${path}/freeze`), 404, 'B', 'pay_run_not_found');
      expectRefusal(await rival.request('DELETE', `${PAY_RUNS}/${path}`), 404, 'B', 'pay_run_not_found');
    }
    expect((await rival.get(PAY_RUNS)).body).toMatchObject({ data: [], meta: { total: 0 } });
  });
});

describe('exports of a pay run', () => {
  const named = (over: object) => ({ first_name: '=SUM(A1)', last_name: 'Ñúñez', ...over });

  /** Two workers with pieces and hours; the name of one looks like a spreadsheet formula. */
  async function worked() {
    const farm = await aPayingFarm(system, { hourlyRate: 12, overtime: OVERTIME });
    const crew = await Crew.start(farm);
    const other = await farm.worker(crew.ana, named({}));
    await crew.pick(100.5);
    await crew.pick(7, { workerId: other.id });
    await crew.shift('piece', 6);
    await crew.shift('hourly', 1, { workerId: other.id });
    return { crew, other };
  }
  async function fileOf({ ada }: Crew, path: string, type: string): Promise<Uint8Array> {
    const response = await fetch(ada.url + path, { headers: ada.headers });
    expect(response.headers.get('content-type')).toContain(type);
    return new Uint8Array(await response.arrayBuffer());
  }
  const csvOf = (text: string, delimiter = ',') =>
    parse<Record<string, string>>(text, { bom: true, columns: true, delimiter });
  const summed = (values: readonly unknown[]) =>
    Math.round(values.reduce<number>((sum, value) => sum + Number(value ?? 0) * 100, 0)) / 100;

  it('have a CSV line and a workbook row for each sum, and every column can be summed', async () => {
    const { crew } = await worked();
    await crew.close();
    const draft = await crew.run();
    const frozen = async () => (await crew.freeze(draft)).data;
    for (const now of [() => draft, frozen]) {
      const run = await now();
      const path = `${PAY_RUNS}/${run.payRunId}/export`;
      const csv = await crew.ada.get(`${path}?format=csv`);
      expect(csv.headers.get('content-type')).toContain('text/csv');
      expect(csv.headers.get('content-disposition')).toContain(`pay-${WEEK.from}-${WEEK.to}.csv`);
      const lines = csvOf(csv.text);
      const answered = (run.statements as Json[]).flatMap(({ lines }) => lines as Json[]);
      expect(lines.map(({ kind, amount }) => [kind, Number(amount)])).toEqual(
        answered.map(({ kind, amount }) => [kind, amount]),
      );
      expect(lines.map(({ status }) => status)).toEqual(lines.map(() => run.status));
      expect(lines.some(({ worker_name }) => worker_name === "'=SUM(A1) Ñúñez")).toBe(true);
      for (const [column, total] of Object.entries({
        gross: run.totals.gross,
        amount: run.totals.gross,
        units: run.totals.units,
        hoursTotal: run.totals.hours,
      }))
        expect(summed(lines.map((line) => line[column]))).toBe(total);
      expect((await crew.ada.get(path)).text).toBe(csv.text);
      const semicolons = csvOf((await crew.ada.get(`${path}?separator=;`)).text, ';');
      const amounts = semicolons.map((line) => line['amount']?.replace(',', '.'));
      expect(amounts).toEqual(lines.map(({ amount }) => amount));
      expect(semicolons.map(({ amount }) => amount).join(' ')).toMatch(/\d,\d/);

      const xlsx = await fileOf(crew, `${path}?format=xlsx`, 'spreadsheetml');
      const [sheet] = (await readXlsx(xlsx)).sheets;
      const [headings, ...rows] = sheet!.rows;
      const column = (name: string) => rows.map((row) => row[headings!.indexOf(name)]);
      expect(column('amount')).toEqual(answered.map(({ amount }) => amount));
      expect(column('worker_name')).toContain('=SUM(A1) Ñúñez');
      expect(column('from')[0]).toEqual(new Date(WEEK.from));
      expect(summed(column('gross'))).toBe(run.totals.gross);
    }
  });

  it('include the statement of one worker as JSON and as a page in either language, of a draft and of a frozen run', async () => {
    const { crew, other } = await worked();
    const run = await crew.run();
    const path = `${PAY_RUNS}/${run.payRunId}/statements/${crew.worker.id}`;
    const { data } = await crew.ada.get(path);
    const ofWorker = (statements: Json[]) => statements.find(({ workerId }) => workerId === crew.worker.id);
    expect(data).toMatchObject({ ...ofWorker(run.statements), status: 'draft', currency: 'USD' });
    expect(codes(data)).toEqual(['session_open']);
    expect(data.policy).toEqual(run.policy);
    expect((await crew.ada.get(`${path}?format=json`)).data).toEqual(data);
    await crew.close();
    expect((await crew.ada.get(`${PAY_RUNS}/${run.payRunId}/statements/${other.id}`)).data.gross).toBe(19);
    const frozen = (await crew.freeze(run)).data;
    expect((await crew.ada.get(path)).data).toMatchObject({
      ...ofWorker(frozen.statements),
      status: 'frozen',
    });
    for (const [lang, gross] of [
      ['en', 'Gross pay 108.88 USD'],
      ['es', 'Pago bruto 108,88 USD'],
    ] as const) {
      const pdf = await fileOf(crew, `${path}?format=pdf&lang=${lang}`, 'application/pdf');
      const document = await getDocument({ data: pdf, verbosity: 0 }).promise;
      const { items } = await (await document.getPage(1)).getTextContent();
      expect(document.numPages).toBe(1);
      expect(
        items
          .map((item) => ('str' in item ? item.str : ''))
          .join(' ')
          .replace(/\s+/g, ' '),
      ).toContain(gross);
    }
  });

  it('are refused to users without permission and in unknown formats', async () => {
    const { crew } = await worked();
    const run = await crew.run();
    const own = `${PAY_RUNS}/${run.payRunId}`;
    const statement = `statements/${crew.worker.id}`;
    const wrong = await crew.ada.get(`${own}/export?format=pdf&separator=x`);
    expect(wrongFields(wrong)).toEqual(['format', 'separator']);
    expect(wrong.text).toContain('csv, xlsx');
    const words = await crew.ada.get(`${own}/${statement}?format=csv&lang=fr`);
    expect(wrongFields(words)).toEqual(['format', 'lang']);
    expect(words.text).toContain('en, es');
    const rival = (await aPayingFarm(system, {})).as('ada');
    for (const file of ['export', statement]) {
      expectRefusal(await rival.get(`${own}/${file}`), 404, 'B', 'pay_run_not_found');
      expectRefusal(await crew.ana.get(`${own}/${file}`), 403, 'B', 'forbidden');
    }
    for (const nobody of ['none', run.payRunId, "x'; --"])
      expectRefusal(
        await crew.ada.get(`${own}/statements/${encodeURIComponent(nobody)}?format=pdf`),
        404,
        'B',
        'pay_statement_not_found',
      );
  });

  it('and lists of pay runs have the statements of frozen ones, or leave them out', async () => {
    const { crew } = await worked();
    const days = { from: inDays(7), to: inDays(13) };
    await crew.close();
    const [later, draft] = [await crew.run(days), await crew.run()];
    const run = (await crew.freeze(draft)).data;
    const listed = ({ statements: _, ...head }: Json) => ({ ...head, flagCount: head.flags.length });
    const whole = await crew.ada.get(PAY_RUNS);
    expect(whole.body.data).toEqual([listed(later), { ...listed(run), statements: run.statements }]);
    const { body } = await crew.ada.get(`${PAY_RUNS}?statements=false&pageSize=1&page=2`);
    expect(body).toMatchObject({ data: [listed(run)], meta: { total: 2, totalPages: 2 } });
    expect(body.data[0]).not.toHaveProperty('statements');
    expect(wrongFields(await crew.ada.get(`${PAY_RUNS}?statements=maybe&pageSize=0`))).toEqual([
      'pageSize',
      'statements',
    ]);
  });
});
