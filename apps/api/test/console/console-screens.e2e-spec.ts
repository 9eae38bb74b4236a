import { once } from 'node:events';
import { createServer } from 'node:net';
import { Receiver } from '@furrow/notifications/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { integrationsInABrowser } from './console-integrations.ts';
import { keyboardInABrowser } from './console-keyboard.ts';
import { leaksInABrowser } from './console-leaks.ts';
import { DESK, looksInABrowser, PHONE } from './console-looks.ts';
import { numbersInABrowser } from './console-numbers.ts';
import { outboxInABrowser } from './console-outbox.ts';
import { payInABrowser } from './console-pay.ts';
import { scoutingInABrowser } from './console-scouting.ts';
import { statesInABrowser } from './console-states.ts';
import { aMorningFarm, liveThroughAMorning, NAMES, SECTORS } from './morning.ts';
import {
  Browser,
  ConsolePage,
  dateIn,
  describeIf,
  isChromiumHere,
  type Json,
  type ProvisionedFarm,
  RECORDS,
  SESSIONS,
  System,
  type Telemetry,
  until,
  ZONE,
} from '../harness/index.ts';

/** On a new machine Chromium may still be being installed. */
const TIMEOUT_MS = 240_000;
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
  }, TIMEOUT_MS);
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
      60_000,
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

  it('draws the weather with its gap, walks along it by keys, and tells it as a table', async () => {
    await page.open('/climate');
    const temperature = '[aria-label="Temperature (°C)"]';
    await until('the plot is drawn', () =>
      browser.value<boolean>(`document.querySelector('${temperature} canvas') !== null`),
    );
    await browser.value(`document.querySelector('${temperature}').focus()`);
    await browser.press('End');
    const last = await browser.value<string>(`document.querySelector('${temperature}').ariaValueText`);
    await browser.press('ArrowLeft');
    const before = await browser.value<string>(`document.querySelector('${temperature}').ariaValueText`);
    expect([last, before]).toEqual([expect.stringContaining('°C'), expect.stringContaining('°C')]);
    expect(before).not.toBe(last);
    await browser.click(`figure:has(${temperature}) figcaption button`);
    const today = dateIn(ZONE);
    const { data } = await farm
      .as('ana')
      .get(
        `/api/console/weather?${new URLSearchParams({ ...(await spanOfTwoDays(today)), interval: '15m' }).toString()}`,
      );
    await browser.text('figure [aria-label="Temperature (°C)"] td');
    const shown = await page.figures('figure [aria-label="Temperature (°C)"] td');
    expect(shown).toEqual(
      data
        .map(({ te }: Json) => te)
        .reverse()
        .slice(0, 200),
    );
  });

  it('draws a plot when it comes near the screen, or goes on paper', async () => {
    await browser.look({ width: PHONE, isDark: false });
    await browser.goTo(`${system.url}/console/climate?show=wind&lang=en`);
    await page.stands('/climate');
    const isDrawn = () => browser.value<boolean>(`document.querySelector('.canvas canvas') !== null`);
    await browser.text('.chosen .canvas');
    expect(await isDrawn()).toBe(false);
    await browser.value(`dispatchEvent(new Event('beforeprint'))`);
    expect(await isDrawn()).toBe(true);
    await browser.value(`dispatchEvent(new Event('afterprint'))`);
    await browser.look({ width: DESK, isDark: false });
  });

  it('loads a screen while it requests the user, and only what the screen shows', async () => {
    // The user is answered when the screen has been loaded.
    await browser.prepend(`if (sessionStorage.getItem('userIsLast')) {
      const { fetch } = window;
      const isLoaded = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/climate-'));
      window.fetch = async (request, ...rest) => {
        const answer = await fetch(request, ...rest);
        if (new URL(request.url ?? request, location).pathname === '/api/console/session')
          while (!isLoaded()) await new Promise(requestAnimationFrame);
        return answer;
      };
    }`);
    await browser.value(`sessionStorage.setItem('userIsLast', 'yes')`);
    try {
      await page.open('/climate');
    } finally {
      await browser.value(`sessionStorage.removeItem('userIsLast')`);
    }
    const requested = () =>
      browser.value<string[]>(
        `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
          .filter((path) => /^\\/api\\/console\\/(weather|indicators|plant|irrigation)/.test(path))
          .map((path) => path.slice('/api/console/'.length)).sort()`,
      );
    const tiles = ['chill', 'degree-days', 'et0', 'powdery-mildew'].map((name) => `indicators/${name}`);
    // The plot at first shows what the tiles are of.
    expect(await requested()).toEqual([...tiles, 'weather']);
    await browser.click('.pills a[href*="show=irrigation"]');
    expect(await browser.text('.chosen .state.empty')).toContain('No irrigation in these days');
    expect(await browser.value('location.search')).toContain('show=irrigation');
    expect(await requested()).toEqual([...tiles, 'irrigation', 'weather']);
  });

  it('shows now what was measured last, and nothing that nobody measures', async () => {
    await page.open('/climate');
    const query = { ...(await spanOfTwoDays(dateIn(ZONE))), interval: '15m', include: 'rain' };
    const { data } = await farm
      .as('ana')
      .get(`/api/console/weather?${new URLSearchParams(query).toString()}`);
    const ofToday = data.filter(({ local_time }: Json) => local_time.startsWith(dateIn(ZONE)));
    const tile = (of: string) => `.tile.now[href*="show=${of}"]`;
    for (const member of ['te', 'hr', 'wind']) {
      const known = ofToday
        .map((point: Json) => point[member])
        .filter((value: number | null) => value !== null);
      const range = known.length === 0 ? [] : [Math.min(...known), Math.max(...known)];
      const last = data.findLast((point: Json) => point[member] !== null)[member];
      expect([member, await page.figures(tile(member))]).toEqual([member, [last, ...range]]);
    }
    const rain = ofToday.reduce((sum: number, point: Json) => sum + Number(point.rain ?? 0), 0);
    const [shown] = await page.figures(tile('rain'));
    expect(shown).toBeCloseTo(rain, 6);
    const offered = await browser.value<string[]>(
      `[...document.querySelectorAll('.pills a')].map(({ innerText }) => innerText)`,
    );
    expect(offered).toEqual(['Vapour pressure deficit', 'Plants', 'Irrigation']);
  });

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
    expect(await browser.value(`document.querySelectorAll('.photos img').length`)).toBe(6);
    await until('the plot is drawn', async () => (await page.count('.canvas canvas')) === 1);
  });

  it('omits from a supervisor’s menu the screens of others, and says so at their addresses', async () => {
    expect(await browser.value(`[...document.querySelectorAll('.menu a')].map((a) => a.pathname)`)).toEqual([
      ...['/console/today', '/console/scouting', '/console/climate'],
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
    const span = new URLSearchParams(await spanOfTwoDays(dateIn(ZONE)));
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

  const screens = async () => {
    const { data } = await farm.as('ada').get('/api/control/webhooks');
    return [
      ...['/today', `/sessions/${session.sessionId}`, '/scouting', '/climate', '/pay', `/pay/${payRunId}`],
      `/pay/${payRunId}/${workers[0].id}`,
      ...['/devices', '/integrations', `/integrations/${data[0].webhookId}`],
    ];
  };

  looksInABrowser(() => ({ page, screens }));

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
    await browser.click('main.entrance a.primary');
    await browser.click(`form[action*="${encodeURIComponent(farm.idpId('ana'))}"] button`);
    await page.stands('/climate');
    await browser.click('.menu a[href$="/today"]');
    await browser.text(card);
    expect((await page.figures(card))[0]).toBe(before);
  });

  it('says that it has no data without a network, and requests it again when the network is back', async () => {
    await browser.setOffline(true);
    await browser.click('.menu a[href$="/scouting"]');
    expect(await browser.text('.state.failed')).toContain('nothing is stored on this device');
    await browser.setOffline(false);
    await until('it is asked again', async () => (await page.count('.state.failed')) === 0, 60_000);
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
      const sessions = kept
        .flatMap(({ data }) => (Array.isArray(data) ? data : []))
        .map((one) => one?.session);
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

/** A local date of the farm, this many days ago. */
function dayBefore(days: number): string {
  const noon = new Date(`${dateIn(ZONE)}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() - days);
  return noon.toISOString().slice(0, 10);
}

const spanOfTwoDays = async (today: string): Promise<Record<string, string>> => ({
  ...{ projectId: farm.ids.projects['vega']!, timezone: ZONE, interval: 'raw' },
  ...{ from: `${dayBefore(1)}T00:00:00`, to: `${today}T23:59:59.999` },
});
