import { expect, it } from '@jest/globals';
import { type ConsolePage, type Json, type ProvisionedFarm, until } from '../harness/index.ts';

interface Stage {
  readonly farm: ProvisionedFarm;
  readonly page: ConsolePage;
  readonly payRunId: string;
}

/** An admin's work on the screen Pay, from signing in on. */
export function payInABrowser(stage: () => Stage): void {
  it('shows what is owed, worker by worker', async () => {
    const { farm, page, payRunId } = stage();
    await page.signIn(farm.idpId('ada'));
    await page.open(`/pay/${payRunId}`);
    const { data } = await farm.as('ada').get(`/api/control/pay-runs/${payRunId}`);
    const { workers: count, hours, units, gross } = data.totals;
    expect(await page.figures('.tiles')).toEqual([count, hours, units, gross]);
    expect(await page.figures('[aria-label="Worker by worker"] td:last-child')).toEqual(
      data.statements.map((statement: Json) => statement.gross),
    );
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
    const told = [gross, hours.total, units, regularRate].filter((figure) => figure !== null);
    expect(await page.figures('.tiles')).toEqual(told);
    expect(await page.figures('[aria-label="Step by step"] td:nth-child(5)')).toEqual(
      data.lines.map(({ amount }: Json) => amount),
    );
    const type = await browser.value<string>(
      `fetch(document.querySelector('a[href*="format=pdf"]').href).then(({ headers }) => headers.get('content-type'))`,
    );
    expect(type).toBe('application/pdf');
  });
}
