import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeIf, until } from '@furrow/testbed';
import { Browser, isChromiumHere } from '@furrow/testbed/browser';
import { DemoFarm } from '@furrow/testbed/demo';
import { ConsolePage, type Json, System } from '@furrow/testbed/system';
import { looksInABrowser } from './console-looks.ts';
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

  /** By screen, what its parts show that have nothing to show, in English. */
  const states = new Map<string, string>();
  const onOpen = async (path: string, language: string) => {
    if (language !== 'en') return;
    const parts = `[...document.querySelectorAll('.state')].map(({ innerText }) => innerText).join('\\n')`;
    states.set(path, await browser.value<string>(parts));
  };

  looksInABrowser(() => ({ onOpen, page, screens: () => Promise.resolve(screens) }));

  it('shows something in every part of every screen', async () => {
    // If the test runs alone, nothing has opened them.
    for (const path of screens.filter((one) => !states.has(one))) {
      await page.open(path);
      await onOpen(path, 'en');
    }
    // Nothing is delivered to a paused webhook.
    const empty = [...states].filter(([path, parts]) => parts !== '' && !path.startsWith('/integrations/'));
    // A program that follows a feed would be a lie, and the demo farm counts kilograms.
    expect(Object.fromEntries(empty)).toEqual({
      '/integrations': expect.stringContaining('No program follows a change feed.'),
      '/settings': expect.stringMatching(/^There are no containers\.[^]*/),
    });
  });

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
