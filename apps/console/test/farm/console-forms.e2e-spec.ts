import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { workbookOf } from '@furrow/spreadsheet/testing';
import { describeIf, until } from '@furrow/testbed';
import { Browser, isChromiumHere } from '@furrow/testbed/browser';
import { aFarmWithForms, aFormRecord, FORM_RECORD, FORMS, type ProvisionedFarm } from '@furrow/testbed/farms';
import { ConsolePage, type Json, System } from '@furrow/testbed/system';

const DIALOG = 'dialog[open]';

let system: System;
let farm: ProvisionedFarm;
let browser: Browser;
let page: ConsolePage;

const SURVEY = [
  [
    'type',
    'name',
    'label',
    'label::Español (es)',
    'required',
    'relevant',
    'constraint',
    'constraint_message',
  ],
  ['integer', 'trees', 'Trees seen', 'Árboles vistos', 'yes', null, '. > 0', 'At least one tree'],
  ['text', 'which', 'Which trees', 'Cuáles árboles', null, '${trees} > 5', null, null],
];
const aWorkbook = (survey: (string | null)[][]) =>
  workbookOf([
    { name: 'survey', rows: survey },
    {
      name: 'settings',
      rows: [
        ['form_title', 'form_id'],
        ['Round', 'round'],
      ],
    },
  ]);

/** Chooses a file as a person does in the dialog of the browser. */
const choose = (bytes: Buffer) =>
  browser.value(`(() => {
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), (each) => each.charCodeAt(0));
    const chosen = new DataTransfer();
    chosen.items.add(new File([bytes], 'round.xlsx'));
    const input = document.querySelector('input[type="file"]');
    input.files = chosen.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  })()`);
const shown = (selector: string) =>
  browser.value<string[]>(
    `[...document.querySelectorAll('${selector}')].map(({ innerText }) => innerText.trim())`,
  );
/** What a dialog says of the item that will change, and of its members. */
const item = async () => (await browser.text(`${DIALOG} .changes p`)).replace(/\s+/g, ' ');
const members = async () =>
  (await shown(`${DIALOG} .changes dl > div`)).map((each) => each.replace(/\s+/g, ' '));
/** Makes the change that a dialog shows, which closes it. */
async function confirm(): Promise<void> {
  await browser.click(`${DIALOG} .review .primary`);
  await until('the dialog is closed', async () => (await page.count(DIALOG)) === 0);
}
const storedForm = async (key: string): Promise<Json> =>
  (await farm.as('ada').get('/api/control/farm')).data.forms.find((form: Json) => form['key'] === key);

describeIf(isChromiumHere(), 'chromium', 'the screen Forms', () => {
  beforeAll(async () => {
    system = await System.shared();
    farm = await system.provision(aFarmWithForms('console-forms'));
    browser = await Browser.open();
    page = new ConsolePage(browser, system.url);
    await page.signIn(farm.idpId('ada'), '/forms');
  });
  afterAll(async () => {
    await browser?.close();
  });

  it('lists the forms', async () => {
    expect((await shown('[aria-label="Forms"] tbody td:first-child')).toSorted()).toEqual([
      'Form audit',
      'Form bens',
      'Form scout',
      'Form spray',
    ]);
    expect(await page.flaws()).toEqual([]);
  });

  it('names every place of an XLSForm that has no counterpart', async () => {
    await browser.click('main details > summary');
    await choose(aWorkbook([...SURVEY, ['calculate', 'sum', null], ['begin repeat', 'trap', null]]));
    await browser.click('main details button[type="submit"]');
    await browser.text('[aria-label="What a form does not have"]');
    expect(await shown('[aria-label="What a form does not have"] tbody td:nth-child(2)')).toEqual([
      '4',
      '5',
      '5',
    ]);
    await browser.press('Escape');
  });

  it('shows what an XLSForm would change, and changes nothing before that is confirmed', async () => {
    await choose(aWorkbook(SURVEY));
    await browser.click('main details button[type="submit"]');
    expect(await item()).toBe('Form Round new');
    expect((await members()).join('\n')).toMatch(/^Trees seen .*must be \. > 0$/m);
    expect(await page.flaws()).toEqual([]);
    expect(await storedForm('round')).toBeUndefined();
    await confirm();
    await until('the form is made', async () => (await storedForm('round')) !== undefined);
    expect(await browser.value(`document.querySelector('main details a')?.pathname`)).toBe(
      '/console/forms/round',
    );
    await until('the list has it', async () => (await shown('[aria-label="Forms"] td a')).includes('Round'));
  });

  it('takes back the last change', async () => {
    await browser.click('.notice[role="status"] button');
    expect(await item()).toBe('Form Round out of use');
    await confirm();
    await until('it is out of use', async () => (await storedForm('round')).status === 'inactive');
    await choose(aWorkbook(SURVEY));
    await browser.click('main details button[type="submit"]');
    expect(await item()).toBe('Form Round changed');
    expect(await members()).toEqual(['Status out of use → in use']);
    await confirm();
    await until('it is in use again', async () => (await storedForm('round')).status === 'active');
  });

  it('shows a form as a phone does: what is asked, what is refused, and in its languages', async () => {
    await page.open('/forms/round');
    const asked = () => shown('.phone .asked');
    expect(await asked()).toEqual(['Trees seen *']);
    await page.fill('.phone input', '0');
    expect(await browser.text('.phone .notice')).toBe('At least one tree');
    await page.fill('.phone input', '6');
    await until('the second field is asked', async () => (await asked()).length === 2);
    expect(await shown('.phone .notice')).toEqual([]);
    await page.set('.filters select', 'es');
    await until('it is in Spanish', async () => (await asked())[0] === 'Árboles vistos *');
    expect(await page.flaws()).toEqual([]);
  });

  it('changes fields and their order after their differences were shown', async () => {
    await page.act('ol.fields > li:first-child', 'Move down');
    await browser.click('main form button[type="submit"]');
    // The condition of the first field refers to the second one now.
    expect(await browser.text(`${DIALOG} .notice.bad`)).toContain('no field before this one');
    await browser.press('Escape');
    await page.act('ol.fields > li:first-child', 'Edit');
    await page.fill(`${DIALOG} input[placeholder^="$"]`, ' ');
    await browser.click(`${DIALOG} button[type="submit"]`);
    await browser.click('main form button[type="submit"]');
    expect(await item()).toBe('Form Round changed');
    expect(await members()).toEqual([
      'Fields trees, which → which, trees',
      'which: Asked if ${trees} > 5 → none',
    ]);
    await confirm();
    await until('the form is changed', async () => (await storedForm('round')).fields[0].name === 'which');
    await browser.text('main h1');
    await until('its version is shown', async () => (await browser.text('.heading')).includes('Version 2'));
  });

  it('shows the records of a form', async () => {
    const forms = (await farm.as('ada').get(FORMS)).data as Json[];
    const { formId } = forms.find(({ key }) => key === 'round');
    await farm
      .as('ada')
      .post(FORM_RECORD, aFormRecord(formId, { values: { trees: 7, which: 'the old ones' } }));
    await page.open('/forms/round');
    await browser.text('[aria-label="Records of Round"] tbody td');
    const cells = await shown('[aria-label="Records of Round"] tbody td');
    expect(cells.slice(-2)).toEqual(['the old ones', '7']);
    expect((await page.files()).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await page.flaws()).toEqual([]);
  });

  it('lets others read the forms that they may see', async () => {
    await page.signIn(farm.idpId('ana'), '/forms');
    expect(await page.count('main details')).toBe(0);
    await page.open('/forms/scout');
    expect(await page.count('ol.fields > li')).toBeGreaterThan(5);
    expect(await page.count('main form, ol.fields .row-menu')).toBe(0);
  });
});
