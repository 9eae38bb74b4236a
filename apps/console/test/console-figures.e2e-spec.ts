import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { Telemetry } from '@furrow/telemetry/testing/stations';
import { describeIf, until, DEMO_FARM } from '@furrow/testbed';
import { Browser, isChromiumHere } from '@furrow/testbed/browser';
import { BULK, ProvisionedFarm, SESSIONS, ZONE } from '@furrow/testbed/farms';
import { hoursAgo, type Json, System } from '@furrow/testbed/system';

/** Two pages, and more than a table shows at once. */
const RECORDS_OF_SESSION = 260;
const WORKERS = 4;
const HOUR = 3_600_000;
const DAY = 86_400_000;
/** The last day of the weather; the year before it has a day of 23 hours and one of 25. */
const LAST_DAY = '2025-12-31';

let system: System;
let farm: ProvisionedFarm;
let browser: Browser;
let telemetry: Telemetry;
let session: Json;

/** The farm of `npm start`, except that its harvest is in a zone where it is before noon. */
function demoFarm(): Json {
  const file = parse(readFileSync(DEMO_FARM, 'utf8'));
  file.projects.find(({ key }: Json) => key === 'loma').timezone = ZONE;
  return file;
}

const as = (name: string) => system.user(`demo|${name}`);

async function pick(): Promise<void> {
  const mateo = as('mateo');
  const workers: Json[] = [];
  for (let i = 0; i < WORKERS; i++) workers.push(await farm.worker(mateo, { first_name: `Ana ${i}` }));
  session = await farm.session(mateo, {
    projectId: farm.ids.projects['loma'],
    sectorId: farm.ids.sectors['loma/greenhouse'],
    sector_name: 'Invernadero Norte',
  });
  const qualities = Object.values(farm.ids.qualities);
  const records = Array.from({ length: RECORDS_OF_SESSION }, (_, i) =>
    farm.recordBody(session.sessionId, workers[i % WORKERS].id, {
      ...{ units: 1 + ((i * 7) % 13) / 8, qualityId: qualities[i % qualities.length] },
      recordedAt: hoursAgo(2.9 * (1 - i / RECORDS_OF_SESSION)),
    }),
  );
  const { status, text } = await mateo.post(BULK, { records });
  if (status !== 207) throw new Error(text);
}

/** Two years of hourly readings, with a week and an afternoon missing. */
async function measure(): Promise<void> {
  telemetry = Telemetry.over(system);
  const station = telemetry.station(farm, 'demo-station-01', 'vega/v1');
  const end = Date.parse(`${LAST_DAY}T23:00:00Z`);
  const reading = (ts: number) => {
    const hour = (ts / HOUR) % 24;
    const sun = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI));
    const summer = Math.cos(((ts / DAY - 196) / 365.25) * 2 * Math.PI);
    const warmth = 16 + 9 * summer + 6 * Math.sin(((hour - 9) / 24) * 2 * Math.PI) + Math.sin(ts / (3 * DAY));
    return {
      ...{ ts: new Date(ts).toISOString(), te: rounded(warmth), hr: rounded(60 - 25 * sun) },
      ...{ wind: rounded(2 + sun), rad: rounded(750 * sun), par: rounded(1_500 * sun) },
      ...{ rain: Math.floor(ts / DAY) % 9 === 0 ? 0.1 : 0, wet: sun > 0 ? 0 : 4 },
    };
  };
  const isMissing = (ts: number) => {
    const day = new Date(ts).toISOString();
    return (day > '2025-05-05' && day < '2025-05-12') || (day > '2025-07-01T10' && day < '2025-07-01T20');
  };
  const count = (2 * 365 * DAY) / HOUR;
  const all = Array.from({ length: count }, (_, i) => end - (count - i) * HOUR);
  await station.send('weather', all.filter((ts) => !isMissing(ts)).map(reading));
  const november = (n: number) => `2025-11-0${n}T06:00:00Z`;
  await station.send(
    'plant',
    [0.41, 0.475, 0.5].map((value, i) => ({ ts: november(i + 1), kpi: 'vigor', value })),
  );
  await station.send('irrigation', [
    { eventId: 'e1', startedAt: november(1), endedAt: '2025-11-01T07:15:00Z', volume: 40.125 },
    { eventId: 'e2', startedAt: november(2), endedAt: '2025-11-02T06:40:00Z', volume: 12 },
    { eventId: 'e3', startedAt: november(3) },
  ]);
}

const rounded = (value: number) => Math.round(value * 10) / 10;

async function signIn(name: string): Promise<void> {
  await browser.goTo(`${system.url}/api/console/sign-in?returnTo=${encodeURIComponent('/console/scouting')}`);
  await browser.click(`form[action*="${encodeURIComponent(`demo|${name}`)}"] button`);
  await browser.text('.menu');
}

/** Waits until the page has no pending requests. */
async function waitFor(path: string): Promise<void> {
  await until(`${path} stands`, () =>
    browser.value<boolean>(
      `location.pathname === ${JSON.stringify(`/console${path}`)} && document.querySelector('main h1') !== null
         && document.querySelector('main[aria-busy], .loading') === null`,
    ),
  );
}

const go = async (path: string): Promise<void> => {
  await browser.goTo(`${system.url}/console${path}`);
  await waitFor(path.replace(/\?.*/, ''));
};

/** Every number in a part of the page, as the API sent it. */
const figures = (selector: string) =>
  browser.value<number[]>(
    `[...document.querySelectorAll(${JSON.stringify(`${selector} data`)})].map(({ value }) => Number(value))`,
  );

/** Sets a field so that React handles the event. */
const fill = (selector: string, value: string) =>
  browser.value(`{
    const field = document.querySelector(${JSON.stringify(selector)});
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
    set.call(field, ${JSON.stringify(value)});
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
  }`);

/** Shows a quantity of the year of Vega Alta that ends on the last day. */
async function showYear(shown: string): Promise<void> {
  await go(`/climate?show=${shown}&to=${LAST_DAY}&days=365&lang=en`);
  await fill('.between select', farm.ids.projects['vega']!);
  await waitFor('/climate');
}

const plotOf = (label: string) => `figure:has([aria-label^=${JSON.stringify(label)}])`;

async function asTable(label: string): Promise<string> {
  const figure = `figure[data-label^=${JSON.stringify(label)}]`;
  await until(`${label} is drawn`, () =>
    browser.value<boolean>(`{
      const plot = document.querySelector(${JSON.stringify(plotOf(label))});
      plot?.setAttribute('data-label', ${JSON.stringify(label)});
      plot !== null
    }`),
  );
  await browser.click(`${figure} figcaption button`);
  await browser.text(`${figure} tbody tr`);
  return figure;
}

const year = { from: '2025-01-01', to: LAST_DAY };

/** An indicator of Vega Alta, as the API tells it. */
async function indicator(name: string, range: object, more: object = {}): Promise<Json> {
  const query = { projectId: farm.ids.projects['vega']!, ...range, ...more };
  const asked = new URLSearchParams(query as Record<string, string>).toString();
  return (await as('mateo').get(`/api/console/indicators/${name}?${asked}`)).body;
}

/** Every number in a text, as it is written there. */
const numbersIn = (text: string) => text.match(/\d(?:[\d.,]*\d)?/g) ?? [];

/** What the words of an indicator tell that depends on the answer, in their order; words without numbers are left out. */
function toldInWords({ data, meta }: Json, from: string, method: string): string {
  const days: Json[] = data;
  const missing = days.filter(({ value }) => value === null).length;
  const byHargreaves = days.filter((day) => day.value !== null && day.method === 'hargreaves').length;
  const since = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(
    new Date(from),
  );
  return [
    ...[method, since, meta.stations.join(', ')],
    ...(byHargreaves > 0 && meta.method === 'auto' ? [byHargreaves > 1 ? byHargreaves : ''] : []),
    ...(missing > 0 ? [missing > 1 ? missing : '', `${meta.parameters.minCoverage * 100} %`] : []),
    meta.source,
  ].join(' ');
}

describeIf(isChromiumHere(), 'chromium', 'figures on screen', () => {
  beforeAll(async () => {
    system = await System.shared();
    farm = await system.provision(demoFarm());
    await Promise.all([pick(), measure()]);
    browser = await Browser.open();
    await signIn('mateo');
  });
  afterAll(async () => {
    await browser?.close();
    await telemetry?.close();
    await system?.stop();
  });

  it('of a year of weather are the API’s, day by day with their coverage', async () => {
    const projectId = farm.ids.projects['vega']!;
    const query = { projectId, timezone: 'Europe/Madrid', include: 'rain,rad,par,wet' };
    const range = { from: `2025-01-01T00:00:00`, to: `${LAST_DAY}T23:59:59.999` };
    const ask = async (interval: string): Promise<Json[]> =>
      (
        await as('mateo').get(
          `/api/console/weather?${new URLSearchParams({ ...query, ...range, interval }).toString()}`,
        )
      ).data;
    const [days, hours] = [await ask('1d'), await ask('1h')];
    const lengths: Record<string, number> = { '2025-03-30': 23, '2025-10-26': 25 };
    for (const [member, label] of [
      ['rain', 'Rain (mm)'],
      ['rad', 'Global radiation'],
      ['te', 'Temperature'],
    ] as const) {
      await showYear(member);
      const figure = await asTable(label);
      const expected = days
        .filter((day) => day[member] !== null)
        .reverse()
        .slice(0, 200)
        .flatMap((day) => {
          const date = day.local_time.slice(0, 10);
          const known = hours.filter(
            (hour) => hour.local_time.startsWith(date) && hour[member] !== null,
          ).length;
          return [day[member], known / (lengths[date] ?? 24)];
        });
      // The coverage is asked for after the points.
      const shown = () => figures(`${figure} td`);
      await until(`${label} has its coverage`, async () => (await shown()).length >= expected.length);
      expect(await shown()).toEqual(expected);
    }
  });

  it('of indicators are the API’s, beside the year before, with gaps where too little was measured', async () => {
    const before = { from: '2024-01-01', to: '2024-12-31' };
    for (const [name, label, member] of [
      ['degree-days', 'Degree-days (°C·d): sum', 'total'],
      ['et0', 'Reference evapotranspiration (mm): sum', 'total'],
      ['dli', 'Daily light integral (mol/m²): by day', 'value'],
      ['powdery-mildew', 'Risk of powdery mildew: by day', 'value'],
    ] as const) {
      await showYear(name);
      const figure = await asTable(label);
      const [{ data: now }, { data: then }] = [await indicator(name, year), await indicator(name, before)];
      const earlier = new Map<string, Json>(then.map((day: Json) => [dateOf(day), day]));
      const expected = now.flatMap((day: Json) => {
        const past = earlier.get(`2024${dateOf(day).slice(4)}`);
        const answered = [
          day.value === null ? null : day[member],
          past?.value === null ? null : past?.[member],
        ];
        return [[...answered.filter((value) => value !== null && value !== undefined), day.coverage]];
      });
      expect(await figures(`${figure} td`)).toEqual(expected.reverse().slice(0, 200).flat());
      expect(now.some(({ value }: Json) => value === null)).toBe(true);
    }
  });

  it.each([
    ['degree-days', year.from],
    ['chill', '2025-11-01'],
    ['et0', year.from],
    ['dli', year.from],
    ['powdery-mildew', year.from],
  ])('in the words of the indicator %s are the API’s', async (name, from) => {
    await showYear(name);
    const answer = await indicator(name, { from, to: LAST_DAY });
    const methods: Record<string, string> = {
      'degree-days': String(answer.meta.parameters.base),
      // Of the published method, not of the answer.
      'powdery-mildew': '0 100 60',
    };
    const words = await browser.text('.indicator .words');
    expect(numbersIn(words)).toEqual(numbersIn(toldInWords(answer, from, methods[name] ?? '')));
    for (const told of [...answer.meta.stations, answer.meta.source]) expect(words).toContain(told);
  });

  it('of an indicator follow what is chosen, and say it in words', async () => {
    const card = '.indicator > details';
    const words = () => browser.text('.indicator .words');
    await showYear('degree-days');
    await browser.click(`${card} > summary`);
    await browser.text(`${card} label`);
    await fill(`${card} input[type=number]`, '4.5');
    await until('the words say it', async () => (await words()).includes('above 4.5 °C'));
    const { data } = await indicator('degree-days', year, { base: '4.5' });
    await waitFor('/climate');
    const figure = await asTable('Degree-days (°C·d): sum');
    expect((await figures(`${figure} td`))[0]).toBe(data.at(-1).total);

    const chosen = { base: '4.5', upper: '30.5', minCoverage: '1' };
    await fill(`${card} label:nth-of-type(4) input`, chosen.upper);
    await fill(`${card} label:last-of-type select`, chosen.minCoverage);
    await until('the words say it', async () => (await words()).includes('less than 100 %'));
    await waitFor('/climate');
    const answer = await indicator('degree-days', year, chosen);
    const { base, upper } = answer.meta.parameters;
    expect(numbersIn(await words())).toEqual(numbersIn(toldInWords(answer, year.from, `${base} ${upper}`)));
  });

  it('of plants and of irrigation are the API’s', async () => {
    const query = { projectId: farm.ids.projects['vega']!, timezone: 'Europe/Madrid' };
    const range = { from: '2025-01-01T00:00:00', to: `${LAST_DAY}T23:59:59.999` };
    const ask = async (series: string, more: object = {}): Promise<Json[]> => {
      const asked = new URLSearchParams({ ...query, ...range, ...more }).toString();
      return (await as('mateo').get(`/api/console/${series}?${asked}`)).data;
    };
    const [plants, events] = [await ask('plant', { interval: '1d' }), await ask('irrigation')];
    expect([plants.length, events.length]).toEqual([3, 3]);
    await showYear('plants');
    const figure = await asTable('vigor');
    expect(await figures(`${figure} tbody`)).toEqual(plants.map(({ value }) => value).reverse());
    await showYear('irrigation');
    await browser.text('[aria-label="Irrigation"] tbody');
    expect(await figures('[aria-label="Irrigation"] tbody')).toEqual(
      events.flatMap((event) => [event.durationMinutes, event.volume]).filter((value) => value !== null),
    );
  });

  it('of a session are the API’s, and no more of them stand there than one reads', async () => {
    await go(`/sessions/${session.sessionId}`);
    const rows = '[aria-label="Records by time"] tbody';
    const { data: first } = await as('mateo').get(`${SESSIONS}/${session.sessionId}/records?pageSize=100`);
    expect((await figures(rows)).slice(0, 100)).toEqual(first.map(({ units }: Json) => units));
    expect(await browser.value(`document.querySelectorAll('${rows} tr').length`)).toBe(200);
    const { data: read } = await as('mateo').get(`${SESSIONS}/${session.sessionId}`);
    const curve = await asTable('Picked so far');
    // The last point of the curve equals the session's total exactly.
    expect((await figures(`${curve} tbody tr:first-child`))[0]).toBe(read.totals.validUnits);
    expect(read.totals.recordCount).toBe(RECORDS_OF_SESSION);
    await browser.click(`${curve} figcaption button`);
  });

  it('come on paper, more of them than on a screen', async () => {
    await browser.value(`dispatchEvent(new Event('beforeprint'))`);
    const rows = `document.querySelectorAll('[aria-label="Records by time"] tbody tr').length`;
    expect(await browser.value(rows)).toBe(RECORDS_OF_SESSION);
    await browser.value(`dispatchEvent(new Event('afterprint'))`);
    expect(await browser.value(rows)).toBe(200);
  });

  const dateOf = ({ day }: Json) => new Date(day).toLocaleDateString('en-CA', { timeZone: 'Europe/Madrid' });
});
