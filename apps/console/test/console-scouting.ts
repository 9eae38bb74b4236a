import { expect, it } from '@jest/globals';
import { SECTORS } from './morning.ts';
import { until } from '@furrow/testbed';
import { type ProvisionedFarm, ZONE } from '@furrow/testbed/farms';
import { type ConsolePage, dateIn, type Json } from '@furrow/testbed/system';

interface Stage {
  readonly farm: ProvisionedFarm;
  readonly page: ConsolePage;
}

const SHOWN_DAYS = 90;
const DAY_MS = 86_400_000;
const PEST_CHOICE = '.filters + .filters select';
const TABLE = '[aria-label="Sectors and pests"] tbody';

/** As a page in English writes a number. */
const written = (value: number, digits: number) =>
  new Intl.NumberFormat('en', { maximumFractionDigits: digits }).format(value);

/** The days that Scouting shows at first, as the API is asked for them. */
function daysShown(): string {
  const today = dateIn(ZONE);
  const first = new Date(Date.parse(today) - (SHOWN_DAYS - 1) * DAY_MS).toISOString().slice(0, 10);
  return `startTime=${first}&endTime=${today}`;
}

/** Texts of each element that a selector finds, by parts of it. */
const textsOf = (page: ConsolePage, each: string, part: string) =>
  page.browser.value<string[][]>(
    `[...document.querySelectorAll(${JSON.stringify(each)})].map((one) =>
      [...one.querySelectorAll(${JSON.stringify(part)})].map(({ textContent }) => textContent.trim()))`,
  );

/** Scouting for a supervisor who is signed in: every number that one reads is the API's. */
export function scoutingInABrowser(stage: () => Stage): void {
  const as = (name: string) => stage().farm.as(name);
  const findings = async (): Promise<Json[]> => {
    const { body } = await as('ana').get(`/api/console/phytosanitary/company-summary?${daysShown()}`);
    return body.projects[0].sectors.flatMap(({ sector_name, pests_diseases }: Json) =>
      pests_diseases.map((one: Json) => ({ ...one, sector_name })),
    );
  };

  it('writes into the table of sectors and pests the percentages that the API tells', async () => {
    const { page } = stage();
    await page.open('/scouting');
    const found = await findings();
    // Not all are whole numbers, so that rounding shows.
    expect(found.some(({ incidence }) => !Number.isInteger(incidence))).toBe(true);
    expect(await textsOf(page, `${TABLE} tr`, 'td')).toEqual(
      found.map(({ sector_name, pest_disease_name, incidence, severity, aboveThreshold }) => [
        ...[sector_name, pest_disease_name, `${written(incidence, 2)} %`, `${written(severity, 2)} %`],
        aboveThreshold ? 'reached' : '–',
      ]),
    );
  });

  it('shows on the map the percentages that the API returns for each pest', async () => {
    const { page } = stage();
    const found = await findings();
    const pests = new Set(found.map(({ pest_disease_name }) => pest_disease_name));
    expect(pests.size).toBe(2);
    for (const pest of pests) {
      await page.set(PEST_CHOICE, pest);
      await until('the map is of it', async () =>
        (await page.browser.text('figure:has(.map) figcaption')).startsWith(pest),
      );
      const told = SECTORS.map(({ name }) => {
        const one = found.find((each) => each.sector_name === name && each.pest_disease_name === pest);
        return [name, one ? `${written(one.incidence, 0)} %` : 'not looked at'];
      });
      const shown = await textsOf(page, '.map [role="listitem"]', 'text');
      expect(new Map(shown as [string, string][])).toEqual(new Map(told as [string, string][]));
      expect(shown).toHaveLength(SECTORS.length);
      const labels = `[...document.querySelectorAll('.map [role="listitem"]')].map(({ ariaLabel }) => ariaLabel)`;
      expect(await page.browser.value(labels)).toEqual(shown.map(([name, share]) => `${name}: ${share}`));
      expect(await page.count('.map .above')).toBe(
        found.filter((one) => one.pest_disease_name === pest && one.aboveThreshold).length,
      );
    }
  });

  it('shows over time what the API tells of each round, and no other number', async () => {
    const { page } = stage();
    await page.open('/scouting');
    const found = await findings();
    const [pest] = found.map(({ pest_disease_name }) => pest_disease_name).sort();
    const { body } = await as('ana').get(`/api/console/phytosanitary/company-records?${daysShown()}`);
    const rounds: Json[] = body.records
      .toSorted((a: Json, b: Json) => b.record_time.localeCompare(a.record_time))
      .flatMap(({ responses }: Json) => responses.filter(({ name }: Json) => name === pest));
    expect(rounds).toHaveLength(6);
    const { data: forms } = await as('ana').get('/api/control/forms/getForms');
    const { threshold } = forms.flatMap(({ fields }: Json) => fields).find((one: Json) => one.label === pest);
    expect(await page.browser.text('.over-time .legend .limit')).toBe(`Threshold ${threshold}`);
    const { data: treatments } = await as('ana').get('/api/control/treatments');
    expect(await page.figures('main')).toEqual([
      rounds[0]!.value_number,
      ...found.flatMap(({ incidence, severity }) => [incidence, severity]),
      ...treatments.map(({ dose }: Json) => dose),
    ]);

    await page.browser.click('.over-time figcaption button');
    for (const [measure, title, valueOf] of [
      ['counted', 'mean of what was counted', ({ value_number }: Json) => value_number],
      ['incidence', 'incidence by day', ({ value_number }: Json) => (value_number > 0 ? 100 : 0)],
      ['severity', 'severity by day', ({ severity }: Json) => severity],
    ] as const) {
      await page.set('.over-time select', measure);
      await until('the table is of it', async () =>
        (await page.browser.text('.over-time figcaption strong')).includes(title),
      );
      await page.browser.text('.over-time tbody td');
      expect(await page.figures('.over-time tbody')).toEqual(rounds.map(valueOf));
    }
  });
}
