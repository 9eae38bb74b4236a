import type { Browser } from '../browser/browser.ts';
import { violationsOn } from './axe.ts';

/** Both ways, in CSS pixels: what a thumb in a glove hits. */
const TARGET = 64;

/** Violations of WCAG, with the contrast of level AAA; what is too small for a glove; and whether it fits the screen. */
export async function phoneFlaws(browser: Browser): Promise<string[]> {
  const wrong = await violationsOn(browser, { rules: { 'color-contrast-enhanced': { enabled: true } } });
  // A box and a file are chosen by their labels.
  const small = await browser.value<string[]>(`[
    ...document.querySelectorAll('button, a[href], summary, select, textarea, input:not([type="checkbox"], [type="file"])'),
    ...[...document.querySelectorAll('input:is([type="checkbox"], [type="file"])')].map((one) => one.closest('label') ?? one),
  ].filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < ${TARGET})
    .map(({ one, box }) => one.outerHTML.slice(0, 120) + ' is ' + Math.round(box.width) + ' × ' + Math.round(box.height))`);
  const wide = await browser.value<string[]>(`{
    const { scrollWidth, clientWidth } = document.documentElement;
    const isOut = ({ left, right }) => left < 0 || right > clientWidth;
    scrollWidth <= clientWidth ? [] : ['it is wider than its screen: ' + [...document.querySelectorAll('#root *')]
      .filter((one) => isOut(one.getBoundingClientRect())).map((one) => one.outerHTML.slice(0, 80)).slice(0, 3)]
  }`);
  return [...wrong, ...small, ...wide];
}

/** Turns the page as for a language that is written from right to left, with texts a third longer. */
export async function turnAround(browser: Browser): Promise<void> {
  await browser.value(`{
    document.documentElement.dir = 'rtl';
    const texts = document.createTreeWalker(document.querySelector('#root'), NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      if (text.data.trim() !== '') text.data += ' ' + 'אבגד '.repeat(Math.ceil(text.data.length / 12)).trim();
    }
  }`);
}
