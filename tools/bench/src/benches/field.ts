import { until } from '@furrow/testbed';
import { Browser, FieldPage, isChromiumHere, SCANNER } from '@furrow/testbed/browser';
import { quantile } from '@furrow/testbed/load';
import { absolute, type Bench, type Measurement, type Scale } from '../bench.ts';
import { pictures } from '../load/code-pictures.ts';
import { hire } from '../stage/crews.ts';
import type { Stage } from '../stage/stage.ts';

const WORKERS = 60;
/** What one phone has of a day of 60 pickers and 90 buckets. */
const BUCKETS = 2_700;
const SCANS = 200;
/** A cheap phone against the processor of a server. */
const SLOWER = 4;
const BOSS = 'field|supervisor';

export const field: Bench = {
  name: 'field',
  summary:
    'the field app in Chromium: from a scan to its record on a slow phone, and how many codes the reader reads',

  async run(stage: Stage, scale: Scale) {
    if (!isChromiumHere()) throw new Error('It needs Chromium: apt-get install chromium');
    const api = await stage.startApi();
    const codes = await openFieldFarm(stage);
    const browser = await Browser.open();
    stage.keep({ stop: () => browser.close() });
    const page = new FieldPage(browser, api.url.origin);
    await page.signIn(BOSS);
    await page.press('Sector');
    await page.waitForNumber('session-total', 0);
    await until('the phone knows the workers', () => isKnown(page, codes[0] ?? ''));
    const waits = await scansOf(page, codes, scale.quick ? [5, 5] : [BUCKETS, SCANS]);
    const [median, worst] = [0.5, 1].map((part) => quantile(waits, part).toFixed(0));
    stage.say(`from scan to record: ${median} ms (median), ${worst} ms (longest)`);
    return [
      absolute(
        `from a scan to its record and the total, ${SLOWER} times slower (p95)`,
        'ms',
        quantile(waits, 0.95),
        { atMost: 300 },
      ),
      ...(await readRates(browser, scale)),
    ];
  },
};

/** @returns the codes of its workers */
async function openFieldFarm(stage: Stage): Promise<readonly string[]> {
  const { companyId } = await stage.apply({
    company: { key: 'field', name: 'Field', timezone: 'UTC' },
    users: [{ idpId: BOSS, name: 'Mateo', role: 'supervisor' }],
    projects: [
      {
        ...{ key: 'farm', name: 'Farm', timezone: 'UTC', defaults: { repeatSeconds: 60 } },
        sectors: [{ key: 'north', name: 'Sector' }],
      },
    ],
  });
  return (await hire(stage, companyId, WORKERS)).map(({ id }) => id);
}

const isKnown = (page: FieldPage, code: string) =>
  page.browser.value<boolean>(`(async () => {
    const databases = await indexedDB.databases();
    const { name } = databases.find((one) => one.name.startsWith('furrow-field-')) ?? {};
    if (name === undefined) return false;
    return new Promise((done) => {
      const opening = indexedDB.open(name);
      opening.onsuccess = () => {
        const asking = opening.result.transaction('documents').objectStore('documents').get('office/pickers');
        asking.onsuccess = () => (opening.result.close(), done(JSON.stringify(asking.result ?? '').includes('${code}')));
      };
    });
  })()`);

/** Milliseconds of each measured scan, on a phone that has counted without signal before. */
async function scansOf(
  page: FieldPage,
  codes: readonly string[],
  [before, measured]: readonly [number, number],
): Promise<readonly number[]> {
  const { browser } = page;
  await browser.setOffline(true);
  const scan = (from: number, count: number) =>
    browser.value<number[]>(`(async () => {
      const codes = ${JSON.stringify(codes)};
      const total = () => Number(document.querySelector('[data-testid="session-total"]').value);
      const waits = [];
      for (let i = ${from}; i < ${from + count}; i++) {
        const began = performance.now();
        const counted = new Promise((done) => {
          const observer = new MutationObserver(() => total() === i + 1 && (observer.disconnect(), done()));
          observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        });
        (${SCANNER})(codes[i % codes.length]);
        await counted;
        waits.push(performance.now() - began);
      }
      return waits;
    })()`);
  await scan(0, before);
  await browser.slowDown(SLOWER);
  const waits = await scan(before, measured);
  await browser.slowDown(1);
  await browser.setOffline(false);
  return waits;
}

/** The part of the pictures that the app's own reader reads, in percent. */
async function readRates(browser: Browser, scale: Scale): Promise<Measurement[]> {
  const found: Measurement[] = [];
  for (const { name, codes, worsen, goal } of await pictures(scale.quick)) {
    const read = await browser.value<number>(`(async () => {
      const names = [...(await (await fetch('/field/sw.js')).text()).matchAll(/assets\\/[\\w-]+\\.(?:js|wasm)/g)].map(([name]) => '/field/' + name);
      const address = (part) => new URL(names.find((name) => name.includes(part)), location.origin).href;
      const worker = new Worker(address('reader-worker'), { type: 'module' });
      worker.postMessage({ wasm: address('zxing_reader') });
      let read = 0;
      for (const { code, picture } of ${JSON.stringify(codes)}) {
        const image = Object.assign(new Image(), { src: picture });
        await image.decode();
        const canvas = new OffscreenCanvas(960, 540);
        const pen = canvas.getContext('2d');
        pen.imageSmoothingQuality = 'high';
        pen.fillStyle = '#8a7f66';
        pen.fillRect(0, 0, 960, 540);
        pen.translate(480, 270);
        (${worsen})(pen, image);
        const answer = new Promise((done) => worker.addEventListener('message', ({ data }) => done(data), { once: true }));
        const frame = canvas.transferToImageBitmap();
        worker.postMessage({ frame }, [frame]);
        if ((await answer).includes(code)) read++;
      }
      worker.terminate();
      return (100 * read) / ${codes.length};
    })()`);
    found.push(absolute(`codes read: ${name}`, '%', read, { atLeast: goal }));
  }
  return found;
}
