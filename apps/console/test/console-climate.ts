import { expect, it } from '@jest/globals';
import { DESK, PHONE } from './console-looks.ts';
import { until } from '@furrow/testbed';
import { type ProvisionedFarm, ZONE } from '@furrow/testbed/farms';
import { type ConsolePage, dateIn, type Json } from '@furrow/testbed/system';

interface Stage {
  readonly farm: ProvisionedFarm;
  readonly page: ConsolePage;
}

/** Climate as its users see it. */
export function climateInABrowser(stage: () => Stage): void {
  it('draws the weather with its gap, walks along it by keys, and tells it as a table', async () => {
    const { farm, page } = stage();
    const { browser } = page;
    await page.open('/climate');
    const temperature = '[aria-label="Temperature (°C)"]';
    await until('the plot is drawn', () =>
      browser.value<boolean>(`document.querySelector('${temperature} canvas') !== null`),
    );
    await browser.value(`document.querySelector('${temperature}').focus()`);
    await browser.press('End');
    const last = await browser.value<string>(`document.querySelector('${temperature}').ariaValueText`);
    await browser.press('ArrowLeft');
    const before = await browser.value<string>(`document.querySelector('${temperature}').ariaValueText`);
    expect([last, before]).toEqual([expect.stringContaining('°C'), expect.stringContaining('°C')]);
    expect(before).not.toBe(last);
    await browser.click(`figure:has(${temperature}) figcaption button`);
    const today = dateIn(ZONE);
    const { data } = await farm
      .as('ana')
      .get(
        `/api/console/weather?${new URLSearchParams({ ...spanOfTwoDays(farm, today), interval: '15m' }).toString()}`,
      );
    await browser.text('figure [aria-label="Temperature (°C)"] td');
    const shown = await page.figures('figure [aria-label="Temperature (°C)"] td');
    expect(shown).toEqual(
      data
        .map(({ te }: Json) => te)
        .reverse()
        .slice(0, 200),
    );
  });

  it('draws a plot when it comes near the screen, or goes on paper', async () => {
    const { page } = stage();
    const { browser } = page;
    await browser.look({ width: PHONE, height: 300, isDark: false });
    await browser.goTo(`${page.url}/console/climate?show=wind&lang=en`);
    await page.waitFor('/climate');
    const isDrawn = () => browser.value<boolean>(`document.querySelector('.canvas canvas') !== null`);
    await browser.text('.chosen .canvas');
    expect(await isDrawn()).toBe(false);
    await browser.value(`dispatchEvent(new Event('beforeprint'))`);
    expect(await isDrawn()).toBe(true);
    await browser.value(`dispatchEvent(new Event('afterprint'))`);
    await browser.look({ width: DESK, isDark: false });
  });

  it('loads a screen while it requests the user, and only what the screen shows', async () => {
    const { page } = stage();
    const { browser } = page;
    // The user is answered when the screen has been loaded.
    await browser.prepend(`if (sessionStorage.getItem('userIsLast')) {
      const { fetch } = window;
      const isLoaded = () => performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/climate-'));
      window.fetch = async (request, ...rest) => {
        const answer = await fetch(request, ...rest);
        if (new URL(request.url ?? request, location).pathname === '/api/console/session')
          while (!isLoaded()) await new Promise(requestAnimationFrame);
        return answer;
      };
    }`);
    await browser.value(`sessionStorage.setItem('userIsLast', 'yes')`);
    try {
      await page.open('/climate');
    } finally {
      await browser.value(`sessionStorage.removeItem('userIsLast')`);
    }
    const requested = () =>
      browser.value<string[]>(
        `performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
          .filter((path) => /^\\/api\\/iot\\/(weather|indicators|plant|soil|irrigation)/.test(path))
          .map((path) => path.slice('/api/iot/'.length)).sort()`,
      );
    const tiles = ['chill', 'degree-days', 'et0', 'heat-index', 'powdery-mildew'].map(
      (name) => `indicators/${name}`,
    );
    // An entry stands for a request that has been answered.
    await until('the tiles are answered', async () => (await requested()).length > tiles.length);
    // The plot at first shows what the tiles are of.
    await until('the tiles are answered', async () => (await requested()).length > tiles.length);
    expect(await requested()).toEqual([...tiles, 'weather']);
    await browser.click('.pills a[href*="show=irrigation"]');
    expect(await browser.text('.chosen .state.empty')).toContain('No irrigation in these days');
    expect(await browser.value('location.search')).toContain('show=irrigation');
    expect(await requested()).toEqual([...tiles, 'irrigation', 'weather']);
  });

  it('shows now what was measured last, and nothing that nobody measures', async () => {
    const { farm, page } = stage();
    const { browser } = page;
    await page.open('/climate');
    const query = { ...spanOfTwoDays(farm, dateIn(ZONE)), interval: '15m', include: 'rain' };
    const { data } = await farm
      .as('ana')
      .get(`/api/console/weather?${new URLSearchParams(query).toString()}`);
    const ofToday = data.filter(({ local_time }: Json) => local_time.startsWith(dateIn(ZONE)));
    const tile = (of: string) => `.tile.now[href*="show=${of}"]`;
    for (const member of ['te', 'hr', 'wind']) {
      const known = ofToday
        .map((point: Json) => point[member])
        .filter((value: number | null) => value !== null);
      const range = known.length === 0 ? [] : [Math.min(...known), Math.max(...known)];
      const last = data.findLast((point: Json) => point[member] !== null)[member];
      expect([member, await page.figures(tile(member))]).toEqual([member, [last, ...range]]);
    }
    const rain = ofToday.reduce((sum: number, point: Json) => sum + Number(point.rain ?? 0), 0);
    const [shown] = await page.figures(tile('rain'));
    expect(shown).toBeCloseTo(rain, 6);
    const offered = await browser.value<string[]>(
      `[...document.querySelectorAll('.pills a')].map(({ innerText }) => innerText)`,
    );
    expect(offered).toEqual(['Vapour pressure deficit', 'Plants', 'Soil', 'Irrigation']);
  });
}

/** A local date of the farm, this many days ago. */
export function dayBefore(days: number): string {
  const noon = new Date(`${dateIn(ZONE)}T12:00:00Z`);
  noon.setUTCDate(noon.getUTCDate() - days);
  return noon.toISOString().slice(0, 10);
}

export const spanOfTwoDays = (farm: ProvisionedFarm, today: string): Record<string, string> => ({
  ...{ projectId: farm.ids.projects['vega']!, timezone: ZONE, interval: 'raw' },
  ...{ from: `${dayBefore(1)}T00:00:00`, to: `${today}T23:59:59.999` },
});
