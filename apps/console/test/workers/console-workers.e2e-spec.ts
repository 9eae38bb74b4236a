import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeIf, until } from '@furrow/testbed';
import { Browser, isChromiumHere } from '@furrow/testbed/browser';
import { aFarm, type ProvisionedFarm, WORKERS } from '@furrow/testbed/farms';
import { type Client, ConsolePage, type Json, System } from '@furrow/testbed/system';
import { DESK, PHONE } from '../console-looks.ts';

let system: System;
let farm: ProvisionedFarm;
let ana: Client;
let browser: Browser;
let page: ConsolePage;

const button = (text: string, within = 'main') =>
  until(`the page has ${text}`, () =>
    browser.value<boolean>(`{
      const found = [...document.querySelectorAll('${within} button')].find(({ innerText, disabled }) => !disabled && innerText.trim().startsWith(${JSON.stringify(text)}));
      found?.click();
      found !== undefined
    }`),
  );
const closed = () => until('the dialog is closed', async () => (await page.count('dialog')) === 0);
const rows = '[aria-label="Workers"] tbody tr';
const shown = (text: string) =>
  until(`the list shows ${text}`, () =>
    browser.value<boolean>(
      `document.querySelector('[aria-label="Workers"]')?.innerText.includes(${JSON.stringify(text)}) === true`,
    ),
  );
const found = async (q: string): Promise<Json[]> => (await ana.get(`${WORKERS}?q=${q}`)).data;

/** Gives a file to the import, as a person who chooses it. */
const choose = (name: string, text: string, encoding: BufferEncoding = 'utf8') =>
  browser.value(`{
    const files = new DataTransfer();
    const bytes = Uint8Array.from(atob('${Buffer.from(text, encoding).toString('base64')}'), (each) => each.charCodeAt(0));
    files.items.add(new File([bytes], '${name}'));
    const input = document.querySelector('details input[type="file"]');
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  }`);

describeIf(isChromiumHere(), 'chromium', 'the workers of a farm in a browser', () => {
  beforeAll(async () => {
    system = await System.shared();
    const { workerOptions, ...file } = aFarm('people') as Json;
    farm = await system.provision({ ...file, workerOptions: { ...workerOptions, group: ['h2a'] } } as never);
    ana = farm.as('ana');
    browser = await Browser.open();
    page = new ConsolePage(browser, system.url);
    await browser.look({ width: DESK, isDark: false });
    await page.signIn(farm.idpId('ana'), '/workers');
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  it('registers a worker, corrects the name, gives and takes a badge, and lets them leave', async () => {
    await button('New worker');
    await page.fill('dialog[open] [name="first_name"]', 'Ana');
    await page.fill('dialog[open] [name="last_name"]', 'Lopes');
    await browser.click('dialog[open] button[type="submit"]');
    await closed();
    await shown('Ana Lopes');

    await page.act(rows, 'Edit');
    await page.fill('dialog[open] [name="last_name"]', 'López');
    await page.set('dialog[open] label:nth-of-type(10) select', 'h2a');
    await browser.click('dialog[open] button[type="submit"]');
    expect(await browser.text('dialog[open] .changes')).toMatch(
      /Last name\s+Lopes\s*→\s*López[^]*Group\s+none\s*→\s*h2a/,
    );
    expect((await found('lopes'))[0]).toMatchObject({ last_name: 'Lopes', group: null });
    await browser.click('dialog[open] button[type="submit"]');
    await closed();
    await shown('Ana López');
    const [worker] = await found('lopez');
    expect(worker).toMatchObject({ first_name: 'Ana', last_name: 'López', status: 'active', group: 'h2a' });

    const badges = async () => (await ana.get(`/api/control/badges?workerId=${worker.id}`)).data;
    await page.act(rows, 'Badges');
    await page.fill('dialog[open] input', 'B-7');
    await browser.click('dialog[open] button[type="submit"]');
    expect(await browser.text('dialog[open] .badges code')).toBe('B-7');
    expect(await badges()).toMatchObject([{ code: 'B-7', workerId: worker.id }]);
    await browser.click('dialog[open] .badges button');
    await until('nobody has it', async () => (await badges()).length === 0);
    await button('Badge of 1 worker', 'dialog[open]');
    await until('it is printed, with a new code', async () => (await badges()).length === 1);
    await until('the new code is shown', async () => (await page.count('dialog[open] .badges code')) === 1);
    await button('Close', 'dialog[open]');
    await closed();

    await page.act(rows, 'Has left');
    await browser.click('dialog[open] button.bad');
    await closed();
    await until('the worker has left', async () => (await found('lopez'))[0]!.status === 'inactive');

    await button('Undo the last change');
    expect(await browser.text('dialog[open] .changes')).toMatch(/inactive\s*→\s*active/);
    await browser.click('dialog[open] .primary');
    await closed();
    await until('the worker is back', async () => (await found('lopez'))[0]!.status === 'active');
  });

  it('imports a thousand rows of Windows-1252 after showing each, in under 10 seconds', async () => {
    await browser.click('main details > summary');
    const letters = (at: number) =>
      String.fromCharCode(65 + (at % 26), 97 + (Math.floor(at / 26) % 26), 97 + Math.floor(at / 676));
    const names = Array.from({ length: 997 }, (_, at) => `Ñúñez ${letters(at)};José;15/03/2025;harvester`);
    const list = [
      'Apellidos;Nombres;Ingreso;Cargo',
      'López;Ana;03/01/2025;harvester',
      ...names,
      ';Nadie;;',
      names[0],
    ].join('\r\n');
    const began = performance.now();
    await choose('people.csv', list, 'latin1');
    await button('Show what will happen');
    const status = '[data-outcome]';
    expect(await browser.text(status)).toMatch(
      /Nothing is registered yet\.\s+998 new · 1 known already · 1 wrong/,
    );
    expect((await ana.get(WORKERS)).body.meta.total).toBe(1);
    expect(await browser.text('[aria-label="Rows of the list"] tbody tr')).toMatch(
      /1000[^]*Nadie[^]*wrong[^]*last_name/,
    );
    await button('Register 998 workers');
    await until('it is done', async () => (await page.count('[data-outcome="done"]')) === 1);
    expect(performance.now() - began).toBeLessThan(10_000);
    expect((await ana.get(WORKERS)).body.meta.total).toBe(999);
    expect((await found('nunez'))[0]).toMatchObject({ first_name: 'José', hire_date: '2025-03-15' });
  });

  it('says why a file cannot be read', async () => {
    await choose('people.xlsx', 'PK\u0003\u0004 but no workbook', 'latin1');
    expect(await browser.text('details [role="alert"]')).toMatch(/\S/);
  });

  it.each([
    ['a desk', DESK, false],
    ['a phone', PHONE, true],
    ['360 px', 360, false],
  ])('has no flaws on %s', async (_, width, isDark) => {
    await browser.look({ width, isDark });
    await page.open('/workers', width === PHONE ? 'es' : 'en');
    await browser.click('main details > summary');
    expect(await page.flaws()).toEqual([]);
  });
});
