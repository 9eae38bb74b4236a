import { expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import { type Browser } from '@furrow/testbed/browser';
import { type ProvisionedFarm, SESSIONS } from '@furrow/testbed/farms';
import type { ConsolePage, Json } from '@furrow/testbed/system';
import { DESK, PHONE } from './console-looks.ts';

interface Stage {
  readonly farm: ProvisionedFarm;
  readonly page: ConsolePage;
  readonly session: Json;
}

/** More stops than there are on the way to anything that is walked to. */
const STOPS = 60;

const isFocused = (browser: Browser, selector: string) =>
  browser.value<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`);

/** Presses Tab until an element has the focus. */
async function tabTo(browser: Browser, selector: string): Promise<void> {
  for (let i = 0; i < STOPS; i++) {
    await browser.press('Tab');
    if (await isFocused(browser, selector)) return;
  }
  throw new Error(`Tab does not lead to ${selector}.`);
}

/** The console without a pointer, as a supervisor. */
export function keyboardInABrowser(stage: () => Stage): void {
  it('offers to skip the menu first, and continues in the content', async () => {
    const { farm, page } = stage();
    const { browser } = page;
    await browser.look({ width: DESK, isDark: false });
    await page.signIn(farm.idpId('ana'));
    await browser.press('Tab');
    expect(await isFocused(browser, '.skip')).toBe(true);
    expect(
      await browser.value(`document.querySelector('.skip').getBoundingClientRect().top`),
    ).toBeGreaterThan(0);
    await browser.enter('');
    await until('the content has the focus', () => isFocused(browser, 'main'));
    await browser.press('Tab');
    expect(await isFocused(browser, 'main *')).toBe(true);
  });

  it('goes to another screen from the menu, and moves the focus to it', async () => {
    const { browser } = stage().page;
    await stage().page.open('/today');
    await tabTo(browser, '.menu a[href$="/climate"]');
    await browser.enter('');
    await until('the screen has the focus', () => isFocused(browser, 'main'));
    expect(await browser.value('location.pathname')).toBe('/console/climate');
  });

  it('opens the menu of the account, and closes it by Escape', async () => {
    const { page } = stage();
    const { browser } = page;
    await page.open('/today');
    const isOpen = () => browser.value<boolean>(`document.querySelector('.account').open`);
    await tabTo(browser, '.account summary');
    await browser.enter('');
    await until('it is open', isOpen);
    await browser.press('Tab');
    expect(await isFocused(browser, '.account select')).toBe(true);
    await browser.press('Escape');
    await until('it is closed', async () => !(await isOpen()));
    expect(await isFocused(browser, '.account summary')).toBe(true);
  });

  it('keeps what has the focus in sight, also above the menu of a phone', async () => {
    const { page, session } = stage();
    const { browser } = page;
    await browser.look({ width: PHONE, isDark: false });
    await page.open(`/sessions/${session.sessionId}`);
    const unseen: string[] = [];
    let below = 0;
    for (let i = 0; i < STOPS; i++) {
      await browser.press('Tab');
      const { what, isSeen, isScrolledTo } = await browser.value<Json>(`{
        const focused = document.activeElement;
        const { top, bottom } = focused.getBoundingClientRect();
        const menu = document.querySelector('.menu');
        const floor = menu.contains(focused) ? innerHeight : menu.getBoundingClientRect().top;
        const isHigh = bottom - top > floor;
        ({
          what: focused.outerHTML.slice(0, 120) + ' ' + top + '–' + bottom + ' of ' + floor,
          isSeen: isHigh || (top >= 0 && bottom <= floor),
          isScrolledTo: scrollY > 0,
        })
      }`);
      if (isScrolledTo) below++;
      if (!isSeen) unseen.push(what);
    }
    expect(unseen).toEqual([]);
    expect(below).toBeGreaterThan(STOPS / 3);
    await browser.look({ width: DESK, isDark: false });
  });

  it('opens a session, extends it and closes it with a note, by keyboard alone', async () => {
    const { farm, page } = stage();
    const { browser } = page;
    const all = async (): Promise<Json[]> => (await farm.as('ana').get(`${SESSIONS}?pageSize=100`)).body.data;
    const known = new Set((await all()).map(({ sessionId }) => sessionId));
    await page.open('/today');
    await tabTo(browser, '.open-session summary');
    await browser.enter('');
    await tabTo(browser, '.open-session select');
    await tabTo(browser, '.open-session button[type="submit"]');
    await browser.enter('');
    const opened = await until('it is open', async () =>
      (await all()).find(({ sessionId }) => !known.has(sessionId)),
    );
    const read = async () => (await farm.as('ana').get(`${SESSIONS}/${opened.sessionId}`)).data;

    const card = `[aria-labelledby="session-${opened.sessionId}"]`;
    await browser.text(`${card} .actions`);
    await tabTo(browser, `${card} .actions > button`);
    await browser.enter('');
    await until(
      'it may last an hour longer',
      async () => (await read()).maxDurationHours === Number(opened.maxDurationHours) + 1,
    );

    await tabTo(browser, `${card} .actions summary`);
    await browser.enter('');
    await tabTo(browser, `${card} textarea`);
    await browser.type('The bins are full');
    await tabTo(browser, `${card} .actions button[type="submit"]`);
    await browser.enter('');
    const closed = await until('it is closed', async () => {
      const session = await read();
      return session.status === 'closed' && session;
    });
    expect(closed).toMatchObject({ finalNotes: 'The bins are full', closedReason: 'manual' });
  });
}
