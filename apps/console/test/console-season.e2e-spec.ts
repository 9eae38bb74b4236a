import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeIf, until } from '@furrow/testbed';
import { Browser, isChromiumHere } from '@furrow/testbed/browser';
import { DemoFarm } from '@furrow/testbed/demo';
import { ConsolePage, type Json, System } from '@furrow/testbed/system';
import { DESK, looksInABrowser } from './console-looks.ts';
import { harvestInABrowser } from './farm/console-harvest.ts';

let system: System;
let farm: DemoFarm;
let browser: Browser;
let page: ConsolePage;
let screens: string[];

/** Every screen of the farm that `npm start` shows. */
describeIf(isChromiumHere(), 'chromium', 'the console on the demo farm', () => {
  beforeAll(async () => {
    system = await System.shared();
    farm = await DemoFarm.withSeason(system);
    screens = await screensOf(farm);
    browser = await Browser.open();
    page = new ConsolePage(browser, system.url);
    await page.signIn('demo|clara');
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  it('shows something in every part of every screen', async () => {
    await browser.look({ width: DESK, isDark: false });
    const empty: Record<string, string> = {};
    // Nothing is delivered to a paused webhook.
    for (const path of screens.filter((one) => !one.startsWith('/integrations/'))) {
      await page.open(path);
      const parts = await browser.value<string>(
        `[...document.querySelectorAll('.state')].map(({ innerText }) => innerText).join('\\n')`,
      );
      if (parts !== '') empty[path] = parts;
    }
    // A program that follows a feed would be a lie, and the demo farm counts kilograms.
    expect(empty).toEqual({
      '/integrations': expect.stringContaining('No program follows a change feed.'),
      '/settings': expect.stringMatching(/^There are no containers\.[^]*/),
    });
  });

  looksInABrowser(() => ({ page, screens: () => Promise.resolve(screens) }));

  harvestInABrowser(() => ({ page }));
});

async function screensOf(demo: DemoFarm): Promise<string[]> {
  const get = async (path: string) => (await demo.as('clara').get(`/api/control/${path}`)).data as Json[];
  await until(
    'lapsed sessions are closed',
    async () => (await get('production/sessions?status=open')).length === 1,
  );
  const [session] = await get('production/sessions?status=open');
  const run = (await get('pay-runs')).find(({ status }) => status === 'draft');
  const [worker] = await get('workers?q=Amparo');
  const [webhook] = await get('webhooks');
  return [
    ...['/today', `/sessions/${session.sessionId}`, '/scouting', '/climate', '/pay', `/pay/${run.payRunId}`],
    ...[
      `/pay/${run.payRunId}/${worker.id}`,
      '/harvest',
      '/forms',
      '/forms/scouting',
      '/workers',
      '/settings',
      '/devices',
      '/integrations',
      `/integrations/${webhook.webhookId}`,
    ],
  ];
}
