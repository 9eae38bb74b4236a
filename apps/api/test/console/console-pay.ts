import { expect, it } from '@jest/globals';
import { type ConsolePage, type Json, type ProvisionedFarm, until } from '../harness/index.ts';

interface Stage {
  readonly farm: ProvisionedFarm;
  readonly page: ConsolePage;
  readonly payRunId: string;
}

/** The kinds of pay, in the order of the columns. */
const ORDER = ['piece', 'bonus', 'hourly', 'nonproductive', 'rest', 'top_up', 'overtime', 'adjustment'];

const sumOf = ({ lines }: Json, kind: string): number =>
  lines
    .filter((line: Json) => line.kind === kind)
    .reduce((cents: number, { amount }: Json) => cents + Math.round(amount * 100), 0) / 100;

/** An admin's work on the screen Pay, from signing in on. */
export function payInABrowser(stage: () => Stage): void {
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
      ...[piece, hourly, nonproductive, rest, overtime, total],
      ...data.lines.flatMap(({ quantity, rate, amount }: Json) => [quantity, rate, amount]),
    ];
    expect(await page.figures('main')).toEqual(answered.filter((figure) => figure !== null));
    const type = await browser.value<string>(
      `fetch(document.querySelector('a[href*="format=pdf"]').href).then(({ headers }) => headers.get('content-type'))`,
    );
    expect(type).toBe('application/pdf');
  });
}
