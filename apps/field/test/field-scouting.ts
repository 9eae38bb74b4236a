import { expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { FieldPage } from '@furrow/testbed/browser';
import { SESSIONS } from '@furrow/testbed/farms';
import { ConsolePage, type Json, phoneFlaws } from '@furrow/testbed/system';
import { documentOf, type Stage } from './stage.ts';

const SCOUTING = {
  ...{ key: 'scout', name: 'Scouting', type: 'monitoring', access: { roles: ['supervisor'] } },
  fields: [
    { name: 'trees', label: 'Trees seen', type: 'number', required: true, constraint: '. <= 100' },
    { name: 'ill', label: 'Any ill', type: 'boolean' },
    { name: 'note', label: 'What it looks like', type: 'text', relevant: "${ill} = 'true'" },
  ],
};

/** What is recorded beside the harvest, and the second way to the office. */
export function fieldScouting(stage: () => Stage): void {
  it('keeps a form that is begun when the tab is killed, and asks as its conditions say', async () => {
    const { farm } = stage();
    const declared = await farm.as('ada').patch('/api/control/farm', { forms: [SCOUTING] });
    expect([declared.status, declared.text]).toEqual([200, expect.any(String)]);
    await stage().page.open('/forms');
    await stage().page.press('Scouting', 'main');
    await stage().browser.setOffline(true);
    const { page } = stage();
    await page.set('main select', farm.ids.sectors['north/n3']!);
    await page.set('[aria-label="Trees seen"]', '101');
    await page.press('Save');
    await page.waitForText('Something is missing or wrong');
    await page.set('[aria-label="Trees seen"]', '12');
    expect(await page.text()).not.toContain('What it looks like');
    await page.press('Yes', '.options');
    await page.set('[aria-label="What it looks like"]', 'Brown leaves');
    await until('the draft is stored', async () => {
      const names = await stage().browser.value<string[]>(draftsOf(stage()));
      return names.some((text) => text.includes('Brown leaves'));
    });
    await stage().killTab({ isOffline: true });
    const again = stage().page;
    await again.go('/forms');
    await again.waitForText('begun on this phone');
    await again.press('Scouting', 'main');
    await again.press('Save, and the next');
    await until('the next one is empty', () =>
      stage().browser.value<boolean>(`document.querySelector('[aria-label="Trees seen"]')?.value === ''`),
    );
    // The next one begins in the same sector.
    await again.set('[aria-label="Trees seen"]', '7');
    await again.press('Save', '.thumb');
    await stage().browser.setOffline(false);
    await again.waitForNumber('on-phone', 0);
    const { data } = await farm.as('ada').get(`/api/control/forms/${declared.data.ids.forms.scout}/records`);
    expect(data).toHaveLength(2);
    for (const record of data as Json[]) expect(JSON.stringify(record)).toContain('Sector n3');
  });

  it('hands unsent records over as a file, which the console takes, and counts them once', async () => {
    const { farm, system, workers } = stage();
    await stage().browser.prepend(`{
      const create = URL.createObjectURL;
      URL.createObjectURL = (blob) => ((window.handedOver = blob), create(blob));
    }`);
    const { page, browser } = stage();
    await page.open('/count');
    await browser.setOffline(true);
    const before = await page.number('session-total');
    for (let i = 1; i <= 3; i++) {
      await page.scan(workers[2].worker_id);
      await page.waitForNumber('session-total', before + i);
    }
    await page.go('/unsent');
    await page.press('Hand over as a file');
    const file = await until('there is a file', () =>
      browser.value<{ name: string; text: string } | undefined>(
        'window.handedOver?.text().then((text) => ({ name: window.handedOver.name, text }))',
      ),
    );
    expect(file.name).toMatch(/^furrow-outbox-.*\.json$/);
    const units = async () => {
      const [session] = (await farm.as('ana').get(SESSIONS)).data as Json[];
      return session.totals.validUnits as number;
    };
    const inOffice = await units();

    // The office's computer, where the same user is signed in.
    const desk = await browser.newTab();
    const console = new ConsolePage(desk, system.url);
    await desk.look({ width: 1_280, isDark: false });
    await console.open('/today');
    await desk.value(`{
      const files = new DataTransfer();
      files.items.add(new File([${JSON.stringify(file.text)}], ${JSON.stringify(file.name)}));
      const input = document.querySelector('input[type="file"][accept*="json"]');
      input.files = files.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    }`);
    await until('the office has the records', async () => (await units()) === inOffice + 3);
    await desk.closeTab();

    await browser.setOffline(false);
    await page.waitForNumber('on-phone', 0);
    expect(await units()).toBe(inOffice + 3);
    await page.go('/day-end');
    await page.waitForText('Phone and office agree');
  });

  it('records a treatment, and several users share the phone', async () => {
    const { farm, system, browser } = stage();
    const page = new FieldPage(browser, system.url);
    await page.signIn(farm.idpId('gus'), '/treatments');
    await until('the phone knows the sectors', () => documentOf(stage(), 'gus', 'office/projects'));
    expect(await phoneFlaws(browser)).toEqual([]);
    await browser.setOffline(true);
    await page.set('main select', farm.ids.sectors['north/n4']!);
    await page.set('[name="product"]', 'Sulphur');
    await page.set('[name="dose"]', '2,5');
    await page.set('[name="preHarvestDays"]', '3');
    await page.press('Save', 'form');
    await page.waitForText('Stored on this phone.');
    await page.waitForNumber('on-phone', 1);
    await browser.setOffline(false);
    await page.waitForNumber('on-phone', 0);
    const { data } = await farm.as('gus').get('/api/control/treatments');
    expect((data as Json[])[0]).toMatchObject({ product: 'Sulphur', dose: 2.5, preHarvestDays: 3 });
    // The office says late who has signed in; meanwhile nobody else goes on.
    await browser.prepend(`{
      const { fetch } = window;
      window.fetch = async (request, ...rest) => {
        const isLate = sessionStorage.getItem('furrow-signing-in') && String(request.url).endsWith('/api/console/session');
        if (isLate) await new Promise((done) => setTimeout(done, 5_000));
        return fetch(request, ...rest);
      };
    }`);
    await browser.value(`fetch('/api/console/sign-out', { method: 'POST' }).then(() => true)`);
    await browser.goTo(`${system.url}/field/count?lang=en`);
    await page.press('Sign in');
    await browser.click(`form[action*="${encodeURIComponent(farm.idpId('ana'))}"] button`);
    await page.waitFor('/count');
    expect(
      await browser.value(`document.querySelector('.user-menu summary').getAttribute('aria-label')`),
    ).toContain('ana of acme');
    expect(await page.text()).not.toContain('Treatments');
  });
}

/** The drafts of forms on the phone, as text. */
const draftsOf = ({ farm }: Stage) => `new Promise((done) => {
  const opening = indexedDB.open('furrow-field-${farm.ids.users[farm.idpId('ana')]}');
  opening.onsuccess = () => {
    const drafts = IDBKeyRange.bound('draft/', 'draft/\\uffff');
    const asking = opening.result.transaction('documents').objectStore('documents').getAll(drafts);
    asking.onsuccess = () => (opening.result.close(), done(asking.result.map((one) => JSON.stringify(one))));
  };
})`;
