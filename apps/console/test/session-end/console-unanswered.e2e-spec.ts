import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LISTS, type MorningStage, openStage } from './stage.ts';
import { describeIf, until } from '@furrow/testbed';
import { isChromiumHere } from '@furrow/testbed/browser';
import { System } from '@furrow/testbed/system';

const HOUR = 3_600_000;

const closed: RequestListener = (request) => request.socket.destroy();
const answering =
  (status: number, body: string, type: string): RequestListener =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type }).end(body);
const BUSY = answering(503, '{"status":"error","code":"overloaded","message":"Busy."}', 'application/json');
const BROKEN = answering(
  500,
  '{"status":"error","code":"internal_error","message":"No."}',
  'application/json',
);
const PROXY = answering(502, '<h1>Bad gateway</h1>', 'text/html');

describeIf(isChromiumHere(), 'chromium', 'the console while the server does not answer', () => {
  let system: System;
  let stage: MorningStage;
  beforeAll(async () => {
    system = await System.start();
    stage = await openStage(system);
  });
  afterAll(async () => {
    server?.close();
    server?.closeAllConnections();
    await stage?.close();
    await system?.stop();
  });

  let server: Server | undefined;
  /** Answers in the API's place. */
  async function standIn(listener: RequestListener): Promise<void> {
    if (system.isRunning) await system.kill();
    server?.closeAllConnections();
    if (server) await new Promise((resolve) => server!.close(resolve));
    server = createServer(listener).listen(Number(new URL(system.url).port), '127.0.0.1');
    await once(server, 'listening');
  }
  const figuresOf = new Map<string, number[]>();
  /** Without paces, which depend on the time. */
  const shown = () =>
    stage.browser.value<number[]>(`[...document.querySelectorAll('main data')]
      .filter((one) => !one.closest('article .facts div:is(:nth-child(2), :nth-child(3))'))
      .map(({ value }) => Number(value))`);
  const shift = (hours: number) => stage.browser.value(`localStorage.setItem('clock', '${hours * HOUR}')`);

  it('shows on every screen what is known, with its age', async () => {
    const { browser, farm, page } = stage;
    const screens = [...stage.screens, ...LISTS];
    await browser.prepend(`{
        const { now } = Date;
        Date.now = () => now() + Number(localStorage.getItem('clock') ?? 0);
      }`);
    await page.signIn(farm.idpId('ada'));
    for (const path of screens) {
      await page.open(path);
      await until(`all that ${path} shows is stored`, async () => {
        const before = await shown();
        await page.storeAnswers();
        figuresOf.set(path, await shown());
        return isDeepStrictEqual(before, figuresOf.get(path));
      });
    }
    await browser.value('navigator.serviceWorker.ready.then(() => true)');
    for (const [i, path] of screens.entries()) {
      await standIn([closed, BUSY, BROKEN, PROXY][i % 4]!);
      await browser.goTo(`${system.url}/console${path}?lang=en&down`);
      expect(await browser.text('.notice.age')).toMatch(/these figures were fetched .*(minute|ago)/);
      await until(`what was known is shown at ${path}`, async () =>
        isDeepStrictEqual(await shown(), figuresOf.get(path)),
      );
    }
  });

  it('shows the age beside what is known while a request hangs', async () => {
    const { browser } = stage;
    await standIn(() => undefined);
    await browser.goTo(`${system.url}/console/pay?lang=en&hangs`);
    expect(await browser.text('.notice.age')).toContain('cannot be reached');
    expect(await browser.text('[aria-label="Pay runs"] td')).not.toBe('');
  });

  it('shows pay for a day at most, on a page that stays open and on one that is opened', async () => {
    const { browser, page, payRunId, screens } = stage;
    await standIn(closed);
    const statement = screens.find((path) => path.startsWith(`/pay/${payRunId}/`))!;
    await browser.goTo(`${system.url}/console${statement}?lang=en&day`);
    expect(await browser.text('.hours')).toContain('h');
    await shift(23);
    await browser.value(`document.dispatchEvent(new Event('visibilitychange'))`);
    await until('its age is told', async () => (await browser.text('.notice.age')).includes('fetched'));
    expect(await page.count('.hours data')).toBeGreaterThan(0);
    await shift(24);
    await browser.value(`document.dispatchEvent(new Event('visibilitychange'))`);
    expect(await browser.text('.state.failed')).toContain('nothing is stored on this device');
    expect(await page.count('main data')).toBe(0);
    await until('it is deleted', async () => !/"statements"|"payRunId"/.test(await page.keptAnswers()));
    for (const path of screens.filter((one) => one.startsWith('/pay'))) {
      await browser.goTo(`${system.url}/console${path}?lang=en&after`);
      expect(await browser.text('.state.failed')).toContain('nothing is stored on this device');
      expect(await page.count('main data, [aria-label="Pay runs"]')).toBe(0);
    }
    await browser.goTo(`${system.url}/console/today?lang=en&after`);
    expect(await browser.text('.notice.age')).toContain('yesterday');
    // The last hour that is known, and the one of the day before, are over.
    expect(await shown()).toEqual(figuresOf.get('/today')!.slice(0, -2));
  });
});
