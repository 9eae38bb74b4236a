import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { inactiveInABrowser } from './inactive.ts';
import { LISTS, type MorningStage, openStage } from './stage.ts';
import { tabsInABrowser } from './tabs.ts';
import { NAMES } from '../morning.ts';
import { describeIf, until } from '@furrow/testbed';
import { type Browser, isChromiumHere } from '@furrow/testbed/browser';
import { PAY_RUNS, type ProvisionedFarm } from '@furrow/testbed/farms';
import { ConsolePage, System } from '@furrow/testbed/system';

/** The stream of events ends with the session, and the browser connects again three seconds later. */
const SHORT_SESSION = '8s';
const SIGN_IN = 'main.entrance .people';

let system: System;
let morning: MorningStage;
let farm: ProvisionedFarm;
let browser: Browser;
let page: ConsolePage;
/** Other tabs of a test, which would use up the connections of the browser. */
const tabs: Browser[] = [];
let payRunId: string;
let screens: readonly string[];

/** Removes the cookie behind the page's back, as its expiry does. */
const endSession = () =>
  browser.value(`fetch('/api/console/sign-out', { method: 'POST' }).then(({ status }) => status)`);
/** What is on the screen is requested again, as after a moment without a network. */
const reconnect = () =>
  browser.value(`dispatchEvent(new Event('offline')), dispatchEvent(new Event('online'))`);
/** Everything that the document holds but the users to choose from, whom development keys list to anybody. */
const document = () =>
  browser.value<string>(`{
    const copy = document.documentElement.cloneNode(true);
    copy.querySelector('.people')?.remove();
    document.title + copy.outerHTML
  }`);

/** The page shows how to sign in, and nothing of anybody. */
async function showsNothing(): Promise<void> {
  await browser.text(SIGN_IN);
  const shown = await document();
  for (const name of [...NAMES, 'ada of clara', 'ana of clara', 'clara farms', 'Vega Alta', 'ws-01'])
    expect(shown).not.toContain(name);
  expect(await page.count('data, .menu, .account, canvas, .map')).toBe(0);
}

describeIf(isChromiumHere(), 'chromium', 'the end of a session of the console', () => {
  beforeAll(async () => {
    system = await System.shared();
    morning = await openStage(system);
    ({ browser, farm, page, payRunId, screens } = morning);
  });
  afterAll(async () => {
    await morning?.close();
    await system?.stop();
  });
  afterEach(async () => {
    for (const tab of tabs.splice(0)) await tab.closeTab();
    await browser.setOffline(false);
    await browser.block();
  });
  beforeEach(() => endSession().catch(() => undefined));

  it('leaves nothing of the user on any screen, while it is open and when it is opened again', async () => {
    for (const path of [...screens, ...LISTS]) {
      await page.signIn(farm.idpId('ada'), path);
      await until('an answer is stored', async () => (await page.keptAnswers()) !== '[]');
      await endSession();
      await reconnect();
      await showsNothing();
      expect(await browser.text('main [role="alert"]')).toContain('Your sign-in has ended');
      expect(await page.keptAnswers()).not.toBe('[]');
      await browser.goTo(`${system.url}/console${path}?again`);
      await until('it is opened again', () => browser.value<boolean>(`location.search === '?again'`));
      await showsNothing();
    }
    expect(await page.flaws()).toEqual([]);
  });

  it.each([
    ['told by the stream of events', ''],
    ['noticed without the stream', 'WithoutEvents'],
  ])('is %s, on a screen that requests nothing', async (_, without) => {
    const api = await system.another({ CONSOLE_SESSION_TTL: SHORT_SESSION });
    try {
      await browser.prepend(`if (location.port === '${new URL(api.url).port}' && '${without}')
        window.EventSource = class extends EventTarget { close() {} }`);
      await new ConsolePage(browser, api.url).signIn(farm.idpId('ada'), `/pay/${payRunId}`);
      expect(await page.count('data')).toBeGreaterThan(0);
      await showsNothing();
    } finally {
      await browser.goTo(`${system.url}/console/`);
      await api.end();
    }
  });

  it.each([
    ['an action', () => '/pay', 'form button.primary'],
    ['a download', () => `/pay/${payRunId}`, '.exports a'],
    ['a screen that cannot be loaded', () => '/pay', '.menu a[href$="/devices"]'],
  ])('is noticed by %s', async (_, path, button) => {
    await page.signIn(farm.idpId('ada'), path());
    await endSession();
    await browser.block('*/assets/devices*.js');
    await browser.click(button);
    await showsNothing();
  });

  it('is not told by 404, after which nothing is shown of what was there', async () => {
    const body = (await farm.as('ada').get(`${PAY_RUNS}/${payRunId}`)).data;
    const draft = (await farm.as('ada').post(PAY_RUNS, { from: body.from, to: body.to })).data;
    await page.signIn(farm.idpId('ada'), `/pay/${draft.payRunId}`);
    await until('it is stored', async () => (await page.keptAnswers()).includes(draft.payRunId));
    expect((await farm.as('ada').request('DELETE', `${PAY_RUNS}/${draft.payRunId}`)).status).toBe(204);
    await page.open(`/pay/${draft.payRunId}`);
    expect(await browser.text('.state.failed')).toContain('It does not exist');
    expect(await page.count('main data')).toBe(0);
    await until('it is deleted', async () => !(await page.keptAnswers()).includes(draft.payRunId));
    expect(await page.count('.account')).toBe(1);
  });

  it('hides what is stored, also without a network, until the same user signs in again', async () => {
    await page.signIn(farm.idpId('ada'), `/pay/${payRunId}`);
    const figures = await page.figures('main');
    await browser.value('navigator.serviceWorker.ready.then(() => true)');
    await until('the run is stored', async () => (await page.keptAnswers()).includes('"statements"'));
    await endSession();
    await reconnect();
    await showsNothing();
    await browser.setOffline(true);
    await browser.goTo(`${system.url}/console/pay/${payRunId}?offline`);
    expect(await browser.text('main .state.failed')).toContain('You cannot sign in');
    expect(await page.count('data, .menu, .account')).toBe(0);
    await browser.setOffline(false);
    await page.signIn(farm.idpId('ada'), '/today');
    await browser.setOffline(true);
    await browser.click('.menu a[href$="/pay"]');
    await browser.click(`a[href$="/pay/${payRunId}"]`);
    await until('the run is shown', async () => (await page.figures('main')).length === figures.length);
    expect(await page.figures('main')).toEqual(figures);
    await browser.setOffline(false);
  });

  it('leaves nothing for another user', async () => {
    await page.signIn(farm.idpId('ada'), `/pay/${payRunId}`);
    await until('the run is stored', async () => (await page.keptAnswers()).includes('"statements"'));
    await endSession();
    await reconnect();
    await page.signIn(farm.idpId('ana'), '/today');
    await until('her answers are stored', async () => (await page.keptAnswers()).includes('"totals"'));
    expect(await page.keptAnswers()).not.toContain('"statements"');
    await browser.setOffline(true);
    await browser.goTo(`${system.url}/console/pay/${payRunId}?offline`);
    expect(await browser.text('.state p')).toContain('not for your role');
    expect(await page.count('main data')).toBe(0);
    await browser.setOffline(false);
  });

  const newTab = async () => {
    const tab = await browser.newTab();
    tabs.push(tab);
    return new ConsolePage(tab, system.url);
  };
  const stage = () => ({ ...morning, showsNothing, newTab });
  tabsInABrowser(stage);
  inactiveInABrowser(stage);
});
