import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aFarm, Browser, isChromiumHere, type ProvisionedFarm, System, until } from './harness/index.ts';

/** On a new machine Chromium may still be on its way. */
const PATIENCE_MS = 240_000;

const PROJECTS_BLOCK = '#operations-Projects-projects_list';
const TRIED = `${PROJECTS_BLOCK} .live-responses-table`;

const described = isChromiumHere() ? describe : describe.skip;

described('GET /docs in a browser', () => {
  let system: System;
  let farm: ProvisionedFarm;
  let browser: Browser;
  beforeAll(async () => {
    system = await System.start();
    farm = await system.provision(aFarm('acme'));
    browser = await Browser.open();
    await browser.goTo(`${system.url}/docs`);
  }, PATIENCE_MS);
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  it('tells first how to get in, then area by area what there is', async () => {
    expect(await browser.text('.info')).toMatch(
      /^Furrow[\s\S]*who you are[\s\S]*a person[\s\S]*a program[\s\S]*a device/i,
    );
    await browser.text('.opblock');
    const areas = await browser.value<string[]>(
      `[...document.querySelectorAll('.opblock-tag')].map((area) => area.dataset.tag)`,
    );
    expect(areas.slice(0, 4)).toEqual(['Projects', 'Workers', 'Sessions', 'Records']);
    expect(areas.at(-1)).toBe('Operation');
  });

  it(
    'tries an operation with the credential of its reader',
    async () => {
      await browser.click('.btn.authorize');
      // The cursor waits where a person's JWT goes.
      await until('the dialog has the cursor', () =>
        browser.value<boolean>(`document.activeElement?.matches('.auth-container input')`),
      );
      const { authorization } = farm.as('ana').headers;
      await browser.enter(authorization!.replace('Bearer ', ''));
      await browser.click('.btn-done');

      await browser.click(`${PROJECTS_BLOCK} .opblock-summary-control`);
      // The example of its answer says that the page has looked the operation up; before that it does not know it.
      await browser.text(`${PROJECTS_BLOCK} .responses-inner .highlight-code`);
      await browser.click(`${PROJECTS_BLOCK} .execute`);
      expect(await browser.text(`${TRIED} tbody .response-col_status`)).toMatch(/^200/);
      const body = await browser.text(`${TRIED} .highlight-code`);
      const answer = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1));
      expect(answer).toMatchObject({ status: 'success', data: [{ projectName: 'Project north' }] });
    },
    PATIENCE_MS,
  );

  it('asks no other host, and complains of nothing', async () => {
    const elsewhere = browser.requests.filter(
      (url) => !url.startsWith(`${system.url}/`) && !url.startsWith('data:'),
    );
    expect(browser.requests).toContain(`${system.url}/api/control/projects`);
    expect(elsewhere).toEqual([]);
    expect(browser.errors).toEqual([]);
  });

  it('may not ask another host: the policy of the page forbids it', async () => {
    const { headers } = await system.stranger.get('/docs');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`default-src 'self'`);
    expect(policy).toMatch(/script-src 'self';/);
    const asked = browser.value(`fetch('http://192.0.2.1/').then(() => 'asked', (error) => 'refused')`);
    expect(await asked).toBe('refused');
    expect(browser.errors.join()).toMatch(/Content Security Policy/);
  });
});
