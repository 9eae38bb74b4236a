import { expect, it } from '@jest/globals';
import type { ConsolePage } from '@furrow/testbed/system';

interface Stage {
  readonly page: ConsolePage;
  /** The path of every screen. */
  readonly screens: () => Promise<readonly string[]>;
  /** Looks at a screen that is open, because to open it again takes most of the time. */
  readonly onOpen: (path: string, language: string) => Promise<void>;
}

/** Cumulative layout shift: what stands on the screen hardly moves while the rest loads. */
const JUMPS = 0.2;
export const PHONE = 360;
export const DESK = 1_280;
const WALL = 3_840;

/** How every screen looks to an admin, in both languages and themes, and at every width. */
export function looksInABrowser(stage: () => Stage): void {
  it.each([
    ['a phone in the sun', 'en', PHONE, false],
    ['a desk at night, in Spanish', 'es', DESK, true],
  ])('has no flaw that axe finds on %s, and fits it', async (_, language, width, isDark) => {
    const { onOpen, page, screens } = stage();
    const { browser } = page;
    const found: Record<string, string[]> = {};
    const screensWithFiles = new Set<string>();
    for (const path of await screens()) {
      await browser.look({ width, isDark });
      await page.open(path, language);
      await onOpen(path, language);
      const shift = await page.layoutShift();
      const wrong = await page.flaws();
      for (const { href, status } of await page.files())
        if (status === 200) screensWithFiles.add(path.split('/')[1]!);
        else wrong.push(`${href} answers ${status}`);
      if (shift > JUMPS) wrong.push(`it jumps while it loads: ${shift}`);
      // The other theme changes colours alone (`light-dark(…)` is a colour), so that no other rule can find more.
      await browser.look({ width, isDark: !isDark });
      wrong.push(...(await page.flawsOfColours()).map((flaw) => `${isDark ? 'light' : 'dark'}: ${flaw}`));
      for (const other of [PHONE, DESK, WALL].filter((one) => one !== width)) {
        await browser.look({ width: other, isDark });
        if (await page.isWiderThanItsScreen()) wrong.push(`it is wider than ${other} px`);
      }
      if (wrong.length > 0) found[path] = wrong;
    }
    expect(found).toEqual({});
    expect([...screensWithFiles]).toEqual(
      expect.arrayContaining(['today', 'sessions', 'scouting', 'climate', 'pay']),
    );
  });
}
