import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@furrow/testbed';
import type { ConsolePage, Json } from '@furrow/testbed/system';
import { DESK } from '../console-looks.ts';

/** The screen Harvest, on the demo farm after its season. */
export function harvestInABrowser(stage: () => { readonly page: ConsolePage }): void {
  let page: ConsolePage;
  let browser: ConsolePage['browser'];
  /** What the screen asks for now. */
  const range = async () => ({
    startTime: await browser.value<string>(`document.querySelectorAll('.filters input')[0].value`),
    endTime: await browser.value<string>(`document.querySelectorAll('.filters input')[1].value`),
  });
  const told = async (what: string, more: Record<string, string> = {}): Promise<Json[]> => {
    const query = new URLSearchParams({ ...(await range()), ...more });
    return browser.value(
      `fetch('/api/control/harvest/${what}?${query.toString()}').then((answer) => answer.json()).then(({ data }) => data)`,
    );
  };

  describe('the screen Harvest', () => {
    beforeAll(async () => {
      ({ page } = stage());
      ({ browser } = page);
      await browser.look({ width: DESK, isDark: false });
      await page.signIn('demo|clara', '/harvest');
    });

    it.each([
      ['sector', 'By sector'],
      ['variety', 'By variety'],
      ['quality', 'By quality'],
      ['worker', 'By worker'],
      ['week', 'By week'],
    ])('tells by %s what the API tells', async (by, title) => {
      await page.set('.filters label:last-child select', by);
      await browser.text(`[aria-label="${title}"] td`);
      const groups = await told('groups', { by });
      expect(groups.length).toBeGreaterThan(1);
      await until(
        'the table has the groups',
        async () =>
          JSON.stringify(await page.figures(`[aria-label="${title}"] tbody`)) ===
          JSON.stringify(groups.map(({ validUnits }) => validUnits)),
      );
    });

    it('shows other days when they are chosen, and says so where nothing was picked', async () => {
      const { endTime } = await range();
      await page.set('.filters label:first-child input', endTime);
      const groups = await told('groups', { by: 'week' });
      await until(
        'the table has that day alone',
        async () => (await page.figures('.groups tbody')).length === groups.length,
      );
      await page.set('.filters label:first-child input', '2020-01-01');
      // Days beyond the limit of the report are not asked for.
      expect((await range()).startTime).toBe(endTime);
    });

    it('stands beside the season before, as a plot and as tables, and goes out as files', async () => {
      await page.open('/harvest');
      const days = await told('seasons');
      await until('the plot is drawn', async () => (await page.count('.canvas canvas')) > 0);
      await browser.click('[aria-labelledby="seasons"] details > summary');
      const shown = await page.figures('[aria-labelledby="seasons"] details tbody');
      const [{ unit }] = days;
      const first = days.filter((day) => day.unit === unit);
      expect(shown.slice(0, 2)).toEqual([first[0].season?.units, first[0].season?.total].filter(Boolean));
      await browser.click('[aria-labelledby="seasons"] figure button');
      await browser.text('[aria-labelledby="seasons"] figure td');
      expect((await page.files()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await page.flaws()).toEqual([]);
    });

    it('is for a supervisor the harvest of the own sessions', async () => {
      await page.signIn('demo|mateo', '/harvest');
      const own = await told('groups');
      expect(await page.figures('.groups tbody')).toEqual(own.map(({ validUnits }) => validUnits));
    });
  });
}
