import { expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { type ProvisionedFarm, SESSIONS } from '@furrow/testbed/farms';
import { type ConsolePage, hoursAgo, type Json } from '@furrow/testbed/system';

interface Stage {
  readonly farm: ProvisionedFarm;
  readonly page: ConsolePage;
  readonly session: Json;
  readonly workers: Json[];
}

/** What the owner of a session, who is signed in, adds by hand. */
export function sharesInABrowser(stage: () => Stage): void {
  it('adds a record that two workers share, and shows the part of each', async () => {
    const { farm, page, session, workers } = stage();
    const { browser } = page;
    await page.open(`/sessions/${session.sessionId}`);
    await browser.click('.add-record');
    await page.fill('dialog [name="units"]', '9');
    await browser.click('dialog fieldset > button');
    const offered = (value: string) => page.count(`dialog option[value="${value}"]`);
    await until('the workers are offered', async () => (await offered(workers[1].id)) === 2);
    await page.set('dialog [aria-label="Worker 1"]', workers[0].id);
    await page.set('dialog [aria-label="Worker 2"]', workers[1].id);
    await page.fill('dialog [aria-label="Weight of worker 1"]', '2');
    expect(await page.flaws()).toEqual([]);
    await browser.click('dialog button.primary');
    await until('it is stored', async () => (await page.count('dialog')) === 0);
    const { data } = await farm.as('ana').get(`${SESSIONS}/${session.sessionId}/records?pageSize=100`);
    expect((data as Json[]).filter(({ shares }) => shares !== null)).toMatchObject([
      {
        ...{ units: 9, workerId: null },
        shares: [
          { workerId: workers[0].id, weight: 2, units: 6 },
          { workerId: workers[1].id, weight: 1, units: 3 },
        ],
      },
    ]);
    await until('the parts are shown', async () => (await page.figures('.sharers')).join() === '6,3');
    expect(await browser.text('.sharers')).toContain(workers[1].full_name);
  });

  it('adds a record of containers with its quality, by the code of a badge', async () => {
    const { farm, page, session, workers } = stage();
    const { browser } = page;
    const ana = farm.as('ana');
    const badge = `${session.sessionId}-7`;
    await ana.put(`/api/control/badges/${badge}`, { workerId: workers[2].id, from: hoursAgo(1) });
    const [qualityId] = Object.values(farm.ids.qualities);
    await page.open(`/sessions/${session.sessionId}`);
    await browser.click('.add-record');
    for (const value of ['crate', qualityId])
      await until('it is offered', async () => (await page.count(`dialog option[value="${value}"]`)) === 1);
    await page.set('dialog .fields > label:nth-of-type(1) select', 'crate');
    await page.set('dialog .fields > label:nth-of-type(4) select', qualityId as string);
    await page.fill('dialog [name="count"]', '3');
    await page.fill('dialog [name="gross"]', '60.5');
    await page.set('dialog [aria-label="Worker 1"]', '#');
    await page.fill('dialog [aria-label="Badge of worker 1"]', badge);
    expect(await page.flaws()).toEqual([]);
    await browser.click('dialog button.primary');
    await until('it is stored', async () => (await page.count('dialog')) === 0);
    const { data } = await ana.get(`${SESSIONS}/${session.sessionId}/records?pageSize=100`);
    expect((data as Json[]).filter(({ container }) => container !== null)).toMatchObject([
      { workerId: workers[2].id, badge, container: 'crate', count: 3, gross: 60.5, units: 56, qualityId },
    ]);
  });
}
