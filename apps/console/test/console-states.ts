import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { aPayingFarm, PAY_RUNS, type ProvisionedFarm, TODAY } from '@furrow/testbed/farms';
import { type ConsolePage, hoursAgo, type Json, type System } from '@furrow/testbed/system';

interface Stage {
  readonly farm: ProvisionedFarm;
  readonly page: ConsolePage;
  readonly payRunId: string;
  readonly workers: Json[];
  readonly system: System;
}

const HOOKS = '/api/control/webhooks';

/** What the pages below Pay and Integrations show when they have nothing to show, to an admin who is signed in. */
export function statesInABrowser(stage: () => Stage): void {
  it.each([
    ['a statement', () => `/pay/${stage().payRunId}/${randomUUID()}`],
    ['a pay run', () => `/pay/${randomUUID()}`],
    ['a webhook', () => `/integrations/${randomUUID()}`],
  ])('says of %s that is not there what to do next', async (_, path) => {
    const { page } = stage();
    await page.open(path());
    expect(await page.browser.text('.state.failed')).toContain('It does not exist');
    expect(await page.flaws()).toEqual([]);
    await page.browser.click('.state.failed a');
    await page.browser.text('.tiles');
    expect(await page.browser.value('location.pathname')).toBe('/console/today');
  });

  /** Follows a link without a network, says that nothing is kept, and shows the page when the network is back. */
  async function comesBack(from: string, link: string, shown: string): Promise<void> {
    const { browser } = stage().page;
    await stage().page.open(from);
    await browser.text(link);
    await browser.setOffline(true);
    await browser.click(link);
    expect(await browser.text('.state.failed')).toContain('nothing is stored on this device');
    expect(await browser.text('.state.failed button')).toBe('Try again');
    await browser.setOffline(false);
    await until('it is asked again', async () => (await stage().page.count(shown)) > 0);
  }

  /** Goes back and comes again without a network: what was known stays, with its age. */
  async function isKept(back: string, link: string, shown: string): Promise<void> {
    const { browser } = stage().page;
    await browser.click(back);
    await browser.text(link);
    await browser.setOffline(true);
    await browser.click(link);
    await browser.text(shown);
    expect(await browser.text('.notice.warn')).toContain('No network');
    await browser.setOffline(false);
  }

  it('shows a statement when the network is back, and keeps it for when it is not', async () => {
    const { payRunId, workers } = stage();
    const link = `a[href$="/pay/${payRunId}/${workers.at(-1).id}"]`;
    await comesBack(`/pay/${payRunId}`, link, '.hours data');
    await isKept(`main a[href$="/pay/${payRunId}"]`, link, '.hours data');
  });

  it('says of a webhook without deliveries how to get one, and keeps it for when there is no network', async () => {
    const { farm, page } = stage();
    const hook = { url: 'https://hooks.invalid/', events: ['session.opened'], description: 'To nobody' };
    const { webhookId } = (await farm.as('ada').post(HOOKS, hook)).data;
    const link = `a[href$="/integrations/${webhookId}"]`;
    await comesBack('/integrations', link, '.chips');
    expect(await page.browser.text('.state.empty')).toContain('Send a test above');
    await isKept('main a[href$="/integrations"]', link, '.chips');
    expect((await farm.as('ada').request('DELETE', `${HOOKS}/${webhookId}`)).status).toBe(204);
  });

  it('says of a statement without any line what to do next, in a draft and in a frozen run', async () => {
    const { page, system } = stage();
    const farm = await aPayingFarm(system, { minimumWage: null });
    const worker = await farm.worker(farm.as('ana'));
    // Hours of piece work pay nothing by themselves.
    const startedAt = hoursAgo(2);
    const endedAt = new Date(Date.parse(startedAt) + 3_600_000).toISOString();
    const hours = { startedAt, endedAt, clientEventId: farm.event() };
    const shift = { workerId: worker.id, projectId: farm.ids.projects['north'], kind: 'piece', ...hours };
    expect((await farm.as('ana').post('/api/control/shifts', shift)).status).toBe(201);
    const run = (await farm.as('ada').post(PAY_RUNS, { from: TODAY, to: TODAY })).data;
    const { data } = await farm.as('ada').get(`${PAY_RUNS}/${run.payRunId}/statements/${worker.id}`);
    expect([data.lines, data.hours.total]).toEqual([[], 1]);

    await page.signIn(farm.idpId('ada'), `/pay/${run.payRunId}/${worker.id}`);
    expect(await page.browser.text('.state.empty')).toContain('Check that the phones have sent');
    expect(await page.figures('main')).toEqual([0, 1, 0, 1, 0, 0, 1, 0, 0]);
    expect(await page.flaws()).toEqual([]);

    expect((await farm.as('ada').post(`${PAY_RUNS}/${run.payRunId}/freeze`)).status).toBe(200);
    await page.open(`/pay/${run.payRunId}/${worker.id}`, 'es');
    // At first the page shows what it knew of the draft.
    await until('it is frozen', async () =>
      (await page.browser.text('.state.empty')).includes('entra en la siguiente'),
    );
    expect(await page.flaws()).toEqual([]);
    await page.signIn(stage().farm.idpId('ada'));
  });
}
