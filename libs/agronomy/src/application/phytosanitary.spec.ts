import { DateRange, type LocalDate, newId } from '@furrow/kernel';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { InMemoryPhytosanitary } from '../testing/in-memory-phytosanitary.ts';
import { aResponse, aScoutedRecord } from '../testing/scouting.ts';
import { CheckFarmFilter } from './check-farm-filter.ts';
import { ListObservedRecords } from './list-observed-records.ts';
import { SummarizeObservations } from './summarize-observations.ts';

const COMPANY = newId();
const [north, south, east] = [newId(), newId(), newId()];
const [n1, s1] = [newId(), newId()];
const ANYWHERE = { projectId: null, sectorId: null };

const days = (start: string, end = start) => DateRange.of(start as LocalDate, end as LocalDate, 180);

let observed: InMemoryPhytosanitary;
beforeEach(() => {
  observed = new InMemoryPhytosanitary(COMPANY, {
    zone: 'Europe/Madrid',
    projects: [
      { projectId: north, name: 'North', timezone: 'America/Santiago' },
      { projectId: south, name: 'South', timezone: 'America/Havana' },
      { projectId: east, name: 'East', timezone: 'America/Havana' },
    ],
    sectors: [
      { sectorId: n1, projectId: north, name: 'N1', crop: null, variety: null },
      { sectorId: s1, projectId: south, name: 'S1', crop: null, variety: null },
    ],
  });
});

const submit = (recordedAt: string, sectorId: string | null = null) => {
  const projectId = sectorId === n1 ? north : sectorId === s1 ? south : null;
  observed.records.push(
    aScoutedRecord([aResponse('Moth', 1)], { recordedAt: new Date(recordedAt), projectId, sectorId }),
  );
};
const summary = (
  range: DateRange,
  filter = ANYWHERE as { projectId: string | null; sectorId: string | null },
) => new SummarizeObservations(observed).execute(COMPANY, range, filter);
const list = async (range: DateRange) => {
  const times: string[] = [];
  const { timezone, totalRecords } = await new ListObservedRecords(observed).execute(
    COMPANY,
    range,
    () => async (batch) => {
      times.push(...batch.map((text) => (JSON.parse(text) as { record_time: string }).record_time));
    },
  );
  return { timezone, totalRecords, times };
};

describe('days', () => {
  it('are those of the project, of the sector’s project, or of the company’s most common zone', async () => {
    const day = days('2026-06-10');
    expect(await summary(day, { projectId: north, sectorId: null })).toMatchObject({
      timezone: 'America/Santiago',
    });
    expect(await summary(day, { projectId: null, sectorId: n1 })).toMatchObject({
      timezone: 'America/Santiago',
    });
    expect(await summary(day)).toMatchObject({ timezone: 'America/Havana' });
    expect(await list(day)).toMatchObject({ timezone: 'America/Havana' });
  });

  it('end at their last instant', async () => {
    // Santiago is UTC-4 in June, and so is Havana.
    for (const instant of ['2026-06-10T03:59:59.999Z', '2026-06-10T04:00:00Z', '2026-06-12T03:30:00Z'])
      submit(instant, n1);
    submit('2026-06-12T04:30:00Z', n1);
    const range = days('2026-06-10', '2026-06-11');
    expect((await summary(range, { projectId: north, sectorId: null })).totalRecords).toBe(2);
    expect(await list(range)).toMatchObject({
      ...{ totalRecords: 2, times: ['2026-06-10T04:00:00.000Z', '2026-06-12T03:30:00.000Z'] },
    });
  });

  // Clocks go forward at midnight to 2024-09-08 in Santiago: the day begins at 01:00, 04:00Z, and has 23 hours.
  it.each([
    ['2024-09-07T23:30-04:00', '2024-09-07'],
    ['2024-09-08T03:59:59.999Z', '2024-09-07'],
    ['2024-09-08T01:00-03:00', '2024-09-08'],
    ['2024-09-08T23:30-03:00', '2024-09-08'],
    ['2024-09-09T00:30-03:00', '2024-09-09'],
    // Back at midnight to 2024-04-07: the hour before it occurs twice, and 2024-04-06 has 25 hours.
    ['2024-04-06T23:30-03:00', '2024-04-06'],
    ['2024-04-06T23:30-04:00', '2024-04-06'],
    ['2024-04-07T00:30-04:00', '2024-04-07'],
  ])('in Santiago %s is %s', async (instant, day) => {
    submit(new Date(instant).toISOString(), n1);
    const north1 = { projectId: north, sectorId: n1 };
    expect((await summary(days(day), north1)).totalRecords).toBe(1);
    for (const other of [
      '2024-04-05',
      '2024-04-06',
      '2024-04-07',
      '2024-04-08',
      '2024-09-06',
      '2024-09-07',
      '2024-09-08',
      '2024-09-09',
      '2024-09-10',
    ])
      if (other !== day) expect((await summary(days(other), north1)).totalRecords).toBe(0);
  });

  // Clocks go back at 01:00 on 2024-11-03 in Havana: midnight occurs twice, and the first one begins the day.
  it.each([
    ['2024-11-02T23:30-04:00', '2024-11-02'],
    ['2024-11-03T00:00-04:00', '2024-11-03'],
    ['2024-11-03T00:30-05:00', '2024-11-03'],
    ['2024-11-03T23:30-05:00', '2024-11-03'],
    ['2024-11-04T00:30-05:00', '2024-11-04'],
    // Forward at midnight to 2024-03-10.
    ['2024-03-09T23:30-05:00', '2024-03-09'],
    ['2024-03-10T01:00-04:00', '2024-03-10'],
  ])('in Havana %s is %s', async (instant, day) => {
    submit(new Date(instant).toISOString());
    expect((await list(days(day))).totalRecords).toBe(1);
    for (const other of [
      '2024-03-08',
      '2024-03-09',
      '2024-03-10',
      '2024-03-11',
      '2024-11-01',
      '2024-11-02',
      '2024-11-03',
      '2024-11-04',
      '2024-11-05',
    ])
      if (other !== day) expect((await list(days(other))).totalRecords).toBe(0);
  });
});

describe('the project and sector of a query', () => {
  it('narrow a summary, and are returned as they were given', async () => {
    submit('2026-06-10T12:00:00Z', n1);
    submit('2026-06-10T12:00:00Z', s1);
    submit('2026-06-10T12:00:00Z');
    const day = days('2026-06-10');
    expect(await summary(day)).toMatchObject({ totalRecords: 3, named: ANYWHERE });
    const project = { projectId: north.toUpperCase(), sectorId: null };
    expect(await summary(day, project)).toMatchObject({
      ...{ totalRecords: 1, named: { projectId: north, sectorId: null }, projects: [{ projectId: north }] },
    });
    const sector = { projectId: null, sectorId: s1 };
    expect(await summary(day, sector)).toMatchObject({
      totalRecords: 1,
      named: sector,
      sectors: [{ name: 'S1' }],
    });
  });

  it.each([
    ['an unknown project', { projectId: newId(), sectorId: null }, 'project_forbidden'],
    ['no project at all', { projectId: 'north', sectorId: null }, 'project_forbidden'],
    ['an unknown sector', { projectId: null, sectorId: newId() }, 'sector_forbidden'],
    [
      'an unknown sector of an unknown project',
      { projectId: newId(), sectorId: newId() },
      'project_forbidden',
    ],
    ['an unknown sector of a project', { projectId: north, sectorId: newId() }, 'sector_forbidden'],
    ['a sector of another project', { projectId: north, sectorId: s1 }, 'sector_not_in_project'],
  ])('%s is refused', async (_, filter, code) => {
    await expect(summary(days('2026-06-10'), filter)).rejects.toMatchObject({ code });
    await expect(new CheckFarmFilter(observed).execute(COMPANY, filter)).rejects.toMatchObject({ code });
  });

  it('are accepted if they belong to the company, or are omitted', async () => {
    for (const filter of [ANYWHERE, { projectId: north, sectorId: n1 }, { projectId: null, sectorId: s1 }])
      await expect(new CheckFarmFilter(observed).execute(COMPANY, filter)).resolves.toBeUndefined();
  });
});
