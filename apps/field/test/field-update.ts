import { expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import type { Stage } from './stage.ts';

/** The last test, because the page may be replaced at any time after it. */
export function fieldUpdate(stage: () => Stage): void {
  it('takes a new version when nothing is being recorded, and not while the camera takes the photo of a form', async () => {
    const { page, browser } = stage();
    await page.open('/forms');
    await page.press('Scouting', 'main');
    await browser.text('[aria-label="Trees seen"]');
    // The same files by another address are another version to a browser.
    const asked = await browser.value<unknown[]>(`(async () => {
      window.isOldPage = true;
      const next = await navigator.serviceWorker.register('/field/sw.js?next', { scope: '/field/' });
      const waiting = await new Promise((done) => {
        const look = () => (next.waiting ? done(next.waiting) : setTimeout(look, 50));
        look();
      });
      const asked = [];
      waiting.postMessage = (message) => asked.push(message);
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
      delete waiting.postMessage;
      return asked;
    })()`);
    expect(asked).toEqual([]);
    await page.press('Delete', '.thumb');
    await page.press('Yes, delete', '.thumb');
    await page.waitFor('/forms');
    await until('the list of forms stands', async () => !(await page.text()).includes('Trees seen'));
    await browser.value(`document.dispatchEvent(new Event('visibilitychange'))`);
    await until('the page is a new one', () =>
      browser.value<boolean>('window.isOldPage === undefined').catch(() => false),
    );
    await page.waitFor('/forms');
  });
}
