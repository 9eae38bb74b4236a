import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aPhoto } from '@furrow/media/testing';
import { until } from '@furrow/testbed';
import {
  aFarmWithForms,
  aFormRecord,
  aRecording,
  FORM_RECORD,
  inParts,
  POINTS,
  type ProvisionedFarm,
  SCOUT_FIELDS,
  ZONE,
} from '@furrow/testbed/farms';
import { type Answer, type Client, fetch, type Json, System } from '@furrow/testbed/system';
import { describeRefusals } from '../harness/refusal-cases.ts';
import { expectCommonHeaders, wrongFields } from '../harness/refusal.ts';

const FORMS_PATH = '/api/control/forms';
const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const LINK = expect.stringMatching(/^http.*\/media\/.*signature=/);

let system: System;
let farm: ProvisionedFarm;
let foreign: ProvisionedFarm;
let ana: Client;
let gus: Client;
let path: string;
/** Ana's with all members, Ana's without a place, Ben's; in order of time. */
let full: Json;
let bare: Json;
let bens: Json;
let theirs: Json;

const submit = async (client: Client, body: object, options?: object): Promise<Json> => {
  const answer = await client.post(FORM_RECORD, options ? undefined : body, options);
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`);
  return answer.data;
};
const list = (client: Client, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  client.get(`${path}?${new URLSearchParams(query).toString()}`, { headers });
const idsOf = ({ data }: { data: Json }): string[] => data.map(({ recordId }: Json) => recordId);
/** A page of the feed once it has this many records: it waits for other transactions on this server. */
async function follow(client: Client, query: Record<string, string>, count: number): Promise<Answer> {
  let answer: Answer | undefined;
  await until('the feed tells them', async () => {
    answer = await list(client, query);
    return answer.data.length >= count;
  });
  return answer!;
}

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarmWithForms('acme'));
  foreign = await system.provision(aFarmWithForms('rival'));
  [ana, gus] = [farm.as('ana'), farm.as('gus')];
  const scout = farm.ids.forms['scout']!;
  path = `${FORMS_PATH}/${scout}/records`;
  const body = aFormRecord(scout, {
    recordedAt: '2026-03-10T02:30:00Z',
    values: {
      ...{ trees: 20, note: '=1+1, "ñ"\nnext', irrigated: true, pruned: '2026-03-01' },
      ...{ sprayed: '2026-03-09T10:00:00-03:00', stage: 'bloom', organs: ['fruit', 'leaf'] },
      moth: { value: 3, severity: 12.5 },
    },
    location: { ...POINTS.n1, accuracy: 6 },
  });
  const media = await inParts(body, ['picture', await aPhoto()], ['voice', aRecording()]);
  full = await submit(ana, body, media);
  bare = await submit(ana, aFormRecord(scout, { recordedAt: '2026-03-11T12:00:00Z', values: { trees: 1 } }));
  const place = { projectId: farm.ids.projects['north'], sectorId: farm.ids.sectors['north/n2'] };
  bens = await submit(
    farm.as('ben'),
    aFormRecord(scout, { recordedAt: '2026-03-12T12:00:00Z', forced_location: place }),
  );
  theirs = await submit(foreign.as('ana'), aFormRecord(foreign.ids.forms['scout']!));
});
afterAll(() => system?.stop());

describe('records of a form', () => {
  it('contain every value of every field, place, media and author', async () => {
    const answer = await list(gus);
    expectCommonHeaders(answer);
    expect(answer.headers.get('vary')).toMatch(/accept/i);
    const [first] = answer.data;
    expect(first).toEqual({
      ...{ recordId: full.recordId, formId: farm.ids.forms['scout'], formVersion: 1 },
      clientRecordId: expect.stringMatching(/^record-/),
      ...{ recordedAt: '2026-03-10T02:30:00.000Z', createdAt: INSTANT },
      userId: farm.ids.users[farm.idpId('ana')],
      ...{ createdBy: farm.idpId('ana'), user_name: 'ana of acme' },
      ...{ projectId: farm.ids.projects['north'], project_name: 'Project north' },
      ...{ sectorId: farm.ids.sectors['north/n1'], sector_name: 'Sector n1', timezone: ZONE },
      ...{ location: { ...POINTS.n1, accuracy: 6 }, locationSource: 'gps' },
      values: {
        ...{ trees: 20, note: '=1+1, "ñ"\nnext', irrigated: true, pruned: '2026-03-01' },
        ...{ sprayed: '2026-03-09T13:00:00.000Z', stage: 'bloom', organs: ['leaf', 'fruit'] },
        ...{ moth: { value: 3, severity: 12.5 }, mildew: null },
      },
      media: [
        { field: 'picture', url: LINK },
        { field: 'voice', url: LINK },
      ],
      task: null,
    });
    for (const { url } of first.media) expect((await fetch(url)).status).toBe(200);
    expect(answer.data[1]).toMatchObject({
      ...{ recordId: bare.recordId, location: null, locationSource: 'none', projectId: null },
      ...{ project_name: null, sectorId: null, sector_name: null, timezone: null, media: [] },
      values: { trees: 1, note: null, organs: null, moth: null },
    });
    expect(answer.data[2]).toMatchObject({ recordId: bens.recordId, locationSource: 'forced' });
    const fields = SCOUT_FIELDS.map((field) => ({ required: false, ...field }));
    expect(answer.body.versions).toEqual([{ version: 1, fields }]);
    expect(answer.body.meta).toEqual({ page: 1, pageSize: 25, total: 3, totalPages: 1 });
  });

  it('are visible to admins and agronomists, and to other users only their own', async () => {
    const everybodys = [full, bare, bens].map(({ recordId }) => recordId);
    for (const name of ['gus', 'ada']) expect(idsOf(await list(farm.as(name)))).toEqual(everybodys);
    expect(idsOf(await list(ana))).toEqual([full.recordId, bare.recordId]);
    expect(idsOf(await list(farm.as('ben')))).toEqual([bens.recordId]);
    const records = `${FORMS_PATH}/${foreign.ids.forms['scout']!}/records`;
    expect(idsOf(await foreign.as('gus').get(records))).toEqual([theirs.recordId]);
  });

  it('come page by page', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => list(gus, { page: `${page}`, pageSize: '2' })));
    expect(pages.flatMap(idsOf)).toEqual(idsOf(await list(gus)));
    expect(pages.map(({ body }) => [body.data.length, body.meta.totalPages, body.meta.total])).toEqual([
      [2, 2, 3],
      [1, 2, 3],
      [0, 2, 3],
    ]);
    expect(pages[2]!.body.versions).toEqual([]);
  });

  it('equal their entries in the list when read one by one', async () => {
    for (const client of [ana, gus, farm.as('ada')]) {
      const answer = await client.get(`${FORMS_PATH}/records/${full.recordId}`);
      expect(answer.status).toBe(200);
      expectCommonHeaders(answer);
      const { data, versions } = (await list(gus)).body;
      expect(answer.body).toEqual({
        status: 'success',
        data: { ...data[0], media: data[0].media.map(({ field }: Json) => ({ field, url: LINK })) },
        versions,
      });
    }
  });

  it('name the task that they report on', async () => {
    const taskId = farm.ids.tasks['anas'];
    const spray = farm.ids.forms['spray']!;
    const { recordId } = await submit(ana, aFormRecord(spray, { taskId, values: { litres: 5 } }));
    const { data } = await ana.get(`${FORMS_PATH}/${spray}/records`);
    expect(data).toMatchObject([{ recordId, task: { taskId, status: 'done' }, values: { litres: 5 } }]);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['their project', { projectId: 'north' }, ['full', 'bens']],
    ['their sector', { sectorId: 'north/n2' }, ['bens']],
    ['both', { projectId: 'north', sectorId: 'north/n1' }, ['full']],
    ['their author', { userId: 'ben' }, ['bens']],
    ['nothing', { userId: 'ben', sectorId: 'north/n1' }, []],
  ])('are filtered by %s, in any format', async (_, filters, expected) => {
    const { projectId, sectorId, userId } = filters;
    const query = {
      ...(projectId && { projectId: farm.ids.projects[projectId]!.toUpperCase() }),
      ...(sectorId && { sectorId: farm.ids.sectors[sectorId]! }),
      ...(userId && { userId: farm.ids.users[farm.idpId(userId)]! }),
    };
    const records: Record<string, Json> = { full, bare, bens };
    const ids = expected.map((name) => records[name].recordId);
    expect(idsOf(await list(gus, query))).toEqual(ids);
    if (userId) expect(idsOf(await list(gus, { ...query, userId: farm.idpId(userId) }))).toEqual(ids);
    const lines = (await list(gus, { ...query, format: 'ndjson' })).text.split('\n').slice(0, -1);
    expect(lines.map((line) => JSON.parse(line).recordId)).toEqual(ids);
    const followed = await follow(gus, { ...query, updatedSince: '2026-01-01T00:00:00Z' }, ids.length);
    expect(new Set(idsOf(followed))).toEqual(new Set(ids));
  });
});

describe('days of records', () => {
  it('are those of the requested project, or else of the time zone of most projects', async () => {
    const zones = { north: 'America/Santiago', south: 'Asia/Kolkata', east: 'Asia/Kolkata' };
    const projects = Object.entries(zones).map(([key, timezone]) => ({
      ...{ key, name: key, timezone, sectors: [{ key: 'x', name: 'X' }] },
    }));
    const days = await system.provision(aFarmWithForms('days', { projects, tasks: [] }));
    const form = days.ids.forms['scout']!;
    const at = (recordedAt: string) =>
      submit(
        days.as('ana'),
        aFormRecord(form, {
          recordedAt,
          forced_location: { projectId: days.ids.projects['north'], sectorId: days.ids.sectors['north/x'] },
        }),
      );
    // The midnight that begins the tenth is at 18:30Z of the ninth in Kolkata, and at 03:00Z in Santiago.
    const made: Record<string, string> = {};
    for (const time of ['09T18:29', '09T18:30', '10T02:59', '10T03:00', '10T18:29', '10T18:30'])
      made[(await at(`2026-03-${time}:00Z`)).recordId] = time;
    const asked = async (query: Record<string, string>) => {
      const url = `${FORMS_PATH}/${form}/records?${new URLSearchParams(query).toString()}`;
      return idsOf(await days.as('ana').get(url)).map((id) => made[id]);
    };
    const tenth = { from: '2026-03-10', to: '2026-03-10' };
    expect(await asked(tenth)).toEqual(['09T18:30', '10T02:59', '10T03:00', '10T18:29']);
    const places: Record<string, string>[] = [
      { projectId: days.ids.projects['north']! },
      { sectorId: days.ids.sectors['north/x']! },
    ];
    for (const place of places)
      expect(await asked({ ...tenth, ...place })).toEqual(['10T03:00', '10T18:29', '10T18:30']);
    expect(await asked({ to: '2026-03-09' })).toEqual(['09T18:29']);
    expect(await asked({ from: '2026-03-11' })).toEqual(['10T18:30']);
  });
});

describe('all records at once', () => {
  it('are CSV that spreadsheets display but do not run', async () => {
    const answer = await list(gus, { format: 'csv' });
    expectCommonHeaders(answer);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="form-records.csv"');
    // `text` of a response drops the byte order mark.
    const bytes = await globalThis.fetch(`${system.url}${path}?format=csv`, { headers: gus.headers });
    expect(new Uint8Array(await bytes.arrayBuffer()).subarray(0, 3)).toEqual(Uint8Array.of(0xef, 0xbb, 0xbf));
    const [headings, first, second] = answer.text.split('\r\n');
    const fields = ['trees', 'note', 'irrigated', 'pruned', 'sprayed', 'stage', 'organs'];
    expect(headings).toBe(
      [
        ...['recordId', 'formVersion', 'clientRecordId', 'recordedAt', 'recordedLocal', 'timezone'],
        ...['createdAt', 'userId', 'createdBy', 'user_name', 'projectId', 'project_name', 'sectorId'],
        ...['sector_name', 'locationSource', 'latitude', 'longitude', 'accuracy', 'taskId'],
        ...fields.map((name) => `values.${name}`),
        ...['media.picture', 'media.voice', 'media.signed'],
        ...['moth', 'mildew'].flatMap((name) => [`values.${name}.value`, `values.${name}.severity`]),
      ].join(','),
    );
    expect(first).toContain(`${full.recordId},1,record-`);
    expect(first).toMatch(
      /,gps,-33\.498,-70\.698,6,,20,"'=1\+1, ""ñ""\nnext",true,2026-03-01,2026-03-09T13:00:00\.000Z,bloom,leaf; fruit,http/,
    );
    expect(first).toMatch(/,3,12\.5,,$/);
    expect(second).toMatch(/,none,,,,,1,,,,,,,,,,,,,$/);
    const semicolons = await list(gus, { format: 'csv', separator: ';' });
    expect(semicolons.text.split('\r\n')[0]).toBe(headings!.replaceAll(',', ';'));
    expect(semicolons.text).toContain(`"'=1+1, ""ñ""\nnext"`);
  });

  it('have columns for the fields of every version', async () => {
    const form = (fields: Json[]) => [
      { key: 'plan', name: 'Plan', access: { roles: ['supervisor'] }, fields },
    ];
    const text = (name: string) => ({ name, label: name, type: 'text' });
    const apply = (fields: Json[]) =>
      system.provision(aFarmWithForms('many', { forms: form(fields), tasks: [] }));
    const before = await apply([text('first'), text('both')]);
    const formId = before.ids.forms['plan']!;
    const records = `${FORMS_PATH}/${formId}/records`;
    await submit(before.as('ana'), aFormRecord(formId, { values: { first: 'a', both: 'b' } }));
    await apply([text('both'), text('second')]);
    await submit(before.as('ana'), aFormRecord(formId, { values: { second: 'c', both: 'd' } }));
    const { data, body } = await before.as('gus').get(records);
    expect(data.map(({ formVersion, values }: Json) => [formVersion, values])).toEqual([
      [1, { first: 'a', both: 'b' }],
      [2, { both: 'd', second: 'c' }],
    ]);
    expect(body.versions.map(({ version, fields }: Json) => [version, fields.length])).toEqual([
      [1, 2],
      [2, 2],
    ]);
    const lines = (await before.as('gus').get(`${records}?format=csv`)).text.trim().split('\r\n');
    expect(lines.map((line) => line.split(',').slice(-3))).toEqual([
      ['values.both', 'values.second', 'values.first'],
      ['b', '', 'a'],
      ['d', 'c', ''],
    ]);
  });

  it('are lines of JSON, each as in the list', async () => {
    const answer = await list(gus, { format: 'ndjson' });
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    const lines = answer.text.split('\n');
    expect(lines.pop()).toBe('');
    const unsigned = (record: Json) => ({ ...record, media: record.media.map(({ field }: Json) => field) });
    expect(lines.map((line) => unsigned(JSON.parse(line)))).toEqual((await list(gus)).data.map(unsigned));
    expect((await list(gus, { format: 'ndjson', from: '2030-01-01' })).text).toBe('');
  });

  it('are GeoJSON with a point at the position of the phone', async () => {
    const answer = await list(gus, { format: 'geojson' });
    expect(answer.headers.get('content-type')).toBe('application/geo+json; charset=utf-8');
    const { type, features } = answer.body;
    expect([type, features.length]).toEqual(['FeatureCollection', 3]);
    expect(features[0]).toMatchObject({
      ...{ type: 'Feature', id: full.recordId },
      geometry: { type: 'Point', coordinates: [POINTS.n1.longitude, POINTS.n1.latitude] },
      properties: { recordId: full.recordId, accuracy: 6, values: { trees: 20 } },
    });
    expect('location' in features[0].properties).toBe(false);
    expect(features[1].geometry).toBeNull();
    expect((await list(gus, { format: 'geojson', from: '2030-01-01' })).body).toEqual({
      ...{ type: 'FeatureCollection', features: [] },
    });
  });

  it('have the format that the Accept header asks for if the query names none', async () => {
    const typeFor = async (accept: string, query = {}) =>
      (await list(gus, query, { accept })).headers.get('content-type')?.split(';')[0];
    expect(await typeFor('text/csv')).toBe('text/csv');
    expect(await typeFor('application/x-ndjson')).toBe('application/x-ndjson');
    expect(await typeFor('application/geo+json, application/json;q=0.5')).toBe('application/geo+json');
    for (const accept of ['*/*', 'application/json', 'text/html', 'image/png'])
      expect(await typeFor(accept)).toBe('application/json');
    expect(await typeFor('text/csv', { format: 'json' })).toBe('application/json');
  });
});

describe('the feed of form records', () => {
  it('contains only what its reader may read', async () => {
    const since = { updatedSince: '2026-01-01T00:00:00Z' };
    expect(new Set(idsOf(await follow(ana, since, 2)))).toEqual(new Set([full.recordId, bare.recordId]));
    const narrow = await follow(ana, { ...since, from: '2026-03-11', to: '2026-03-11' }, 1);
    expect(idsOf(narrow)).toEqual([bare.recordId]);
  });
});

const of = (form: string, farmOf = () => farm) => `${FORMS_PATH}/${farmOf().ids.forms[form]!}/records`;
const one = (client: Client, id: string): Promise<Answer> => client.get(`${FORMS_PATH}/records/${id}`);
describeRefusals('what is refused of records of forms', 'B', [
  ['nobody', () => system.stranger.get(path), 401, 'unauthenticated'],
  ['an API token', () => farm.program().get(path), 401, 'invalid_token'],
  ['page 0', () => list(ana, { page: '0' }), 400, 'validation_failed'],
  ['a format that is none', () => list(ana, { format: 'xlsx' }), 400, 'validation_failed'],
  ['a separator that is none', () => list(ana, { format: 'csv', separator: '|' }), 400, 'validation_failed'],
  ['a cursor that is none', () => list(ana, { cursor: 'x' }), 400, 'validation_failed'],
  [
    'following in CSV',
    () => list(ana, { format: 'csv', updatedSince: '2026-01-01T00:00:00Z' }),
    400,
    'validation_failed',
  ],
  ['dates reversed', () => list(ana, { from: '2026-03-02', to: '2026-03-01' }), 422, 'invalid_date_range'],
  [
    'dates before filters',
    () => list(ana, { from: '2026-03-02', to: '2026-03-01', projectId: 'x' }),
    422,
    'invalid_date_range',
  ],
  ['a form of nobody', () => ana.get(`${FORMS_PATH}/x/records`), 404, 'form_not_found'],
  ['another company’s form', () => gus.get(of('scout', () => foreign)), 404, 'form_not_found'],
  ['a project of nobody', () => list(gus, { projectId: 'x' }), 404, 'project_not_found'],
  [
    'another company’s project',
    () => list(gus, { projectId: foreign.ids.projects['north']! }),
    404,
    'project_not_found',
  ],
  [
    'another company’s sector',
    () => list(gus, { sectorId: foreign.ids.sectors['north/n1']!, format: 'csv' }),
    404,
    'sector_not_found',
  ],
  [
    'a sector of another project',
    () => list(gus, { projectId: farm.ids.projects['south']!, sectorId: farm.ids.sectors['north/n1']! }),
    422,
    'sector_not_in_project',
  ],
  ['a user of nobody', () => list(gus, { userId: 'x' }), 404, 'user_not_found'],
  [
    'another company’s user',
    () => list(gus, { userId: foreign.ids.users[foreign.idpId('ana')]! }),
    404,
    'user_not_found',
  ],
  ['a colleague’s, for a supervisor', () => list(ana, { userId: farm.idpId('ben') }), 403, 'forbidden'],
  ['nobody’s, for a supervisor', () => list(ana, { userId: 'x' }), 403, 'forbidden'],
  ['one of nobody', () => one(gus, 'x'), 404, 'record_not_found'],
  ['one of another company', () => one(gus, theirs.recordId), 404, 'record_not_found'],
  ['one of a colleague', () => one(ana, bens.recordId), 403, 'forbidden'],
]);

it('every wrong parameter is named at once', async () => {
  const query = { page: 'x', from: 'x', to: 'x', format: 'x', separator: '', updatedSince: 'x', userId: '' };
  expect(wrongFields(await list(ana, query))).toEqual(Object.keys(query).sort());
});
