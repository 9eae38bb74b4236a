import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeIf, freePort, PROGRAMS, ServiceProcess, until } from '@furrow/testbed';
import { Browser, isChromiumHere } from '@furrow/testbed/browser';
import { aFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { System } from '@furrow/testbed/system';

/** On a new machine Chromium may still be being installed. */

const PROJECTS_BLOCK = '#operations-Projects-projects_list';
const TOKEN_BLOCK = '#operations-Devices-token_issue';
const tried = (block: string) => `${block} .live-responses-table`;

describeIf(isChromiumHere(), 'chromium', 'GET /docs in a browser', () => {
  let system: System;
  let farm: ProvisionedFarm;
  let browser: Browser;
  let gateway: ServiceProcess<{ url: string }>;
  beforeAll(async () => {
    const port = String(await freePort());
    system = await System.start({ FURROW_IOT_PORT: port });
    gateway = await ServiceProcess.start(PROGRAMS.gateway, {
      ...system.environmentOfApi,
      ...{ FURROW_IOT_PORT: port, PUBLIC_API_URL: system.url },
    });
    farm = await system.provision(aFarm('acme'));
    browser = await Browser.open();
    await browser.goTo(system.url);
  });
  afterAll(async () => {
    await browser?.close();
    await gateway?.end();
    await system?.stop();
  });

  it('is linked from the root, which looks as designed under its policy', async () => {
    // The browser shows what has arrived of the page.
    const whole = /Furrow[\s\S]*It takes requests\.[\s\S]*Console[\s\S]*Reference[\s\S]*OpenAPI/;
    await until('the whole page is shown', async () => whole.test(await browser.text('body')));
    // The browser's default style has another value.
    expect(await browser.value(`getComputedStyle(document.querySelector('main')).maxWidth`)).toBe('704px');
    await browser.click('main a[href$="/docs"]');
    expect(await browser.text('.info')).toMatch(/^Furrow/);
  });

  it('explains authentication first, then each area of the API', async () => {
    expect(await browser.text('.info')).toMatch(
      /^Furrow[\s\S]*credentials[\s\S]*a person[\s\S]*a program[\s\S]*a device/i,
    );
    await browser.text('.opblock');
    // On the page are those near what the reader sees.
    const areas = await browser.value<string[]>('[...ui.specSelectors.taggedOperations().keys()]');
    expect(areas.slice(0, 4)).toEqual(['Projects', 'Workers', 'Sessions', 'Records']);
    expect(areas.at(-1)).toBe('Operation');
  });

  it('sends an operation with the credential of its reader', async () => {
    await browser.click('.btn.authorize');
    // The cursor starts in the field for a person's JWT.
    await until('the dialog has the cursor', () =>
      browser.value<boolean>(`document.activeElement?.matches('.auth-container input')`),
    );
    const { authorization } = farm.as('ana').headers;
    await browser.enter(authorization!.replace('Bearer ', ''));
    await browser.click('.btn-done');

    await browser.click(`${PROJECTS_BLOCK} .opblock-summary-control`);
    // The example answer appears once the page has resolved the operation; before that it does not know it.
    await browser.text(`${PROJECTS_BLOCK} .responses-inner .highlight-code`);
    await browser.click(`${PROJECTS_BLOCK} .execute`);
    expect(await browser.text(`${tried(PROJECTS_BLOCK)} tbody .response-col_status`)).toMatch(/^200/);
    const body = await browser.text(`${tried(PROJECTS_BLOCK)} .highlight-code`);
    const answer = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1));
    expect(answer).toMatchObject({ status: 'success', data: [{ projectName: 'Project north' }] });
  });

  it('sends an operation of the gateway', async () => {
    await browser.value(`void (([way, { show, scrollToVirtualizedOperation }]) =>
        (show(way, true), scrollToVirtualizedOperation(way)))([['operations', 'Devices', 'token_issue'], ui.layoutActions])`);
    await browser.text(`${TOKEN_BLOCK} .responses-inner .highlight-code`);
    await browser.click(`${TOKEN_BLOCK} .execute`);
    expect(await browser.text(`${tried(TOKEN_BLOCK)} tbody .response-col_status`)).toMatch(/^401/);
    expect(await browser.text(`${tried(TOKEN_BLOCK)} .highlight-code`)).toContain('"invalid_token"');
  });

  it('contacts no other host and logs no error except the refusal', async () => {
    const ours = [`${system.url}/`, `${gateway.ready.url}/`, 'data:'];
    const elsewhere = browser.requests.filter((url) => !ours.some((start) => url.startsWith(start)));
    expect(browser.requests).toContain(`${system.url}/api/control/projects`);
    expect(browser.requests).toContain(`${gateway.ready.url}/api/iot/token`);
    expect(elsewhere).toEqual([]);
    expect(browser.errors.filter((error) => !/status of 401/.test(error))).toEqual([]);
  });

  it('may not contact another host, because its policy forbids it', async () => {
    const { headers } = await system.stranger.get('/docs');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain(`default-src 'self'`);
    expect(policy).toMatch(/script-src 'self';/);
    const asked = browser.value(`fetch('http://192.0.2.1/').then(() => 'asked', (error) => 'refused')`);
    expect(await asked).toBe('refused');
    expect(browser.errors.join()).toMatch(/Content Security Policy/);
  });
});
