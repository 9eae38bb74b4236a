import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { DESK, PHONE } from './console-looks.ts';
import { describeIf, until } from '@furrow/testbed';
import { Browser, isChromiumHere } from '@furrow/testbed/browser';
import { aFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { ConsolePage, System } from '@furrow/testbed/system';

/** The console's scripts, but not theme.js, for which the first paint waits. */
const SCRIPTS = '*/console/assets/*.js';
const DARK_PAPER = 'rgb(18, 22, 15)';
/** Cumulative layout shift; up to 0.1 is good. */
const JUMPS = 0.01;

let system: System;
let farm: ProvisionedFarm;
let browser: Browser;
let page: ConsolePage;

/** Opens Today without the console's scripts, until something is painted. */
async function openWithoutScripts(): Promise<void> {
  await browser.block(SCRIPTS);
  await browser.goTo(`${system.url}/console/today`);
  await until('the frame is painted', () =>
    browser.value<boolean>(
      `performance.getEntriesByName('first-contentful-paint').length === 1
       && document.querySelector('.brand img').naturalWidth > 0`,
    ),
  );
}

/** Left, top and height of the parts of the frame, in whole pixels. */
const placesOf = (...selectors: string[]) =>
  browser.value<number[][]>(`${JSON.stringify(selectors)}.map((selector) => {
    const { left, top, height } = document.querySelector(selector).getBoundingClientRect();
    return (selector === 'main' ? [left, top] : [left, top, height]).map(Math.round);
  })`);

describeIf(isChromiumHere(), 'chromium', 'the first paint of the console', () => {
  beforeAll(async () => {
    system = await System.shared();
    farm = await system.provision(aFarm('early'));
    browser = await Browser.open();
    page = new ConsolePage(browser, system.url);
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });
  beforeEach(() => browser.block());

  it.each([
    ['a phone', PHONE, false],
    ['a phone at night', PHONE, true],
    ['a desk', DESK, false],
    ['a desk at night', DESK, true],
  ])('is the frame of every screen, and needs no script, on %s', async (_, width, isDark) => {
    await browser.look({ width, isDark });
    await openWithoutScripts();
    expect(await page.flaws()).toEqual([]);
    expect(await browser.value(`document.querySelector('main').ariaBusy`)).toBe('true');
  });

  it('waits for the style before the scripts', async () => {
    await openWithoutScripts();
    const priorities = await browser.value<string[]>(
      `[...document.querySelectorAll('script[type=module], link[rel=modulepreload]')].map((one) => one.fetchPriority)`,
    );
    expect(priorities.length).toBeGreaterThan(1);
    expect(new Set(priorities)).toEqual(new Set(['low']));
  });

  it('has an icon that is not asked for again when the scripts show it', async () => {
    await openWithoutScripts();
    const icon = await browser.value<string>(`document.querySelector('.brand img').src`);
    const cached = `fetch('${icon}').then(({ headers }) => headers.get('cache-control'))`;
    expect(await browser.value(cached)).toContain('immutable');
    await browser.block();
    await browser.goTo(`${system.url}/console/today`);
    await browser.text('.entrance .people');
    expect(await browser.value(`document.querySelector('.brand img').src`)).toBe(icon);
  });

  it('asks who is signed in before the scripts have loaded, and they do not ask again', async () => {
    const asked = () =>
      browser.value<number>(
        `performance.getEntriesByName('${system.url}/api/console/session').filter(({ responseEnd }) => responseEnd > 0).length`,
      );
    await openWithoutScripts();
    await until('it has an answer', async () => (await asked()) === 1);
    await browser.block();
    await browser.goTo(`${system.url}/console/today`);
    await browser.text('.entrance .people');
    expect(await asked()).toBe(1);
  });

  it('has the theme that the user chose, on a device with the other one', async () => {
    await browser.look({ width: DESK, isDark: false });
    await openWithoutScripts();
    await browser.value(`localStorage.setItem('furrow-theme', 'dark')`);
    await openWithoutScripts();
    const paper = await browser.value('getComputedStyle(document.body).backgroundColor');
    await browser.value('localStorage.clear()');
    expect(paper).toBe(DARK_PAPER);
  });

  /** What stands before the scripts, which are let in then. */
  async function placesBefore(width: number): Promise<number[][]> {
    await browser.look({ width, isDark: false });
    await openWithoutScripts();
    const places = await placesOf('.top', '.brand img', 'main');
    await browser.block();
    return places;
  }

  it.each([
    ['a phone', PHONE],
    ['a desk', DESK],
  ])('stays where it is for somebody who has to sign in, on %s', async (_, width) => {
    const [top, icon] = await placesBefore(width);
    await browser.goTo(`${system.url}/console/today`);
    expect(await browser.text('.people')).toContain('Supervisor');
    expect(await placesOf('.top', '.brand img')).toEqual([top, icon]);
    expect(await page.flaws()).toEqual([]);
    expect(await page.layoutShift()).toBeLessThan(JUMPS);
  });

  it.each([
    ['a phone', PHONE],
    ['a desk', DESK],
  ])('stays where it is when a screen comes, on %s', async (_, width) => {
    const places = await placesBefore(width);
    await page.signIn(farm.idpId('ana'));
    expect(await placesOf('.top', '.brand img', 'main')).toEqual(places);
    expect(await page.layoutShift()).toBeLessThan(JUMPS);
  });
});
