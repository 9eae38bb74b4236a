import { expect, it } from '@jest/globals';
import { workbookOf } from '@furrow/spreadsheet/testing';
import { until } from '@furrow/testbed';
import { type Browser, FieldPage } from '@furrow/testbed/browser';
import type { Client, ConsolePage, Json } from '@furrow/testbed/system';
import { DESK } from '../console-looks.ts';

interface Stage {
  readonly admin: Client;
  readonly browser: Browser;
  readonly page: ConsolePage;
}

const SURVEY = [
  ['type', 'name', 'label', 'required'],
  ['integer', 'trees', 'Trees seen', 'yes'],
  ['select_one pests', 'pest', 'Which pest', null],
];
const XLSFORM = workbookOf([
  { name: 'survey', rows: SURVEY },
  {
    name: 'choices',
    rows: [
      ['list_name', 'name', 'label'],
      ['pests', 'moth', 'Grapevine moth'],
      ['pests', 'mite', 'Spider mite'],
    ],
  },
  {
    name: 'settings',
    rows: [
      ['form_title', 'form_id'],
      ['Scouting', 'scouting'],
    ],
  },
]);

/**
 * The rest of docs/first-farm.md, in the browser alone, by the first admin of a company: its project, sector, options of
 * workers and pay policy were made on the screen Settings.
 */
export function firstFarmInABrowser(stage: () => Stage): void {
  let worker: Json;
  const button = (text: string, within = 'main') =>
    until(`there is ${text}`, () =>
      stage().browser.value<boolean>(`{
        const found = [...document.querySelectorAll('${within} button')].find(({ innerText, disabled }) => !disabled && innerText.trim() === ${JSON.stringify(text)});
        found?.click();
        found !== undefined
      }`),
    );
  const closed = () => until('the dialog is closed', async () => (await stage().page.count('dialog')) === 0);

  it('registers the first worker', async () => {
    const { admin, browser, page } = stage();
    await browser.look({ width: DESK, isDark: false });
    await page.open('/workers');
    await button('New worker');
    await page.fill('dialog[open] [name="first_name"]', 'Lucía');
    await page.fill('dialog[open] [name="last_name"]', 'Vega');
    await browser.click('dialog[open] button[type="submit"]');
    await closed();
    const workers: Json[] = (await admin.get('/api/control/workers?q=vega')).data;
    expect(workers).toMatchObject([
      { full_name: 'Lucía Vega', position: 'harvester', employment_type: 'seasonal', status: 'active' },
    ]);
    [worker] = workers as [Json];
  });

  it('counts the first record on a phone', async () => {
    const { admin, browser, page } = stage();
    const phone = new FieldPage(browser, page.url);
    await browser.look({ width: 360, height: 740, isDark: false });
    await phone.open('/count');
    await phone.press('Vega 1');
    await phone.waitForNumber('session-total', 0);
    await phone.press('Somebody else');
    await phone.press('Lucía Vega', 'main');
    await phone.waitForNumber('session-total', 1);
    await phone.waitForNumber('on-phone', 0);
    const [session] = (await admin.get('/api/control/production/sessions')).data;
    expect(session).toMatchObject({ sector_name: 'Vega 1', totals: { validUnits: 1, recordCount: 1 } });
  });

  it('makes a scouting form of an XLSForm', async () => {
    const { admin, browser, page } = stage();
    await browser.look({ width: DESK, isDark: false });
    await page.open('/forms');
    await browser.click('main details > summary');
    await browser.value(`{
      const files = new DataTransfer();
      const bytes = Uint8Array.from(atob('${XLSFORM.toString('base64')}'), (each) => each.charCodeAt(0));
      files.items.add(new File([bytes], 'scouting.xlsx'));
      const input = document.querySelector('details input[type="file"]');
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
    await browser.click('main details button[type="submit"]');
    expect(await browser.text('dialog[open] .changes')).toContain('Scouting');
    await browser.click('dialog[open] .review .primary');
    await closed();
    const { forms } = (await admin.get('/api/control/farm')).data;
    expect(forms).toMatchObject([
      { key: 'scouting', fields: [{ name: 'trees' }, { name: 'pest', options: ['moth', 'mite'] }] },
    ]);
  });

  it('drafts the first pay, with the record', async () => {
    const { admin, browser, page } = stage();
    await page.open('/pay');
    await button('Calculate pay');
    await browser.text('[aria-label="Worker by worker"] tbody a');
    expect(await browser.text('[aria-label="Worker by worker"] tbody')).toContain('Lucía Vega');
    const [run] = (await admin.get('/api/control/pay-runs')).data;
    const { statements } = (await admin.get(`/api/control/pay-runs/${run.payRunId}`)).data;
    expect([run.currency, statements]).toMatchObject(['CLP', [{ workerId: worker.id, units: 1 }]]);
  });
}
