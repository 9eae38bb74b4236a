import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aScoutedFarm,
  COMPANY_RECORDS,
  COMPANY_SUMMARY,
  FORM_RECORD,
  type ProvisionedFarm,
  ReportClient,
  Scout,
  SUMMARY,
} from '@furrow/testbed/farms';
import { type Json, System } from '@furrow/testbed/system';
import { expectCommonHeaders } from '../harness/refusal.ts';

const ID = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const day = (startTime: string, endTime = startTime) => ({ startTime, endTime });

let system: System;
let farm: ProvisionedFarm;
let ana: Scout;
let program: ReportClient;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aScoutedFarm('acme'));
  ana = Scout.of(farm);
  program = new ReportClient(farm.program('phytosanitary'));
});
afterAll(() => system?.stop());

describe('three records, sent through the form', () => {
  const range = day('2025-03-10');
  const sent: Json[] = [];
  const moth = { incidence: 66.67, severity: 23.75, eppoCode: 'POLYBO', aboveThreshold: true };
  const mildew = { incidence: 50, severity: 2.5, eppoCode: 'UNCINE' };
  // The calculation is written out in docs/phytosanitary.md.
  const sector = {
    ...{ sector_name: 'Sector n1', incidence: 66.67, severity: 13.13 },
    pests_diseases: [
      { pest_disease_name: 'Grapevine moth', ...moth },
      { pest_disease_name: 'Powdery mildew', ...mildew },
    ],
  };
  const project = () => ({
    ...{ projectId: farm.ids.projects['north'], projectName: 'Project north', sectors: [sector] },
  });

  beforeAll(async () => {
    const at = (hour: string) => `2025-03-10T${hour}:00-03:00`;
    sent.push(
      await ana.submit(
        'north/n1',
        at('08:00'),
        { moth: [24, 40], mildew: [1, 5] },
        { location: { latitude: -33.45, longitude: -70.6667 } },
      ),
      await ana.submit('north/n1', at('09:00'), { moth: [0, null], mildew: [null, null] }),
      await ana.submit('north/n1', at('10:00'), { moth: [8, 7.5], mildew: [0, 0] }),
    );
  });

  it('appear by local day and sector for users, with the figures of the summary', async () => {
    const projectId = farm.ids.projects['north']!;
    const asked = new URLSearchParams({ ...range, projectId }).toString();
    const { data } = await farm.as('gus').get(`/api/console/phytosanitary/days?${asked}`);
    const { incidence, severity } = moth;
    const place = { localDate: '2025-03-10', day: '2025-03-10T03:00:00.000Z' };
    const sectorId = farm.ids.sectors['north/n1'];
    expect(data).toEqual([
      { ...place, sectorId, name: 'Grapevine moth', counted: expect.closeTo(32 / 3, 9), incidence, severity },
      { ...place, sectorId, name: 'Powdery mildew', counted: 0.5, incidence: 50, severity: 2.5 },
    ]);
    const south = new URLSearchParams({ ...range, projectId: farm.ids.projects['south']! }).toString();
    expect((await farm.as('ana').get(`/api/console/phytosanitary/days?${south}`)).data).toEqual([]);
  });

  it('appear in the summary', async () => {
    const answer = await program.ask(SUMMARY, { ...range, projectId: farm.ids.projects['north']! });
    expect(answer.status).toBe(200);
    expectCommonHeaders(answer);
    expect(answer.body).toEqual({
      ...{ status: 'success', scope: 'project', range, projectTimezone: 'America/Santiago' },
      filters: { companyId: farm.ids.companyId, projectId: farm.ids.projects['north'], sectorId: null },
      ...{ totalRecords: 3, totalSectors: 1, sectors: [sector], totalProjects: 1, projects: [project()] },
    });
  });

  it('appear in the summary of the company', async () => {
    const answer = await program.ask(COMPANY_SUMMARY, range);
    expect(answer.status).toBe(200);
    expectCommonHeaders(answer);
    expect(answer.body).toEqual({
      ...{ status: 'success', scope: 'company', range, companyTimezone: 'America/Santiago' },
      ...{ companyId: farm.ids.companyId, totalRecords: 3, totalProjects: 1, projects: [project()] },
    });
  });

  it('appear in the list of records', async () => {
    const answer = await program.ask(COMPANY_RECORDS, range);
    expect(answer.status).toBe(200);
    expectCommonHeaders(answer);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    const record = (index: number, record_time: string, gps: object, ...responses: object[]) => ({
      ...{ record_id: sent[index].recordId, created_at: INSTANT, record_time },
      ...{ user_id: farm.idpId('ana'), user_name: 'ana of acme' },
      ...{ projectId: farm.ids.projects['north'], project_name: 'Project north' },
      ...{
        sectorId: farm.ids.sectors['north/n1'],
        sector_name: 'Sector n1',
        crop: 'Cherry',
        variety: 'Lapins',
      },
      ...{ latitude: null, longitude: null, ...gps, responses },
    });
    const response = (variable_name: string, value_number: number | null, severity: number | null) => ({
      ...{ response_id: ID, variable_name, variable_type: variable_name === 'moth' ? 'pests' : 'diseases' },
      ...{ name: variable_name === 'moth' ? 'Grapevine moth' : 'Powdery mildew', value_number, severity },
    });
    expect(answer.body).toEqual({
      ...{ status: 'success', range, companyTimezone: 'America/Santiago' },
      ...{ companyId: farm.ids.companyId, totalRecords: 3 },
      records: [
        record(
          ...([0, '2025-03-10T11:00:00.000Z', { latitude: -33.45, longitude: -70.6667 }] as const),
          ...[response('moth', 24, 40), response('mildew', 1, 5)],
        ),
        record(1, '2025-03-10T12:00:00.000Z', {}, response('moth', 0, null), response('mildew', null, null)),
        record(2, '2025-03-10T13:00:00.000Z', {}, response('moth', 8, 7.5), response('mildew', 0, 0)),
      ],
    });
  });
});

describe('a summary counts', () => {
  const query = (date: string, more: object = {}) => ({ ...day(date), ...more });

  it('each record once, however often it is sent', async () => {
    const body = ana.body('north/n2', '2025-02-01T12:00:00Z', { moth: [1, null] });
    const client = farm.as('ana');
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.post(FORM_RECORD, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201]);
    expect((await client.post(FORM_RECORD, { ...body, values: { moth: { value: 2 } } })).status).toBe(422);
    const { body: summary } = await program.ask(COMPANY_SUMMARY, query('2025-02-01'));
    expect(summary.totalRecords).toBe(1);
    expect((await program.ask(COMPANY_RECORDS, query('2025-02-01'))).body.totalRecords).toBe(1);
  });

  it('only what was assessed: null is not zero', async () => {
    const at = '2025-02-02T12:00:00Z';
    await ana.submit('north/n1', at, { moth: [3, 20], mite: [null, null] });
    for (let count = 0; count < 3; count++)
      await ana.submit('north/n1', at, { moth: [null, 80], mite: [0, null] });
    expect(await program.sector(query('2025-02-02'), 'Sector n1')).toEqual({
      ...{ sector_name: 'Sector n1', incidence: 25, severity: 20 },
      pests_diseases: [
        {
          pest_disease_name: 'Grapevine moth',
          incidence: 100,
          severity: 20,
          eppoCode: 'POLYBO',
          aboveThreshold: false,
        },
        { pest_disease_name: 'Red mite', incidence: 0, severity: 0 },
      ],
    });
  });

  it('records with nothing assessed and without a sector, but not records without a response', async () => {
    const at = '2025-02-03T12:00:00Z';
    await ana.submit('north/n3', at, { moth: [null, null] });
    await ana.submit(null, at, { moth: [9, 9] }, { location: { latitude: 1, longitude: 2 } });
    await ana.submit('north/n4', at, {}, { values: { note: 'Nothing to see' } });
    const { body } = await program.ask(SUMMARY, query('2025-02-03'));
    const sector = { sector_name: 'Sector n3', incidence: 0, severity: 0, pests_diseases: [] };
    expect(body).toMatchObject({
      ...{ scope: 'company', totalRecords: 2, totalSectors: 1, sectors: [sector] },
      ...{ totalProjects: 1, projects: [{ projectName: 'Project north', sectors: [sector] }] },
    });
    const { body: listed } = await program.ask(COMPANY_RECORDS, query('2025-02-03'));
    expect(listed.records.map(({ sector_name, latitude }: Json) => [sector_name, latitude])).toEqual([
      ['Sector n3', null],
      [null, 1],
    ]);
    expect(listed.records[1]).toMatchObject({
      projectId: null,
      project_name: null,
      sectorId: null,
      crop: null,
    });
    const { body: project } = await program.ask(
      SUMMARY,
      query('2025-02-03', { projectId: farm.ids.projects['north']! }),
    );
    expect(project.totalRecords).toBe(1);
  });

  it('nothing where there is nothing', async () => {
    const range = day('2001-01-01', '2001-06-29');
    const { body } = await program.ask(SUMMARY, range);
    expect(body).toMatchObject({
      totalRecords: 0,
      totalSectors: 0,
      sectors: [],
      totalProjects: 0,
      projects: [],
    });
    expect((await program.ask(COMPANY_RECORDS, range)).body).toEqual({
      ...{ status: 'success', records: [], range, companyTimezone: 'America/Santiago' },
      ...{ companyId: farm.ids.companyId, totalRecords: 0 },
    });
  });
});

describe('the range of a summary', () => {
  const range = day('2025-01-15');
  const { projects, sectors } = { projects: () => farm.ids.projects, sectors: () => farm.ids.sectors };

  beforeAll(async () => {
    for (const place of ['north/n1', 'north/n2', 'south/s1', 'cuba/c1', null])
      await ana.submit(place, '2025-01-15T15:00:00Z', { moth: [place === 'north/n2' ? 0 : 6, null] });
  });

  it.each([
    [
      'the company',
      () => ({}),
      'company',
      [null, null],
      5,
      ['c1', 'n1', 'n2', 's1'],
      ['cuba', 'north', 'south'],
    ],
    [
      'the company by its id',
      () => ({ companyId: farm.ids.companyId }),
      'company',
      [null, null],
      5,
      ['c1', 'n1', 'n2', 's1'],
      ['cuba', 'north', 'south'],
    ],
    [
      'a project',
      () => ({ projectId: projects()['north'] }),
      'project',
      ['north', null],
      2,
      ['n1', 'n2'],
      ['north'],
    ],
    [
      'a sector',
      () => ({ sectorId: sectors()['north/n2'] }),
      'sector',
      [null, 'north/n2'],
      1,
      ['n2'],
      ['north'],
    ],
    [
      'a sector of its project',
      () => ({ projectId: projects()['south'], sectorId: sectors()['south/s1'] }),
      'sector',
      ['south', 'south/s1'],
      1,
      ['s1'],
      ['south'],
    ],
    [
      'a sector where nothing was seen',
      () => ({ sectorId: sectors()['south/s2'] }),
      'sector',
      [null, 'south/s2'],
      0,
      [],
      [],
    ],
  ])('is %s', async (_, filters, scope, [project, sector], totalRecords, sectorNames, projectNames) => {
    const { status, body } = await program.ask(SUMMARY, { ...range, ...filters() });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      ...{ scope, totalRecords, totalSectors: sectorNames.length, totalProjects: projectNames.length },
      filters: {
        companyId: farm.ids.companyId,
        projectId: project ? projects()[project] : null,
        sectorId: sector ? sectors()[sector] : null,
      },
    });
    expect(body.sectors.map(({ sector_name }: Json) => sector_name)).toEqual(
      sectorNames.map((name) => `Sector ${name}`),
    );
    expect(body.projects.map(({ projectName }: Json) => projectName)).toEqual(
      projectNames.map((name) => `Project ${name}`),
    );
    expect(body.projects.flatMap((each: Json) => each.sectors)).toHaveLength(sectorNames.length);
  });

  it('is in days of the project’s own time zone', async () => {
    // 23:30 in Havana, and 01:30 on the next day in Santiago.
    await ana.submit('cuba/c1', '2025-01-21T04:30:00Z', { moth: [1, null] });
    const total = async (date: string, filters: object) => {
      const { body } = await program.ask(SUMMARY, { ...day(date), ...filters });
      return [body.projectTimezone, body.totalRecords];
    };
    for (const filters of [{ projectId: projects()['cuba'] }, { sectorId: sectors()['cuba/c1'] }]) {
      expect(await total('2025-01-20', filters)).toEqual(['America/Havana', 1]);
      expect(await total('2025-01-21', filters)).toEqual(['America/Havana', 0]);
    }
    expect(await total('2025-01-20', {})).toEqual(['America/Santiago', 0]);
    expect(await total('2025-01-21', {})).toEqual(['America/Santiago', 1]);
    for (const path of [COMPANY_SUMMARY, COMPANY_RECORDS])
      expect((await program.ask(path, day('2025-01-21'))).body).toMatchObject({
        ...{ totalRecords: 1, companyTimezone: 'America/Santiago' },
      });
  });

  it.each([
    ['2025-09-06', '2025-09-07T03:30:00Z', '2025-09-07T04:30:00Z'], // 23:30; then clocks skip midnight, and it is 01:30
    ['2025-04-05', '2025-04-06T03:30:00Z', '2025-04-06T04:30:00Z'], // the second 23:30; then it is 00:30
  ])('ends where %s ends in Santiago', async (date, counts, countsNot) => {
    await ana.submit('north/n1', counts, { moth: [1, null] });
    await ana.submit('north/n1', countsNot, { moth: [1, null] });
    for (const path of [SUMMARY, COMPANY_SUMMARY, COMPANY_RECORDS])
      expect((await program.ask(path, day(date))).body.totalRecords).toBe(1);
  });

  it('may be 180 days', async () => {
    const range = day('2024-07-20', '2025-01-15');
    for (const path of [SUMMARY, COMPANY_SUMMARY, COMPANY_RECORDS])
      expect((await program.ask(path, range)).status).toBe(200);
  });
});

describe('many records', () => {
  it('stream in order of time and id, each once', async () => {
    const { recordId } = await ana.submit('north/n1', '2020-02-02T12:00:00Z', {
      moth: [2, 1],
      mite: [0, null],
    });
    await system.sql(
      `INSERT INTO agronomy.observations
       SELECT copy.* FROM agronomy.observations o, generate_series(1, 650) AS n,
         jsonb_populate_record(o, jsonb_build_object(
           'observation_id', gen_random_uuid(), 'record_id', md5(n::text)::uuid,
           'observed_at', o.observed_at + (n % 50) * interval '1 minute')) AS copy
       WHERE o.record_id = $1`,
      [recordId],
    );
    const { body } = await program.ask(COMPANY_RECORDS, day('2020-02-02'));
    expect(body.totalRecords).toBe(651);
    const keys = body.records.map(({ record_time, record_id }: Json) => `${record_time} ${record_id}`);
    expect(keys).toEqual([...new Set(keys)].sort());
    expect(keys).toHaveLength(651);
    expect(body.records.every(({ responses }: Json) => responses.length === 2)).toBe(true);
  });
});

describe('reading', () => {
  it('accepts the token as bearer, as x-api-key, and as both when they agree', async () => {
    const { credential } = farm.ids.apiTokens['phytosanitary']!;
    const ways: Record<string, string>[] = [
      { authorization: `Bearer ${credential}` },
      { 'x-api-key': credential },
      { 'x-api-key': credential, authorization: `bearer ${credential}` },
    ];
    for (const headers of ways)
      for (const path of [SUMMARY, COMPANY_SUMMARY, COMPANY_RECORDS]) {
        const answer = await system.stranger.get(`${path}?startTime=2001-01-01&endTime=2001-01-01`, {
          headers,
        });
        expect(answer.status).toBe(200);
      }
  });

  it('shows a company only its own data', async () => {
    const other = await system.provision(aScoutedFarm('other'));
    const theirs = new ReportClient(other.program('phytosanitary'));
    for (const path of [SUMMARY, COMPANY_SUMMARY, COMPANY_RECORDS]) {
      const { status, body } = await theirs.ask(path, day('2024-12-01', '2025-03-31'));
      expect([status, body.totalRecords]).toEqual([200, 0]);
      expect(JSON.stringify(body)).not.toContain(farm.ids.projects['north']!);
    }
  });
});
