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

/** Neighbours that are built alike, such as rows of a table, have the same flaws: so many of them are examined. */
const EXAMINED_OF_A_KIND = 3;

/** The elements that resemble enough of their neighbours, but not what has the focus, which a hidden element loses. */
const RESEMBLING = `() => {
  const ofEachOne = /^(?:id|for|href|src|title|name|value|datetime|aria-(?:label|labelledby|describedby|controls)|[dxyr]|[xy][12]|c[xy]|width|height|points|transform)$/;
  const known = new Map();
  const kind = (one) => {
    if (!known.has(one)) {
      const attributes = [...one.attributes].map(({ name, value }) => [name, ofEachOne.test(name) ? value.trim() !== '' : value]);
      const hasText = [...one.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== '');
      known.set(one, JSON.stringify([one.tagName, attributes, hasText]) + [...one.children].map(kind));
    }
    return known.get(one);
  };
  const resembling = [];
  const walk = (parent) => {
    const counts = new Map();
    for (const one of parent.children) {
      const count = (counts.get(kind(one)) ?? 0) + 1;
      counts.set(kind(one), count);
      if (count <= ${EXAMINED_OF_A_KIND} || one.contains(document.activeElement)) walk(one);
      else resembling.push(one);
    }
  };
  walk(document.body);
  return resembling;
}`;

/** What axe finds on the page, in words. @param options of `axe.run` */
export async function violationsOn(browser: Browser, options: object = {}): Promise<string[]> {
  if (!browsersWithAxe.has(browser)) {
    await browser.prepend(AXE);
    await browser.value(`${AXE}; true`);
    browsersWithAxe.add(browser);
  }
  // It would request every style again, for a rule that it does not apply by itself.
  const preload = { assets: ['media'] };
  // Invisible, elements keep their places, and so the flaws of others.
  return browser.value<string[]>(`(async () => {
    if (window.axe === undefined) loadAxe();
    const resembling = (${RESEMBLING})().filter(({ style }) => style.visibility === '');
    for (const { style } of resembling) style.visibility = 'hidden';
    try {
      const { violations } = await axe.run(document, ${JSON.stringify({ resultTypes: ['violations'], preload, ...options })});
      return violations.map(({ id, help, nodes }) => id + ': ' + help + ' '
        + nodes.slice(0, 3).map(({ target, failureSummary }) => target + ' ' + failureSummary).join(' | '));
    } finally {
      for (const { style } of resembling) style.visibility = '';
    }
  })()`);
}
