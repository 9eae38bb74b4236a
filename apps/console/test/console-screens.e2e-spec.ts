import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { climateInABrowser, dayBefore, spanOfTwoDays } from './console-climate.ts';
import { integrationsInABrowser } from './console-integrations.ts';
import { keyboardInABrowser } from './console-keyboard.ts';
import { leaksInABrowser } from './console-leaks.ts';
import { DESK } from './console-looks.ts';
import { numbersInABrowser } from './console-numbers.ts';
import { outboxInABrowser } from './console-outbox.ts';
import { payInABrowser } from './console-pay.ts';
import { scoutingInABrowser } from './console-scouting.ts';
import { sharesInABrowser } from './session/console-shares.ts';
import { statesInABrowser } from './console-states.ts';
import { aMorningFarm, liveThroughAMorning, NAMES, SECTORS } from './morning.ts';
import { Receiver } from '@furrow/notifications/testing';
import type { Telemetry } from '@furrow/telemetry/testing/stations';
import { describeIf, until } from '@furrow/testbed';
import { Browser, isChromiumHere } from '@furrow/testbed/browser';
import { type ProvisionedFarm, RECORDS, SESSIONS, ZONE } from '@furrow/testbed/farms';
import { ConsolePage, dateIn, type Json, System } from '@furrow/testbed/system';

/** On a new machine Chromium may still be being installed. */
/** Compressed scripts loaded until Today is shown. */
const FIRST_LOAD_BYTES = 150_000;

let system: System;
let farm: ProvisionedFarm;
let browser: Browser;
let page: ConsolePage;
let receiver: Receiver;
let telemetry: Telemetry;
let session: Json;
let workers: Json[];
let payRunId: string;

describeIf(isChromiumHere(), 'chromium', 'the console in a browser', () => {
  beforeAll(async () => {
    receiver = await Receiver.start();
    system = await System.start({ WEBHOOK_ALLOWED_HOSTS: receiver.host });
    farm = await system.provision(aMorningFarm('clara'));
    ({ session, workers, telemetry, payRunId } = await liveThroughAMorning(system, farm));
    browser = await Browser.open();
    page = new ConsolePage(browser, system.url);
  });
  afterAll(async () => {
    await browser?.close();
    await telemetry?.close();
    await system?.stop();
    await receiver?.stop();
  });

  it('loads at most 150 kB of scripts until Today is displayed', async () => {
    await page.signIn(farm.idpId('ana'));
    // Scripts cannot read the session.
    expect(await browser.value('document.cookie')).toBe('');
    const scripts = await browser.value<number[]>(
      `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map((one) => one.encodedBodySize)`,
    );
    expect(scripts.length).toBeGreaterThan(2);
    expect(scripts.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(FIRST_LOAD_BYTES);
  });

  it('shows on Today what the API tells, and what is picked meanwhile', async () => {
    const { data } = await farm.as('ana').get(`${SESSIONS}/${session.sessionId}`);
    const card = `[aria-labelledby="session-${session.sessionId}"]`;
    const [units, ofWorkers] = await page.figures(card);
    expect([units, ofWorkers]).toEqual([data.totals.validUnits, data.totals.workerCount]);
    expect(await page.figures(card)).toContain(data.totals.recordCount);
    expect(await browser.text(`${card} .warnings`)).toContain('Thiovit Jet');

    await farm.as('ana').post(RECORDS, farm.recordBody(session.sessionId, workers[0].id, { units: 1.125 }));
    await until(
      'Today shows what was picked',
      async () => (await page.figures(card))[0] === Number(data.totals.validUnits) + 1.125,
    );
  });

  numbersInABrowser(() => ({ farm, page, session, workers, system }));

  scoutingInABrowser(() => ({ farm, page }));

  it('shows of a session every worker and movement, the voided and the late ones as such', async () => {
    await page.open(`/sessions/${session.sessionId}`);
    const ana = farm.as('ana');
    const { data: records } = await ana.get(`${SESSIONS}/${session.sessionId}/records?pageSize=100`);
    const rows = `[aria-label="Records by time"] tbody`;
    expect(await page.figures(rows)).toEqual(records.map(({ units }: Json) => units));
    expect(await browser.value(`document.querySelectorAll('${rows} s').length`)).toBe(1);
    expect(await browser.value(`document.querySelectorAll('${rows} .late').length`)).toBeGreaterThan(50);
    const { data: read } = await ana.get(`${SESSIONS}/${session.sessionId}`);
    const { validUnits, workerCount, recordCount, voidedCount, amount } = read.totals;
    expect(await page.figures('.tiles')).toEqual([validUnits, workerCount, recordCount, voidedCount, amount]);
    const sums = await page.figures('[aria-label="Workers"] td:nth-child(2)');
    expect(sums).toHaveLength(NAMES.length);
    expect(sums.reduce((sum, units) => sum + units, 0)).toBeCloseTo(validUnits, 6);
  });

  it('voids a record in its row, after a confirmation', async () => {
    const before = (await farm.as('ana').get(`${SESSIONS}/${session.sessionId}`)).data.totals;
    const row = '[aria-label="Records by time"] tbody tr:first-child';
    const focused = () => browser.value<string>('document.activeElement.innerText');
    // By keys alone: what replaces the button gets the focus, and Escape returns it.
    await browser.text(`${row} button`);
    await browser.value(`document.querySelector('${row} button').focus()`);
    await browser.enter('');
    await until('the question has the focus', async () => (await focused()) === 'Keep it');
    await browser.press('Escape');
    await until('the button has it again', async () => (await focused()) === 'Void');
    await browser.enter('');
    await until('the question has it', async () => (await focused()) === 'Keep it');
    await browser.click(`${row} button.bad`);
    const after = await until('the record is voided', async () => {
      const { data } = await farm.as('ana').get(`${SESSIONS}/${session.sessionId}`);
      return data.totals.voidedCount > before.voidedCount && data.totals;
    });
    expect(after).toMatchObject({
      voidedCount: Number(before.voidedCount) + 1,
      recordCount: before.recordCount,
    });
  });

  sharesInABrowser(() => ({ farm, page, session, workers }));

  climateInABrowser(() => ({ farm, page }));

  it('colours sectors by what scouts found, and tells the same in figures', async () => {
    await page.open('/scouting');
    const { body } = await farm
      .as('ana')
      .get(`/api/console/phytosanitary/company-summary?startTime=${dayBefore(89)}&endTime=${dayBefore(0)}`);
    const found = body.projects[0].sectors.flatMap(({ pests_diseases }: Json) => pests_diseases);
    await browser.text('[aria-label="Sectors and pests"] tbody');
    expect(await page.figures('[aria-label="Sectors and pests"]')).toEqual(
      found.flatMap(({ incidence, severity }: Json) => [incidence, severity]),
    );
    expect(await browser.value(`document.querySelectorAll('.map path').length`)).toBe(SECTORS.length);
    await until('the plot is drawn', async () => (await page.count('.canvas canvas')) === 1);
    await until('the photos are there', async () => (await page.count('.photos img')) === 6);
  });

  it('omits from a supervisor’s menu the screens of others, and says so at their addresses', async () => {
    expect(await browser.value(`[...document.querySelectorAll('.menu a')].map((a) => a.pathname)`)).toEqual([
      ...['/console/today', '/console/harvest', '/console/scouting', '/console/forms', '/console/climate'],
      '/console/workers',
    ]);
    const asked = browser.requests.length;
    await page.open('/pay');
    expect(await browser.text('.state p')).toContain('not for your role');
    expect(browser.requests.slice(asked).filter((url) => url.includes('pay-runs'))).toEqual([]);
  });

  payInABrowser(() => ({ farm, page, payRunId, system }));

  it('shows how much each device sent in each hour, and what was rejected', async () => {
    await page.open('/devices');
    const ada = farm.as('ada');
    const { data, meta } = (await ada.get('/api/console/devices/activity')).body;
    const span = new URLSearchParams(spanOfTwoDays(farm, dateIn(ZONE)));
    const weather = (await ada.get(`/api/console/weather?${span.toString()}`)).data as Json[];
    const counts = Array.from({ length: 24 }, () => 0);
    for (const { local_time } of weather) {
      const hour = Math.floor((Date.parse(local_time) - Date.parse(meta.from)) / 3_600_000);
      if (hour >= 0) counts[hour]!++;
    }
    const rejected = Array.from({ length: 24 }, () => 0);
    const rows = await system.sql<{ hour: Date; count: number; at: Date }>(
      'SELECT hour, count::int, last_at AS at FROM telemetry.device_errors ORDER BY hour',
    );
    for (const { hour, count } of rows)
      rejected[(hour.getTime() - Date.parse(meta.from)) / 3_600_000] = count;
    const at = rows.at(-1)!.at.toISOString();
    expect(data).toEqual([
      {
        ...{ deviceId: 'ws-01', readings: counts, errors: rejected },
        ...{ usualInterval: 600, silent: false },
        lastError: { code: 'ts_in_future', at },
      },
    ]);
    expect(counts).toContain(0);
    await browser.text('.per-hour');
    expect(await page.figures('[aria-label="Devices"] tbody')).toEqual([
      ...[counts, rejected].map((each) => each.reduce((sum, count) => sum + count, 0)),
    ]);
    const cell = '[aria-label="Devices"] td:nth-child(6)';
    expect(await browser.text(cell)).toContain('The clock of the device is ahead.');
    expect(await browser.value(`document.querySelector('${cell} time').dateTime`)).toBe(at);
  });

  it('offers the actions of a device in a menu, by keyboard alone', async () => {
    const isAt = (what: string, selector: string) =>
      until(`${what} has the focus`, () =>
        browser.value<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`),
      );
    const isOn = (action: string) =>
      until(`${action} has the focus`, async () => {
        const focused = await browser.value<string>('document.activeElement.innerText');
        return focused.trim() === action;
      });
    await browser.text('.row-menu');
    await browser.value(`document.querySelector('.row-menu').focus()`);
    await browser.press('ArrowDown');
    await isOn('Send a command');
    await browser.press('End');
    await isOn('Revoke');
    await browser.press('ArrowDown');
    await isOn('Send a command');
    expect(await page.flaws()).toEqual([]);
    await browser.press('Escape');
    await isAt('the button', '.row-menu');
    expect(await page.count('.menu-panel:popover-open')).toBe(0);

    await browser.press('ArrowDown');
    await isOn('Send a command');
    await browser.press('ArrowDown');
    await browser.enter('');
    expect(await browser.text('dialog p')).toContain('cannot connect until the new secret is set');
    expect(await page.flaws()).toEqual([]);
    await browser.press('Escape');
    await until('the question is closed', async () => (await page.count('dialog')) === 0);
    await isAt('the button', '.row-menu');
  });

  integrationsInABrowser(() => ({ farm, page, receiver, system }));

  it('requests nothing from other hosts, and does nothing that its security policy forbids', () => {
    expect(browser.requests.filter((url) => /^https?:/.test(url) && !url.startsWith(system.url))).toEqual([]);
    expect(browser.errors.filter((error) => !error.includes('/api/control/events'))).toEqual([]);
  });

  statesInABrowser(() => ({ farm, page, payRunId, workers, system }));

  keyboardInABrowser(() => ({ farm, page, session }));

  outboxInABrowser(() => ({ farm, page, session, workers }));

  it('says that the sign-in has ended, and comes back to the same screen', async () => {
    await browser.look({ width: DESK, isDark: false });
    await page.signIn(farm.idpId('ana'));
    const card = `[aria-labelledby="session-${session.sessionId}"]`;
    const [before] = await page.figures(card);
    expect(before).toBeGreaterThan(0);
    await browser.value(`fetch('/api/console/sign-out', { method: 'POST' }).then(({ status }) => status)`);
    await browser.click('.menu a[href$="/climate"]');
    expect(await browser.text('main [role="alert"]')).toContain('Your sign-in has ended');
    expect(await page.count('.menu')).toBe(0);
    await browser.click(`.people form[action*="${encodeURIComponent(farm.idpId('ana'))}"] button`);
    await page.waitFor('/climate');
    await browser.click('.menu a[href$="/today"]');
    await browser.text(card);
    expect((await page.figures(card))[0]).toBe(before);
  });

  it('says that it has no data without a network, and requests it again when the network is back', async () => {
    await browser.setOffline(true);
    await browser.click('.menu a[href$="/scouting"]');
    expect(await browser.text('.state.failed')).toContain('nothing is stored on this device');
    await browser.setOffline(false);
    await until('it is asked again', async () => (await page.count('.state.failed')) === 0);
    await browser.click('.menu a[href$="/today"]');
    await browser.text(`[aria-labelledby="session-${session.sessionId}"]`);
  });

  leaksInABrowser(() => ({ farm, page, session, workers }));

  it('still shows what was picked when the network is cut, and how old that is', async () => {
    await browser.look({ width: DESK, isDark: false });
    await page.signIn(farm.idpId('ada'));
    const card = `[aria-labelledby="session-${session.sessionId}"]`;
    const [before] = await page.figures(card);
    await browser.value('navigator.serviceWorker.ready.then(() => true)');
    // Answers are stored a moment after they arrive; other screens have stored the same figures before.
    await until('the answer of Today is kept', async () => {
      const kept: Json[] = JSON.parse(await page.keptAnswers());
      const sessions: Json[] = kept.flatMap(({ data }) => data?.sessions ?? []);
      return sessions.some((one) => one?.sessionId === session.sessionId && one.totals.validUnits === before);
    });
    await system.kill();
    // Keeps the port, which another process could get and then answer for the killed one.
    const nobody = createServer((socket) => socket.destroy()).listen(
      Number(new URL(system.url).port),
      '127.0.0.1',
    );
    await once(nobody, 'listening');
    // Twice: on the first visit every query fails, and its last answer must stay stored.
    for (const visit of [1, 2]) {
      await browser.goTo(`${system.url}/console/today?visit=${visit}`);
      await until('it stands', () => browser.value(`location.search === '?visit=${visit}'`));
      expect(await browser.text(`${card} .big`)).toContain('kg');
      expect((await page.figures(card))[0]).toBe(before);
      await until('their age is told', async () => (await browser.text('.notice.age')).includes('minute'));
    }
    nobody.close();
  });
});
