import { expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aPayingFarm, Crew, inDays, type ProvisionedFarm } from '@furrow/testbed/farms';
import { type ConsolePage, hoursAgo, type Json, type System } from '@furrow/testbed/system';

interface Stage {
  readonly farm: ProvisionedFarm;
  readonly page: ConsolePage;
  readonly payRunId: string;
  readonly system: System;
}

/** The kinds of pay, in the order of the columns. */
const ORDER = ['piece', 'bonus', 'hourly', 'nonproductive', 'rest', 'top_up', 'overtime', 'adjustment'];

const sumOf = ({ lines }: Json, kind: string): number =>
  lines
    .filter((line: Json) => line.kind === kind)
    .reduce((cents: number, { amount }: Json) => cents + Math.round(amount * 100), 0) / 100;

/** Waits until a part of the page shows a text. */
const shows = ({ browser }: ConsolePage, selector: string, text: string) =>
  until(`${selector} shows ${text}`, async () => (await browser.text(selector)).includes(text));

/** An admin's work on the screen Pay, from signing in on. */
export function payInABrowser(stage: () => Stage): void {
  it('lists runs with the figures of their last calculation, or says that there are none', async () => {
    const { system, page } = stage();
    const crew = await Crew.start(await aPayingFarm(system, { hourlyRate: 12 }));
    await crew.shift('hourly', 4);
    const [run, other] = [await crew.run(), await crew.run({ from: inDays(7), to: inDays(13) })];
    await system.sql('UPDATE payroll.runs SET calculated_at = NULL, listed = NULL WHERE pay_run_id = $1', [
      other.payRunId,
    ]);
    await page.signIn(crew.farm.idpId('ada'), '/pay');
    const runs = '[aria-label="Pay runs"] tbody';
    expect(await page.browser.text(`${runs} tr:first-child`)).toContain('Not calculated yet');
    expect(await page.browser.text(`${runs} tr:last-child`)).toMatch(/Draft[^]*\$48\.00[^]*today \d\d:\d\d/);
    const { workers, hours, gross } = run.totals;
    expect(await page.figures(runs)).toEqual([workers, hours, gross]);
  });

  it('asks to confirm statements below zero, with names and amounts, before it freezes', async () => {
    const { system, page } = stage();
    const { browser } = page;
    const crew = await Crew.start(await aPayingFarm(system, { hourlyRate: 12 }));
    const shift = await crew.shift('hourly', 4);
    await crew.close();
    await crew.freeze(await crew.run());
    await crew.ada.post(`/api/control/shifts/${shift.shiftId}/void`);
    const run = await crew.run({ from: inDays(7), to: inDays(13) });
    await page.signIn(crew.farm.idpId('ada'), `/pay/${run.payRunId}`);
    await shows(page, '.notice.warn', 'Corrections exceed what was earned');
    await browser.click('.actions > button');
    await shows(page, '.actions [role="group"] p', crew.worker.full_name);
    expect(await page.figures('.actions')).toEqual([-48]);
    await browser.click('.actions [role="group"] button.bad');
    const frozen = await until('the run is frozen', async () => {
      const data = await crew.read(run);
      return data.status === 'frozen' && data;
    });
    expect(frozen.acknowledged).toMatchObject([{ code: 'negative_gross', by: crew.farm.idpId('ada') }]);
  });

  it('corrects a record and a price after the closing, with the reason and the difference before it is made', async () => {
    const { system, page } = stage();
    const { browser } = page;
    const crew = await Crew.start(await aPayingFarm(system, {}));
    await crew.pick(10);
    await crew.close();
    await page.signIn(crew.farm.idpId('ada'), `/sessions/${crew.session.sessionId}`);
    const row = '[aria-label="Records by time"] tbody';
    await browser.click(`${row} button`);
    await page.fill(`${row} input[name="value"]`, '7.5');
    await page.fill(`${row} input[name="reason"]`, 'weighed again');
    await shows(page, `${row} [role="status"]`, '-2.5');
    await browser.click(`${row} button.primary`);
    const totals = (of: (totals: Json) => boolean) =>
      until('it is corrected', async () => {
        const { data } = await crew.ana.get(`/api/control/production/sessions/${crew.session.sessionId}`);
        return of(data.totals);
      });
    await totals(({ validUnits }) => validUnits === 7.5);
    const price = 'form[aria-label^="the price"]';
    await browser.click('.actions button.quiet');
    await page.fill(`${price} input[name="value"]`, '2');
    await page.fill(`${price} input[name="reason"]`, 'as agreed');
    await shows(page, `${price} [role="status"]`, '7.50');
    await browser.click(`${price} button.primary`);
    await totals(({ amount }) => amount === 15);
    const bonus = 'form[aria-label^="the bonus"]';
    await until('the form of the price is closed', async () => (await page.count(price)) === 0);
    await browser.click('.actions button.quiet:last-of-type');
    await page.set(`${bonus} select`, 'per_unit');
    await page.fill(`${bonus} input[name="value"]`, '0.5');
    await page.fill(`${bonus} input[name="reason"]`, 'steep rows');
    await shows(page, `${bonus} [role="status"]`, '3.75');
    await browser.click(`${bonus} button.primary`);
    await totals(({ amount }) => amount === 18.75);
    const { data } = await crew.ana.get(`/api/control/production/sessions/${crew.session.sessionId}`);
    expect(data).toMatchObject({ pricePerUnit: 2, bonus: { type: 'per_unit', value: 0.5 } });
  });

  it('keeps an open correction at its record when an earlier one arrives late', async () => {
    const { system, page } = stage();
    const crew = await Crew.start(await aPayingFarm(system, {}));
    const { recordId } = await crew.pick(10, { recordedAt: hoursAgo(1) });
    await page.signIn(crew.farm.idpId('ada'), `/sessions/${crew.session.sessionId}`);
    const row = '[aria-label="Records by time"] tbody';
    await page.browser.click(`${row} button`);
    await page.fill(`${row} input[name="value"]`, '7.5');
    await page.fill(`${row} input[name="reason"]`, 'weighed again');
    await crew.pick(3, { recordedAt: hoursAgo(2) });
    await until('both are shown', async () => (await page.count(`${row} tr`)) === 2);
    await page.browser.click(`${row} button.primary`);
    const records = `/api/control/production/sessions/${crew.session.sessionId}/records`;
    const voided = await until('one is corrected', async () => {
      const { data } = await crew.ana.get(records);
      return (data as Json[]).find((record) => record.voided);
    });
    expect(voided.recordId).toBe(recordId);
  });

  it('adds an amount by hand, tells who did and why, and takes it back', async () => {
    const { system, page } = stage();
    const { browser } = page;
    const crew = await Crew.start(await aPayingFarm(system, { hourlyRate: 12 }));
    await crew.shift('hourly', 2);
    await crew.close();
    const run = await crew.run();
    await page.signIn(crew.farm.idpId('ada'), `/pay/${run.payRunId}/${crew.worker.id}`);
    await browser.click('p.no-print > button');
    await page.fill('dialog[open] input[type="number"]', '12.5');
    await page.fill('dialog[open] input[maxlength="500"]', 'own vehicle');
    await browser.click('dialog[open] button.primary');
    await shows(page, 'tbody', 'own vehicle');
    expect(await browser.text('tbody')).toContain(crew.farm.idpId('ada'));
    expect((await crew.read(run)).totals.gross).toBe(36.5);
    await browser.click('tbody .no-print button');
    await browser.click('tbody [role="group"] button.bad');
    await until('it is taken back', async () => (await crew.read(run)).totals.gross === 24);
  });

  it('links from what comes only to pages that exist', async () => {
    const { system, page } = stage();
    const crew = await Crew.start(await aPayingFarm(system, { hourlyRate: 12 }));
    await crew.shift('hourly', 2);
    await crew.close();
    const run = await crew.run();
    await crew.freeze(run);
    const late = await crew.farm.worker(crew.ana);
    for (const hours of [1, 2]) await crew.shift('hourly', hours, { workerId: late.id });
    await page.signIn(crew.farm.idpId('ada'), `/pay/${run.payRunId}`);
    const coming = 'section[aria-label="Coming adjustments"]';
    await shows(page, `${coming} .notice.warn li`, late.full_name);
    expect(await page.count(`${coming} a`)).toBe(0);
  });

  it('shows on the page of a frozen run what was corrected in its days since', async () => {
    const { system, page } = stage();
    const crew = await Crew.start(await aPayingFarm(system, {}));
    await crew.pick(10);
    await crew.close();
    const run = await crew.run();
    await crew.freeze(run);
    const adjustments = `/api/control/pay-runs/${run.payRunId}/adjustments`;
    expect((await crew.ada.get(adjustments)).data).toEqual({ currency: 'USD', flags: [], adjustments: [] });
    const correction = { pricePerUnit: 1.5, reason: 'as agreed' };
    await crew.ada.post(`/api/control/production/sessions/${crew.session.sessionId}/correct`, correction);
    const { id: workerId, full_name: name } = crew.worker;
    const coming = { workerId, worker_name: name, amount: 5 };
    expect((await crew.ada.get(adjustments)).data.adjustments).toEqual([expect.objectContaining(coming)]);
    await page.signIn(crew.farm.idpId('ada'), `/pay/${run.payRunId}`);
    await shows(page, 'section[aria-label="Coming adjustments"]', `${name} $5.00`);
    // Once another run has adjusted it, nothing is left.
    await crew.freeze(await crew.run({ from: inDays(7), to: inDays(13) }));
    expect((await crew.ada.get(adjustments)).data.adjustments).toEqual([]);
  });

  it('voids one of two shifts that overlap, where it is told', async () => {
    const { system, page } = stage();
    const crew = await Crew.start(await aPayingFarm(system, { hourlyRate: 12 }));
    for (const hours of [1, 2, 3]) await crew.shift('hourly', hours);
    await crew.close();
    const run = await crew.run();
    await page.signIn(crew.farm.idpId('ada'), `/pay/${run.payRunId}`);
    const flag = '.notice.warn li';
    await shows(page, flag, 'Shifts of one worker overlap: void one of them.');
    expect(await page.count(`${flag} a[href$="/pay/${run.payRunId}/${crew.worker.id}"]`)).toBe(3);
    // The question of the second shift stays with it when the first one is voided.
    await page.browser.click(`${flag}:nth-child(2) button`);
    await shows(page, `${flag} [role="group"] p`, ' from ');
    const question = await page.browser.text(`${flag} [role="group"] p`);
    expect(question).toContain(crew.worker.full_name);
    await page.browser.click(`${flag}:first-child button`);
    await page.browser.click(`${flag}:first-child button.bad`);
    await until('two shifts are left', async () => (await page.count(flag)) === 2);
    expect(await page.browser.text(`${flag}:first-child [role="group"] p`)).toBe(question);
    await page.browser.click(`${flag} button.bad`);
    await until('one shift is left', async () => (await crew.read(run)).flags.length === 0);
    await until('no flag is told', async () => (await page.count(flag)) === 0);
  });

  it('shows what is owed, worker by worker', async () => {
    const { farm, page, payRunId } = stage();
    await page.signIn(farm.idpId('ada'), `/pay/${payRunId}`);
    const { data } = await farm.as('ada').get(`/api/control/pay-runs/${payRunId}`);
    const { workers: count, hours, units, gross } = data.totals;
    const kinds = ORDER.filter((kind) =>
      data.statements.some(({ lines }: Json) => lines.some((line: Json) => line.kind === kind)),
    );
    // The page shows no other numbers: those of the run, and of each worker one per kind of pay.
    expect(await page.figures('main')).toEqual([
      ...[count, hours, units, gross],
      ...data.statements.flatMap((statement: Json) => [
        ...[statement.hours.total, statement.units],
        ...kinds.map((kind) => sumOf(statement, kind)),
        statement.gross,
      ]),
    ]);
    const file = await page.browser.value<string>(
      `fetch(document.querySelector('.exports a').href).then((answer) => answer.text())`,
    );
    const lines = data.statements.flatMap((statement: Json) => statement.lines) as Json[];
    expect(file.trimEnd().split('\r\n')).toHaveLength(1 + lines.length);
  });

  it('shows a statement step by step, with the page to take home', async () => {
    const { farm, page } = stage();
    const { browser } = page;
    await browser.click('[aria-label="Worker by worker"] tbody a');
    const [path] = await until('the statement stands', async () => {
      const path = await browser.value<string>('location.pathname');
      return path.split('/').length === 5 && (await page.count('.hours data')) > 0 && [path];
    });
    const address = path
      .replace('/console/pay/', '/api/control/pay-runs/')
      .replace(/\/([^/]+)$/, '/statements/$1');
    const { data } = await farm.as('ada').get(address);
    const { gross, hours, units, regularRate } = data;
    const { piece, hourly, nonproductive, rest, overtime, total } = hours;
    const answered = [
      ...[gross, total, units, regularRate],
      ...ORDER.filter((kind) => data.lines.some((line: Json) => line.kind === kind)).map((kind) =>
        sumOf(data, kind),
      ),
      gross,
      ...[piece, hourly, nonproductive, total, rest, overtime],
      ...data.lines.flatMap(({ quantity, rate, amount, shared = null }: Json) => [
        quantity,
        rate,
        amount,
        shared,
      ]),
    ];
    expect(await page.figures('main')).toEqual(answered.filter((figure) => figure !== null));
    const type = await browser.value<string>(
      `fetch(document.querySelector('a[href*="format=pdf"]').href).then(({ headers }) => headers.get('content-type'))`,
    );
    expect(type).toBe('application/pdf');
  });
}
