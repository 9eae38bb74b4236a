import { expect, it } from '@jest/globals';
import { phoneFlaws, turnAround } from '../../api/test/harness/index.ts';
import type { Stage } from './stage.ts';

const SCREENS = ['/count', '/crew', '/day-end', '/forms', '/unsent'];

/** How the screens look on a phone of 360 pixels. */
export function fieldLooks(stage: () => Stage): void {
  it.each(SCREENS)(
    '%s has no flaw in sun and shade, in both languages, and from right to left',
    async (path) => {
      const { browser, page } = stage();
      for (const [isDark, language] of [
        [false, 'en'],
        [true, 'es'],
      ] as const) {
        await browser.look({ width: 360, height: 740, isDark });
        await page.open(path, language);
        expect(await phoneFlaws(browser)).toEqual([]);
      }
      await turnAround(browser);
      expect(await phoneFlaws(browser)).toEqual([]);
    },
  );
}
