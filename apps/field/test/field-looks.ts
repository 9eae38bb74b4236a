import { expect, it } from '@jest/globals';
import { phoneFlaws, turnAround } from '@furrow/testbed/system';
import type { Stage } from './stage.ts';

const SCREENS = ['/count', '/crew', '/day-end', '/forms', '/unsent'];

/** How the screens look on a phone of 360 pixels. */
export function fieldLooks(stage: () => Stage): void {
  it.each(SCREENS)(
    '%s has no flaw in sun and shade, in both languages, and from right to left',
    async (path) => {
      const { browser, page } = stage();
      await browser.look({ width: 360, height: 740, isDark: false });
      await page.open(path, 'en');
      expect(await phoneFlaws(browser)).toEqual([]);
      // Turned around its texts are longer, too: what fits then fits in Spanish.
      await browser.look({ width: 360, height: 740, isDark: true });
      await page.open(path, 'es');
      await turnAround(browser);
      expect(await phoneFlaws(browser)).toEqual([]);
    },
  );
}
