import { expect, it } from '@jest/globals';
import { NOBODY, putUnsent, type SessionEndStage } from './stage.ts';
import { until } from '@furrow/testbed';

/** Two tabs of one browser, and signing out. */
export function tabsInABrowser(stage: () => SessionEndStage): void {
  it('is told to other tabs by signing out, which deletes what is stored', async () => {
    const { farm, newTab, page, payRunId, showsNothing } = stage();
    await page.signIn(farm.idpId('ada'), `/pay/${payRunId}`);
    await until('the run is stored', async () => (await page.keptAnswers()).includes('"statements"'));
    const other = await newTab();
    await other.open('/today');
    await other.browser.click('.account summary');
    await other.browser.click('.account .panel button');
    await other.browser.text('main.entrance .people');
    await showsNothing();
    expect(await page.keptAnswers()).toBe('[]');
    await until('the page is left', () => other.browser.value<boolean>(`location.pathname === '/console/'`));
  });

  it('is asked about if not everything is sent, which signing out would delete', async () => {
    const { browser, farm, page, session } = stage();
    await page.signIn(farm.idpId('ana'));
    const userId = farm.ids.users[farm.idpId('ana')]!;
    await putUnsent(browser, userId, farm.recordBody(session.sessionId, NOBODY, { units: 1 }));
    await browser.click('.account summary');
    await browser.click('.account .panel button');
    expect(await browser.text('.popover [role="alert"]')).toContain('1 item on this device');
    expect(await page.outbox(userId)).toContain(NOBODY);
    await browser.click('.account .panel button');
    await until('the page is left', () => browser.value<boolean>(`location.pathname === '/console/'`));
    expect(await page.outbox(userId)).toBe('[]');
  });

  it('ends also in the tab that shows a user whom another tab has replaced', async () => {
    const { browser, farm, newTab, page, payRunId } = stage();
    await page.signIn(farm.idpId('ada'), `/pay/${payRunId}`);
    // The tab hears nothing from the other one.
    await browser.value(`BroadcastChannel.prototype.postMessage = () => undefined`);
    const other = await newTab();
    await other.browser.prepend(`BroadcastChannel.prototype.postMessage = () => undefined`);
    await other.signIn(farm.idpId('ana'));
    // No answer of hers reaches the page that shows somebody else.
    await browser.click('[aria-label="Worker by worker"] tbody a');
    await browser.text('main.entrance .people');
    expect(await page.count('data, .menu, .account')).toBe(0);
    // It was not the end of her session.
    await other.open('/scouting');
    expect(await other.browser.text('.account-name')).toBe('ana of clara');
    await until('her answers are stored', async () => (await page.keptAnswers()).includes('Vega Alta'));
    // As the page does when it comes back from the back-forward cache.
    await browser.value(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
    await until('it is hers', async () => (await browser.text('.account-name')) === 'ana of clara');
    expect(await browser.text('.state p')).toContain('not for your role');
  });

  it('follows another tab to its user, and drops what is on its way to the former', async () => {
    const { browser, farm, newTab, page, system } = stage();
    await browser.prepend(`if (sessionStorage.getItem('held')) {
      const { fetch } = window;
      window.fetch = async (request, ...rest) => {
        const answer = await fetch(request, ...rest);
        if (new URL(request.url ?? request, location).pathname === '/api/control/pay-runs') {
          window.isHeld = true;
          while (sessionStorage.getItem('held')) await new Promise((done) => setTimeout(done, 10));
          window.isHeld = false;
        }
        return answer;
      };
    }`);
    await page.signIn(farm.idpId('ada'));
    await browser.value(`sessionStorage.setItem('held', 'yes')`);
    await browser.goTo(`${system.url}/console/pay?lang=en`);
    await until('the answer is on its way', () => browser.value<boolean>('window.isHeld === true'));
    const other = await newTab();
    await other.signIn(farm.idpId('ana'));
    await until('it follows', async () => (await browser.text('.account-name')) === 'ana of clara');
    await browser.value(`sessionStorage.removeItem('held')`);
    await until('the answer has arrived', () => browser.value<boolean>('window.isHeld === false'));
    await browser.click('.menu a[href$="/scouting"]');
    await until('her answers are stored', async () => (await page.keptAnswers()).includes('Vega Alta'));
    expect(await page.keptAnswers()).not.toContain('payRunId');
  });
}
