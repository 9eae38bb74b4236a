import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DESK, PHONE } from '../console-looks.ts';
import { Telemetry } from '@furrow/telemetry/testing/stations';
import { describeIf, until } from '@furrow/testbed';
import { Browser, isChromiumHere } from '@furrow/testbed/browser';
import { aFarm, aProject, type ProvisionedFarm, ZONE } from '@furrow/testbed/farms';
import { ConsolePage, dateIn, hoursAgo, System } from '@furrow/testbed/system';

const MORE = '.menu .more';
const REST = '#more-screens';
const CHOSEN_PROJECT = `document.querySelector('main .filters select').selectedOptions[0].innerText`;
const HEAT = '.tile.now[href*="show=heat-index"]';
/** °C and %: 47 °C as it feels. */
const HOT = { te: 36, hr: 60 };

let system: System;
let farm: ProvisionedFarm;
let browser: Browser;
let page: ConsolePage;

/** What users find, and what they find again, on a farm with two projects; in the second one a crew is picking in the heat. */
describeIf(isChromiumHere(), 'chromium', 'choices in the console', () => {
  beforeAll(async () => {
    system = await System.shared();
    const projects = [aProject('cool', 'c', 2), aProject('hot', 'h', 2)];
    const devices = projects.map(({ key }) => ({
      deviceId: `ws-${key}`,
      project: key,
      sector: `${key[0]}1`,
    }));
    farm = await system.provision(aFarm('choosy', { projects, devices }));
    const ana = farm.as('ana');
    await farm.session(ana, { ...farm.place('cool'), openedAt: hoursAgo(3) });
    await farm.session(ana, { ...farm.place('hot'), openedAt: hoursAgo(1) });
    const telemetry = Telemetry.over(system);
    await telemetry.station(farm, 'ws-cool', 'cool/c1').send('weather', [{ ts: hoursAgo(0), te: HOT.te }]);
    await telemetry.station(farm, 'ws-hot', 'hot/h1').send('weather', [{ ts: hoursAgo(0), ...HOT }]);
    await telemetry.close();
    browser = await Browser.open();
    page = new ConsolePage(browser, system.url);
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  describe('of a screen, on a phone', () => {
    const isOpen = () =>
      browser.value<boolean[]>(`[document.querySelector('${MORE}').ariaExpanded === 'true',
        getComputedStyle(document.querySelector('${REST}')).display !== 'none']`);

    beforeEach(async () => {
      await browser.look({ width: PHONE, isDark: false });
      await page.signIn(farm.idpId('ada'));
    });

    it('are five places, and the others behind “More”', async () => {
      const places = await page.count('.menu > ul a');
      expect([places, await isOpen()]).toEqual([5, [false, false]]);
      await browser.click(MORE);
      expect(await isOpen()).toEqual([true, true]);
      expect(await page.flaws()).toEqual([]);
      const phone = await namesIn('.menu');
      await browser.look({ width: DESK, isDark: false });
      expect(await namesIn('.menu')).toEqual(phone.filter((name) => name !== 'More'));
    });

    it('are closed by Escape, which returns to the button, and by a touch outside', async () => {
      await browser.click(MORE);
      await browser.value(`document.querySelector('${REST} a').focus()`);
      await browser.press('Escape');
      await until('it is closed', async () => !(await isOpen())[0]);
      expect(await isOpen()).toEqual([false, false]);
      expect(await browser.value(`document.activeElement === document.querySelector('${MORE}')`)).toBe(true);
      await browser.click(MORE);
      const touch = (selector: string) =>
        browser.value(
          `document.querySelector('${selector}').dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))`,
        );
      await touch(REST);
      expect(await isOpen()).toEqual([true, true]);
      await touch('main');
      await until('it is closed', async () => !(await isOpen())[0]);
    });

    it('show in “More” that one of them is open', async () => {
      const isCurrent = () => browser.value<boolean>(`document.querySelector('${MORE}').matches('.current')`);
      expect(await isCurrent()).toBe(false);
      await browser.click(MORE);
      const path = await browser.value<string>(`document.querySelector('${REST} a').pathname`);
      await browser.click(`${REST} a`);
      await page.waitFor(path.replace('/console', ''));
      expect([await isCurrent(), await isOpen()]).toEqual([true, [false, false]]);
      expect(await browser.value(`document.querySelector('${REST} [aria-current=page]').pathname`)).toBe(
        path,
      );
    });
  });

  describe('of a project', () => {
    it('begin with the one with the most recent data, and are remembered for each user', async () => {
      await browser.look({ width: DESK, isDark: false });
      await page.signIn(farm.idpId('ana'), '/scouting');
      expect(await browser.value(CHOSEN_PROJECT)).toBe('Project hot');
      await page.set('main .filters select', farm.ids.projects['cool']!);
      await page.open('/climate');
      expect(await browser.value(CHOSEN_PROJECT)).toBe('Project cool');
      await page.signIn(farm.idpId('ben'), '/climate');
      expect(await browser.value(CHOSEN_PROJECT)).toBe('Project hot');
      await page.signIn(farm.idpId('ana'), '/scouting');
      expect(await browser.value(CHOSEN_PROJECT)).toBe('Project cool');
    });
  });

  describe('of what the weather does', () => {
    it('have the heat of today, and what it does to people, where temperature and humidity are measured', async () => {
      await page.signIn(farm.idpId('gus'), '/climate');
      await page.set('main .filters select', farm.ids.projects['hot']!);
      await browser.text(HEAT);
      await page.waitFor('/climate');
      const today = dateIn(ZONE);
      const query = { projectId: farm.ids.projects['hot']!, from: today, to: today, minCoverage: '0' };
      const { data } = await farm
        .as('gus')
        .get(`/api/console/indicators/heat-index?${new URLSearchParams(query).toString()}`);
      expect(await page.figures(HEAT)).toEqual([data[0].value]);
      expect(await browser.text(HEAT)).toMatch(/Danger, today/);
      await page.set('main .filters select', farm.ids.projects['cool']!);
      await browser.text('.tile.now[href*="show=te"]');
      await page.waitFor('/climate');
      expect(await page.count(HEAT)).toBe(0);
    });
  });
});

/** What can be seen of a menu. */
const namesIn = (selector: string) =>
  browser.value<string[]>(
    `[...document.querySelectorAll('${selector} :is(a, button)')].filter((one) => one.checkVisibility())
      .map(({ innerText }) => innerText.trim())`,
  );
