import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DESK, PHONE } from '../console-looks.ts';
import { firstFarmInABrowser } from './first-farm.ts';
import { OutlineOnPage } from './outline-on-page.ts';
import { describeIf, until } from '@furrow/testbed';
import { Browser, isChromiumHere } from '@furrow/testbed/browser';
import { ZONE } from '@furrow/testbed/farms';
import { type Client, ConsolePage, type Json, System } from '@furrow/testbed/system';

const FARM = '/api/control/farm';

let system: System;
let admin: Client;
let browser: Browser;
let page: ConsolePage;
let outline: OutlineOnPage;

/** The first admin, whom the operator invites. */
const ADA = 'ada@empty.example';

const read = async (): Promise<Json> => (await admin.get(FARM)).data;
/** Presses the button of a dialog that shows what changes, and returns what is shown. */
async function reviewed(): Promise<string> {
  await browser.click('dialog[open] form button[type="submit"]');
  return browser.text('dialog[open] .changes');
}
async function made(): Promise<void> {
  await browser.click('dialog[open] .review .primary');
  await until('the dialog is closed', async () => (await page.count('dialog')) === 0);
}
const button = async (text: string) => {
  await until(`the page has ${text}`, () =>
    browser.value<boolean>(`{
      const found = [...document.querySelectorAll('main button')].find(({ innerText }) => innerText.trim() === ${JSON.stringify(text)});
      found?.click();
      found !== undefined
    }`),
  );
  await browser.text('dialog[open] h2');
};
const field = (label: string) =>
  browser.value<string>(`{
    const found = [...document.querySelectorAll('dialog[open] label')].find(({ innerText }) => innerText.trim().startsWith(${JSON.stringify(label)}));
    const input = found.querySelector('input, select');
    input.id ||= 'field-' + Math.random().toString(36).slice(2);
    '#' + CSS.escape(input.id)
  }`);
const fill = async (label: string, text: string) => page.fill(await field(label), text);
/** The row of a person. */
async function rowOf(name: string): Promise<string> {
  const rows = '[aria-label="All people"] tbody tr';
  const place = await browser.value<number>(
    `[...document.querySelectorAll('${rows}')].findIndex(({ innerText }) => innerText.includes('${name}'))`,
  );
  return `${rows}:nth-child(${place + 1})`;
}
describeIf(isChromiumHere(), 'chromium', 'the first farm and its settings, in a browser', () => {
  beforeAll(async () => {
    system = await System.shared();
    const named = ['--name', 'empty', '--timezone', ZONE];
    await system.furrow('company', 'create', 'empty', '--admin', ADA, ...named);
    admin = system.user(ADA);
    browser = await Browser.open();
    page = new ConsolePage(browser, system.url);
    outline = new OutlineOnPage(browser);
    await browser.look({ width: DESK, isDark: false });
    // With development keys the page of the sign-in lists whoever is invited.
    await page.signIn(ADA, '/settings');
  });
  afterAll(async () => {
    await browser?.close();
    await system?.stop();
  });

  it('changes the company after showing what changes, and takes it back', async () => {
    await button('Change the company');
    await fill('Name', 'Cerezos del Sur');
    await fill('Currency', 'clp');
    const shown = await reviewed();
    expect(shown).toMatch(/Company[^]*Name\s+empty\s*→\s*Cerezos del Sur[^]*Currency\s+none\s*→\s*CLP/);
    // It was a dry run.
    expect((await read()).company.name).toBe('empty');
    await made();
    expect((await read()).company).toMatchObject({ name: 'Cerezos del Sur', currency: 'CLP' });

    await button('Undo the last change');
    expect(await browser.text('dialog[open] .changes')).toMatch(/Cerezos del Sur\s*→\s*empty/);
    await made();
    expect((await read()).company).toMatchObject({ name: 'empty', currency: null });
    await button('Undo the last change');
    await browser.text('dialog[open] .changes');
    await made();
    expect((await read()).company).toMatchObject({ name: 'Cerezos del Sur', currency: 'CLP' });
  });

  it('adds a project with what its sessions take from it', async () => {
    await button('Add a project');
    await fill('Name', 'Bloque Norte');
    await fill('Unit that is counted', 'kg');
    await fill('Price per unit', '0.35');
    await fill('Possible repeat within, in seconds', '60');
    expect(await reviewed()).toContain('Bloque Norte');
    await made();
    expect((await read()).projects).toMatchObject([
      {
        ...{ key: 'bloque-norte', name: 'Bloque Norte', timezone: ZONE },
        defaults: {
          samplingUnit: 'kg',
          pricePerUnit: 0.35,
          maxDurationHours: 12,
          syncGraceHours: 48,
          repeatSeconds: 60,
        },
      },
    ]);
  });

  it('takes the outline of a sector from a KML file', async () => {
    await button('Add a sector to Bloque Norte');
    await fill('Name', 'Vega 1');
    await fill('Crop', 'Cherry');
    await outline.drop('vega.kml', outline.kml());
    await until('the outline stands there', async () => (await outline.legend()).includes('ha'));
    expect(await reviewed()).toMatch(/Outline\s+[\d.]+ ha, 4 corners/);
    await made();
    const [sector] = (await read()).projects[0].sectors;
    expect(sector).toMatchObject({ key: 'vega-1', crop: 'Cherry', boundary: { type: 'Polygon' } });
    expect(sector.boundary.coordinates[0]).toHaveLength(5);
    expect(sector.boundary.coordinates[0][0]).toEqual([-70.7, -33.5]);
  });

  it('lets an outline be drawn beside its neighbour, and moved by a corner', async () => {
    await button('Add a sector to Bloque Norte');
    await fill('Name', 'Vega 2');
    await until('the neighbour is shown', async () => (await page.count('.ground .neighbour')) === 1);
    await outline.draw([
      [0.1, 0.2],
      [0.1, 0.8],
      [0.25, 0.8],
      [0.25, 0.2],
    ]);
    await until('it is closed', async () => (await outline.legend()).includes('4 corners'));
    const before = await outline.legend();
    await outline.drag([0.25, 0.2], [0.35, 0.3]);
    await until('the corner has moved', async () => (await outline.legend()) !== before);
    await reviewed();
    await made();
    const [, drawn] = (await read()).projects[0].sectors;
    expect(drawn.boundary.coordinates[0]).toHaveLength(5);
    await until('both are on the map', async () => (await page.count('.land .map path')) === 2);
  });

  it('takes the outline of a sector from a zipped shapefile, in degrees', async () => {
    await button('Add a sector to Bloque Norte');
    await outline.dropShapefile();
    await until('the outline stands there', async () => (await outline.legend()).includes('4 corners'));
    // A square kilometre, but for the scale of the projection.
    expect(await outline.legend()).toMatch(/\b100(?:\.\d+)? ha|\b99\.\d+ ha/);
    await browser.press('Escape');
    await until('the dialog is closed', async () => (await page.count('dialog')) === 0);
  });

  it('lets an outline be typed by keyboard alone', async () => {
    await button('Add a sector to Bloque Norte');
    const before = await read();
    await fill('Name', 'Vega 3');
    await browser.click('dialog[open] .outline-field summary');
    const corners = [
      ['-33.6', '-70.7'],
      ['-33.6', '-70.69'],
      ['-33.59', '-70.69'],
    ];
    for (const [index, [latitude, longitude]] of corners.entries()) {
      await browser.click('dialog[open] .outline-field .actions button');
      const row = `.corners li:nth-child(${index + 1}) input`;
      await page.fill(`${row}:first-child`, latitude!);
      await page.fill(`${row}:nth-child(2)`, longitude!);
    }
    await until('it has an area', async () => (await outline.legend()).includes('3 corners'));
    expect(await reviewed()).toContain('3 corners');
    await browser.press('Escape');
    await until('the dialog is closed', async () => (await page.count('dialog')) === 0);
    expect(await read()).toEqual(before);
  });

  it('takes a corner where the phone is', async () => {
    await page.open('/settings');
    await button('Add a sector to Bloque Norte');
    await browser.text('dialog[open] .tools');
    await browser.click('dialog[open] .outline-field summary');
    await browser.standAt(-33.61, -70.71);
    await browser.click('dialog[open] .tools button:last-child');
    await until('the map shows the place', async () => (await page.count('.ground .here')) === 1);
    await browser.click('dialog[open] .outline-field .actions button:nth-child(2)');
    await browser.text('.corners li');
    const typed = await browser.value<string[]>(
      `[...document.querySelectorAll('.corners input')].map(({ value }) => value)`,
    );
    expect(typed.map(Number)).toEqual([-33.61, -70.71]);
    await browser.press('Escape');
  });

  it.each([
    ['crosses itself', 'bow.geojson', () => outline.geoJson([0, 2, 1, 3]), 'crosses itself'],
    ['has 100,000 corners', 'fine.geojson', () => outline.circle(100_000), 'more than 5,000 corners'],
    ['is a KML bomb', 'bomb.kml', () => outline.bomb(), 'neither GeoJSON nor KML'],
    ['is no map', 'notes.kml', () => '<kml><Document/></kml>', 'has no polygon'],
    ['is broken', 'broken.kml', () => '<kml><Document>', 'neither GeoJSON nor KML'],
  ])('says what is wrong with a file that %s', async (_, name, content, said) => {
    await page.open('/settings');
    await button('Add a sector to Bloque Norte');
    await outline.drop(name, content());
    expect(await browser.text('dialog[open] [role="alert"]')).toContain(said);
  });

  it('adds a quality, takes it out of use, and back by undo', async () => {
    await page.open('/settings');
    await button('Add a quality');
    await fill('Name', 'Export');
    await reviewed();
    await made();
    await page.act('[aria-label="All qualities"] tbody tr', 'Take out of use');
    expect(await browser.text('dialog[open] .changes')).toContain('out of use');
    await made();
    expect((await read()).qualities).toEqual([{ key: 'export', name: 'Export', status: 'inactive' }]);
    await button('Undo the last change');
    await browser.text('dialog[open] .changes');
    await made();
    expect((await read()).qualities[0].status).toBe('active');
  });

  it('adds a container, and takes its limit away', async () => {
    await button('Add a container');
    await fill('Name', 'Crate');
    await fill('Unit', 'kg');
    await fill('Units of a full one', '35.5');
    await fill('Most that one holds', '40');
    expect(await reviewed()).toContain('35.5');
    await made();
    await page.act('[aria-label="All containers"] tbody tr', 'Change');
    await fill('Most that one holds', '');
    expect(await reviewed()).toMatch(/Most that one holds\s+40\s*→\s*none/);
    await made();
    expect((await read()).containers).toEqual([
      {
        ...{ key: 'crate', name: 'Crate', unit: 'kg', units: 35.5, tare: null, min: null, max: null },
        status: 'active',
      },
    ]);
  });

  it('adds options of workers and a pay policy', async () => {
    await button('Add an option');
    await fill('Option', 'harvester');
    await reviewed();
    await made();
    // The others that workers need, and the state of who has left.
    await button('Add the usual ones');
    expect(await browser.text('dialog[open] .changes')).toContain('seasonal');
    await made();
    expect((await read()).workerOptions).toEqual({
      ...{ position: ['harvester'], employment_type: ['seasonal'] },
      ...{ status: ['active', 'inactive'], group: [] },
    });
    expect(await browser.text('[aria-labelledby="worker-options"]')).not.toContain('usual');
    await button('Add a pay policy');
    await fill('Minimum wage', '2800');
    expect(await reviewed()).toMatch(/Workweek starts on\s+Monday/);
    expect(await browser.text('[data-testid="last-week"]')).toContain('Nobody worked last week');
    await made();
    const [policy] = (await read()).payPolicies;
    expect(policy).toMatchObject({ minimumWage: { amount: 2800, per: 'hour' }, overtime: null });
    // It begins early enough for a run over the last days.
    const today = await browser.value<string>('new Date().toISOString().slice(0, 10)');
    expect(policy.validFrom).toMatch(/-01$/);
    expect(Date.parse(today) - Date.parse(policy.validFrom)).toBeGreaterThan(25 * 86_400_000);
  });

  it('adds a price of a quality and changes it, and adds a rate of a position', async () => {
    await button('Add a price');
    await page.set(await field('Valid from'), '2026-01-01');
    await fill('Unit', 'kg');
    await fill('Price', '0.46');
    await page.set(await field('Quality'), 'export');
    expect(await reviewed()).toMatch(/Quality\s+export/);
    await made();
    await page.act('[aria-label="All prices"] tbody tr', 'Change');
    await fill('Price', '0.5');
    expect(await reviewed()).toMatch(/Price\s+0.46\s*→\s*0.5/);
    await made();
    const prices = [{ validFrom: '2026-01-01', unit: 'kg', quality: 'export', crop: null, price: 0.5 }];
    expect((await read()).prices).toMatchObject(prices);
    await button('Add a rate');
    await page.set(await field('Position'), 'harvester');
    await fill('Rate per hour', '3200');
    await reviewed();
    await made();
    expect((await read()).payRates).toMatchObject([{ position: 'harvester', hourlyRate: 3200 }]);
  });

  it('invites a person, who may then sign in, and withdraws another invitation', async () => {
    for (const name of ['Eva', 'Tom']) {
      await button('Invite a person');
      await fill('Name', name);
      await fill('E-mail', `${name.toLowerCase()}@empty.example`);
      expect(await reviewed()).toContain('invited');
      await made();
    }
    await page.act(await rowOf('Tom'), 'Withdraw the invitation');
    await browser.text('dialog[open] .changes');
    await made();
    const standing = (await read()).users.map(({ name, status }: Json) => [name, status]);
    expect(standing).toEqual(
      expect.arrayContaining([
        ['ada', 'active'],
        ['Eva', 'invited'],
        ['Tom', 'inactive'],
      ]),
    );
  });

  it('keeps the last admin, and says so', async () => {
    await page.act(await rowOf('ada'), 'Take access away');
    expect(await browser.text('dialog[open] [role="alert"]')).toContain('Nobody would be left');
    await browser.press('Escape');
  });

  it('refuses a change of a farm that somebody else has changed meanwhile, and reads it again', async () => {
    await page.open('/settings');
    await button('Add a quality');
    await fill('Name', 'Local');
    await admin.patch(FARM, { company: { name: 'Changed elsewhere' } });
    await browser.click('dialog[open] form button[type="submit"]');
    expect(await browser.text('dialog[open] [role="alert"]')).toContain('Somebody else has changed');
    await browser.click('dialog[open] .review .primary');
    expect(await browser.text('dialog[open] .changes')).toContain('Local');
    await made();
    expect((await read()).company.name).toBe('Changed elsewhere');
  });

  firstFarmInABrowser(() => ({ admin, browser, page }));

  it.each([
    ['on a phone in the sun', 'en', PHONE, false],
    ['at a desk at night', 'es', DESK, true],
  ])('has no flaw that axe finds %s, with a sector open', async (_, language, width, isDark) => {
    await browser.look({ width, isDark });
    // Refusals, and a broken file, whose parser shows it in a page of its own.
    const before = browser.errors.length;
    await page.open('/settings', language);
    expect(await page.flaws()).toEqual([]);
    await browser.click('.land .card > button');
    await browser.text('dialog[open] .tools');
    expect(await page.flaws()).toEqual([]);
    expect(browser.errors.slice(before)).toEqual([]);
  });
});
