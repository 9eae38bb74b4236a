import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from '../browser/browser.ts';

/**
 * axe examines a page for flaws in accessibility. Its script is half a megabyte: a browser gets it once, and a page that
 * is examined calls it.
 */
const AXE = `window.loadAxe = function () {
  ${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
}`;
const browsersWithAxe = new WeakSet<Browser>();

/** Rows, items and marks after the first dozen, which have the same flaws as these. */
const MORE_OF_A_KIND = ['tbody > tr', 'li', 'svg > *', 'svg > g > *'].map((one) => `${one}:nth-child(n+13)`);

/** What axe finds on the page, in words. @param options of `axe.run` */
export async function violationsOn(browser: Browser, options: object = {}): Promise<string[]> {
  if (!browsersWithAxe.has(browser)) {
    await browser.prepend(AXE);
    await browser.value(`${AXE}; true`);
    browsersWithAxe.add(browser);
  }
  // It would request every style again, for a rule that it does not apply by itself.
  const preload = { assets: ['media'] };
  return browser.value<string[]>(`(async () => {
    if (window.axe === undefined) loadAxe();
    const { violations } = await axe.run(
      ${JSON.stringify({ exclude: MORE_OF_A_KIND })},
      ${JSON.stringify({ resultTypes: ['violations'], preload, ...options })},
    );
    return violations.map(({ id, help, nodes }) => id + ': ' + help + ' '
      + nodes.slice(0, 3).map(({ target, failureSummary }) => target + ' ' + failureSummary).join(' | '));
  })()`);
}
