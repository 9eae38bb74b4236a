import { until } from '@furrow/testbed';
import { Browser, isChromiumHere } from '@furrow/testbed/browser';
import { ConsolePage } from '@furrow/testbed/system';
import { absolute, type Bench, type Scale } from '../bench.ts';
import { type ConsoleFarm, openConsoleFarm } from '../stage/farms/console-farm.ts';
import type { RunningApi, Stage } from '../stage/stage.ts';

const RECORDS = 10_000;
const YEAR = 52_560;
const REST_MS = 1_000;
const CHANGES = 400;
/** Changes of Today in 12 hours, one every 10 seconds. */
const CHANGES_OF_A_DAY = 4_320;
/** The page gathers changes for so long before it asks again, and for a hundredth while memory is measured. */
const GATHERED_MS = 1_000;
const SPEEDUP = 100;

export const consolePages: Bench = {
  name: 'console',
  summary: 'the console in Chromium: script time of large screens, and the memory of a day',

  async run(stage: Stage, scale: Scale) {
    if (!isChromiumHere()) throw new Error('It needs Chromium: apt-get install chromium');
    const [records, readings] = scale.quick ? [200, 500] : [RECORDS, YEAR];
    const api = await stage.startApi();
    stage.say(
      `seeding ${records.toLocaleString('en')} records and ${readings.toLocaleString('en')} readings`,
    );
    const farm = await openConsoleFarm(stage, api, { records, readings });
    const browser = await Browser.open();
    stage.keep({ stop: () => browser.close() });
    await new ConsolePage(browser, api.url.origin).signIn(farm.supervisor);
    const session: number[] = [];
    const weather: number[] = [];
    for (let round = 0; round <= scale.rounds; round++) {
      session.push(await sessionScript(browser, api, farm, records));
      weather.push(await yearScript(browser, api, farm, readings));
      stage.say(`ms of script: session ${session.at(-1)?.toFixed(0)}, year ${weather.at(-1)?.toFixed(0)}`);
    }
    const growth = await growthOfToday(browser, api, farm, scale.quick ? 20 : CHANGES);
    const grown = Math.max(0, (growth * CHANGES_OF_A_DAY) / 1e6);
    return [
      absolute('script of a session of 10,000 records', 'ms', session.slice(1), { atMost: 200 }),
      absolute('script of a year of weather by 10 minutes', 'ms', weather.slice(1), { atMost: 200 }),
      absolute('memory growth of a day on Today', 'MB', grown, { atMost: 10 }),
    ];
  },
};

/** A console that knows nothing from before, and rests. */
async function openAnew(browser: Browser, api: RunningApi): Promise<void> {
  await browser.value(`new Promise((done) => {
    const opening = indexedDB.open('furrow-console');
    opening.onsuccess = () => {
      const kept = opening.result.transaction('answers', 'readwrite');
      kept.objectStore('answers').clear();
      kept.oncomplete = () => (opening.result.close(), done(true));
    };
  })`);
  await browser.goTo(new URL('/console/devices', api.url).href);
  await browser.text('.menu');
  await rest(browser);
}

const rest = (browser: Browser) =>
  browser.value(`new Promise((done) => setTimeout(() => requestIdleCallback(() => done(true)), ${REST_MS}))`);

/** Milliseconds of script that something takes until the page stands and rests, the keeping of its answers included. */
async function scriptOf(browser: Browser, show: () => Promise<unknown>): Promise<number> {
  const before = await browser.scriptMs();
  await show();
  await rest(browser);
  return (await browser.scriptMs()) - before;
}

const isThere = (browser: Browser, what: string, expression: string) =>
  until(what, () => browser.value<boolean>(expression), 60_000);

/** Goes on as a link of the page does. */
const follow = (browser: Browser, path: string) =>
  browser.value(`history.pushState(null, '', ${JSON.stringify(`/console${path}`)})`);

async function sessionScript(
  browser: Browser,
  api: RunningApi,
  { sessionId }: ConsoleFarm,
  records: number,
): Promise<number> {
  await openAnew(browser, api);
  const rows = `document.querySelectorAll('[aria-label="Records by time"] tbody tr').length`;
  return scriptOf(browser, async () => {
    await follow(browser, `/sessions/${sessionId}`);
    const stands = `${rows} === ${Math.min(records, 200)} && document.querySelector('.canvas canvas') !== null`;
    await isThere(browser, 'the session stands', stands);
  });
}

async function yearScript(
  browser: Browser,
  api: RunningApi,
  { lastDay }: ConsoleFarm,
  readings: number,
): Promise<number> {
  await openAnew(browser, api);
  await follow(browser, '/climate');
  await browser.text('.chosen .filters');
  const choose = (n: number, element: string, value: string) =>
    browser.value(`{
      const field = document.querySelector('.chosen .filters label:nth-of-type(${n}) ${element}');
      const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
      set.call(field, ${JSON.stringify(value)});
      for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    }`);
  // What is below the screen is drawn for paper.
  const drawn = (points: number) => `dispatchEvent(new Event('beforeprint'))
    && document.querySelector('.chosen .canvas canvas') !== null
    && document.querySelector('.loading') === null
    && document.querySelector('.canvas').ariaValueMax === ${JSON.stringify(String(points - 1))}`;
  await choose(1, 'input', lastDay);
  await choose(2, 'select', '365');
  await isThere(browser, 'the days stand', drawn(Math.ceil(readings / 144)));
  await rest(browser);
  return scriptOf(browser, async () => {
    await choose(3, 'select', 'raw');
    await isThere(browser, 'the readings stand', drawn(readings));
  });
}

/** Bytes of the heap, without garbage, that each change on Today adds. */
async function growthOfToday(
  browser: Browser,
  api: RunningApi,
  { sessionId, pick }: ConsoleFarm,
  changes: number,
): Promise<number> {
  // Timeouts of requests stay as they are.
  await browser.prepend(`{
    const later = window.setTimeout.bind(window);
    window.setTimeout = (work, ms = 0, ...rest) => later(work, ms === ${GATHERED_MS} ? ms / ${SPEEDUP} : ms, ...rest);
  }`);
  await openAnew(browser, api);
  await follow(browser, '/today');
  const card = `[aria-labelledby="session-${sessionId}"]`;
  const shown = `Number(document.querySelector('${card} .facts div:last-child data')?.value ?? 0)`;
  await isThere(browser, 'Today stands', `${shown} > 0 && document.querySelector('.live.on') !== null`);
  const change = async (times: number) => {
    for (let i = 0; i < times; i++) {
      const before = await browser.value<number>(shown);
      await pick();
      await isThere(browser, 'Today shows what was counted', `${shown} > ${before}`);
    }
    return browser.heapBytes();
  };
  const before = await change(changes / 2);
  return ((await change(changes)) - before) / changes;
}
