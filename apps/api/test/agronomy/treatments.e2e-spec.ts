import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { aFarm, aProject, type Place, type ProvisionedFarm, SESSIONS } from '@furrow/testbed/farms';
import { type Client, hoursAgo, type Json, System } from '@furrow/testbed/system';
import { describeRefusals } from '../harness/refusal-cases.ts';
import { expectCommonHeaders, expectRefusal, wrongFields } from '../harness/refusal.ts';

const TREATMENTS = '/api/control/treatments';
const SANTIAGO = 'America/Santiago';

let system: System;
let farm: ProvisionedFarm;
let foreign: ProvisionedFarm;
let gus: Client;
let ana: Client;
let ada: Client;

beforeAll(async () => {
  system = await System.shared();
  const [n1, n2, ...others] = aProject('north', 'n', 40).sectors;
  const boundary = {
    type: 'Polygon',
    coordinates: [
      [
        [-70.7, -33.5],
        [-70.6, -33.5],
        [-70.6, -33.4],
        [-70.7, -33.5],
      ],
    ],
  };
  farm = await system.provision(
    aFarm('acme', {
      projects: [
        aProject('old', 'o', 3, { timezone: SANTIAGO, sectors: [{ ...n1, boundary }, n2, others[0]] }),
        aProject('north', 'n', 40),
        aProject('strict', 'x', 8, { defaults: { harvestGuard: 'block' } }),
        aProject('free', 'f', 1, { defaults: { harvestGuard: 'off' } }),
      ],
    }),
  );
  foreign = await system.provision(aFarm('rival'));
  [gus, ana, ada] = [farm.as('gus'), farm.as('ana'), farm.as('ada')];
});
afterAll(() => system?.stop());

const sectorOf = (key: string) => farm.ids.sectors[key]!;
const old = () => ({ projectId: farm.ids.projects['old']!, sectorIds: [sectorOf('old/n1')] });
const aTreatment = (over: Record<string, Json> = {}) => ({
  ...{ ...old(), clientEventId: farm.event(), product: 'Thiovit Jet', dose: 4, doseUnit: 'kg/ha' },
  ...{ startedAt: '2026-01-10T20:00:00-03:00', preHarvestDays: 7 },
  ...over,
});
const record = async (over: Record<string, Json> = {}, client = gus): Promise<Json> => {
  const answer = await client.post(TREATMENTS, aTreatment(over));
  if (answer.status !== 201) throw new Error(`No treatment was recorded: ${answer.status} ${answer.text}`);
  return answer.data;
};
const WHOLE = {
  ...{ endedAt: '2026-01-11T01:30:00Z', authorisationNumber: 'ES-00123', activeSubstances: ['sulphur'] },
  ...{ target: 'PODOLE', cropCode: 'PRNAV', bbch: 75, area: 2.4, reentryHours: 24.5, operator: 'Luis Soto' },
  ...{ equipment: 'Tractor 3', notes: '=calm' },
};

describe('a treatment', () => {
  it('is stored completely, with the clearance of its sectors', async () => {
    const body = aTreatment({ ...WHOLE, sectorIds: [sectorOf('old/n2'), sectorOf('old/n1')] });
    const answer = await gus.post(TREATMENTS, body);
    expectCommonHeaders(answer);
    expect(answer.status).toBe(201);
    expect(answer.data).toEqual({
      ...body,
      treatmentId: expect.any(String),
      sectors: [
        { sectorId: sectorOf('old/n2'), sector_name: 'Sector n2', crop: 'Cherry', variety: 'Lapins' },
        { sectorId: sectorOf('old/n1'), sector_name: 'Sector n1', crop: 'Cherry', variety: 'Lapins' },
      ],
      ...{ timezone: SANTIAGO, day: '2026-01-10T03:00:00.000Z' },
      ...{ startedAt: '2026-01-10T23:00:00.000Z', endedAt: '2026-01-11T01:30:00.000Z' },
      ...{ harvestClearAt: '2026-01-17T03:00:00.000Z', reentryClearAt: '2026-01-12T02:00:00.000Z' },
      ...{ voided: false, voidedAt: null, voidReason: null },
      ...{ createdBy: farm.idpId('gus'), createdAt: expect.any(String) },
    });
  });

  it('is stored once, however often and in whatever format it is sent, and its key accepts no other content', async () => {
    const body = aTreatment({ area: 2.5, sectorIds: [sectorOf('old/n1'), sectorOf('old/n2')] });
    const first = await gus.post(TREATMENTS, body);
    const again = await gus.post(TREATMENTS, {
      ...body,
      ...{
        startedAt: '2026-01-10T23:00:00.000Z',
        sectorIds: [body.sectorIds[1]!.toUpperCase(), body.sectorIds[0]],
      },
    });
    expect([again.status, again.data]).toEqual([200, first.data]);
    const other = await gus.post(TREATMENTS, { ...body, dose: 5 });
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    // Keys are unique per user.
    expect((await ana.post(TREATMENTS, body)).status).toBe(201);
  });

  it('is stored once when many requests send it at the same time', async () => {
    const body = aTreatment();
    const answers = await Promise.all(Array.from({ length: 8 }, () => gus.post(TREATMENTS, body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
    expect(new Set(answers.map(({ data }) => data.treatmentId)).size).toBe(1);
    const kept = 'SELECT count(*)::int AS count FROM agronomy.treatments WHERE client_event_id = $1';
    expect(await system.sql(kept, [body.clientEventId])).toEqual([{ count: 1 }]);
  });

  it('names every wrong field at once', async () => {
    const wrong = await gus.post(TREATMENTS, {
      ...{ clientEventId: '', projectId: 7, sectorIds: [], product: '', startedAt: '2026-01-10T12:00:00' },
      ...{ dose: 0, doseUnit: 'x'.repeat(21), preHarvestDays: 1.5, area: 1e-7, bbch: 100, target: 'podole' },
      ...{
        cropCode: 'X',
        reentryHours: 0.125,
        activeSubstances: [1],
        operator: '',
        notes: 5,
        endedAt: 'now',
      },
    });
    expect(wrong.status).toBe(400);
    expect(wrongFields(wrong)).toEqual(
      [
        ...['activeSubstances', 'area', 'bbch', 'clientEventId', 'cropCode', 'dose', 'doseUnit', 'endedAt'],
        ...['notes', 'operator', 'preHarvestDays', 'product', 'projectId', 'reentryHours', 'sectorIds'],
        ...['startedAt', 'target'],
      ].sort(),
    );
    const missing = await gus.post(TREATMENTS, {});
    expect(wrongFields(missing)).toEqual(
      [
        'clientEventId',
        'projectId',
        'sectorIds',
        'product',
        'startedAt',
        'dose',
        'doseUnit',
        'preHarvestDays',
      ].sort(),
    );
    for (const over of [
      { endedAt: '2026-01-10T22:59:59Z' },
      { endedAt: '2026-02-11T12:00:00Z' },
      { sectorIds: [sectorOf('old/n1'), sectorOf('old/n1').toUpperCase()] },
      { dose: 1_000_001 },
      { reentryHours: -1 },
    ]) {
      const answer = await gus.post(TREATMENTS, aTreatment(over));
      expect([answer.status, wrongFields(answer)]).toEqual([400, Object.keys(over)]);
    }
  });

  it('is in the audit trail', async () => {
    const { treatmentId } = await record();
    await gus.post(`${TREATMENTS}/${treatmentId}/void`, { reason: 'Twice' });
    const entries = await system.sql(
      'SELECT act, actor FROM audit.entries WHERE $1 = ANY (subjects) ORDER BY at, entry_id',
      [treatmentId],
    );
    const actor = farm.idpId('gus');
    expect(entries).toEqual([
      { act: 'treatment.recorded', actor },
      { act: 'treatment.voided', actor },
    ]);
  });
});

describeRefusals('a treatment is refused', 'B', [
  ['to nobody', () => system.stranger.post(TREATMENTS, aTreatment()), 401, 'unauthenticated'],
  ['in no project', () => gus.post(TREATMENTS, aTreatment({ projectId: 'none' })), 404, 'project_not_found'],
  [
    'in another company’s project',
    () => gus.post(TREATMENTS, aTreatment({ projectId: foreign.ids.projects['north']! })),
    ...([404, 'project_not_found'] as const),
  ],
  [
    'in another company’s sector',
    () =>
      gus.post(TREATMENTS, aTreatment({ sectorIds: [sectorOf('old/n1'), foreign.ids.sectors['north/n1']!] })),
    ...([404, 'sector_not_found'] as const),
  ],
  [
    'in a sector of another project',
    () => gus.post(TREATMENTS, aTreatment({ sectorIds: [sectorOf('north/n1')] })),
    ...([422, 'sector_not_in_project'] as const),
  ],
  [
    'where it lies ahead',
    () => gus.post(TREATMENTS, aTreatment({ startedAt: hoursAgo(-1) })),
    ...([422, 'started_in_future', { serverTime: expect.any(String) }] as const),
  ],
]);

describe('voiding a treatment', () => {
  it('is allowed to its author and to admins, and can be repeated', async () => {
    const mine = await record({}, ana);
    const path = `${TREATMENTS}/${mine.treatmentId}/void`;
    const refused = await gus.post(path);
    expect([refused.status, refused.body.code]).toEqual([403, 'not_treatment_author']);
    const voided = await ana.post(path, { reason: 'Wrong sector' });
    expect([voided.status, voided.data]).toEqual([
      200,
      { ...mine, voided: true, voidedAt: expect.any(String), voidReason: 'Wrong sector' },
    ]);
    const again = await ada.post(path, { reason: 'Other' });
    expect([again.status, again.data]).toEqual([200, voided.data]);
    expect((await ana.post(TREATMENTS, { ...aTreatment(), clientEventId: mine.clientEventId })).data).toEqual(
      voided.data,
    );
    for (const id of [sectorOf('old/n1'), 'none'])
      expect((await ada.post(`${TREATMENTS}/${id}/void`)).body.code).toBe('treatment_not_found');
    const abroad = await foreign.as('ada').post(path);
    expect([abroad.status, abroad.body.code]).toEqual([404, 'treatment_not_found']);
  });
});

describe('the list and the register of treatments', () => {
  const march = (day: number, over: object = {}) =>
    record({ ...over, startedAt: `2026-03-${day}T23:30:00-03:00` });
  const listed = async (query: Record<string, string>) => {
    const { data, body } = await ana.get(`${TREATMENTS}?${new URLSearchParams(query).toString()}`);
    return { ids: data.map(({ treatmentId }: Json) => treatmentId), meta: body.meta };
  };
  let made: Json[];
  beforeAll(async () => {
    made = [
      await march(12),
      await march(10, { sectorIds: [sectorOf('old/n3')] }),
      await march(11, WHOLE_IN_MARCH),
    ];
  });
  const WHOLE_IN_MARCH = { ...WHOLE, endedAt: '2026-03-12T03:00:00Z' };

  it('are ordered by start and filtered by local dates, both included', async () => {
    const [twelfth, tenth, eleventh] = made.map(({ treatmentId }) => treatmentId);
    const dates = { from: '2026-03-10', to: '2026-03-11' };
    expect((await listed(dates)).ids).toEqual([tenth, eleventh]);
    expect((await listed({ ...dates, to: '2026-03-31', sectorId: sectorOf('old/n1') })).ids).toEqual([
      eleventh,
      twelfth,
    ]);
    expect((await listed({ ...dates, projectId: farm.ids.projects['north']! })).ids).toEqual([]);
    expect(await listed({ from: '2026-03-01', page: '2', pageSize: '2' })).toEqual({
      ids: [twelfth],
      meta: { page: 2, pageSize: 2, total: 3, totalPages: 2 },
    });
  });

  it('contain what a spray record must contain, one line per sector', async () => {
    const dates = 'from=2026-03-11&to=2026-03-11';
    const csv = await gus.get(`${TREATMENTS}/export?format=csv&${dates}`);
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    const [line, ...more] = parse<Record<string, string>>(csv.text, { bom: true, columns: true });
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      ...{ typeOfUse: 'surface area', product: 'Thiovit Jet', authorisationNumber: 'ES-00123' },
      ...{ activeSubstances: 'sulphur', date: '2026-03-11', startedAt: '2026-03-12T02:30:00.000Z' },
      ...{
        startedLocal: '2026-03-11T23:30:00.000-03:00',
        endedAt: '2026-03-12T03:00:00.000Z',
        areaHa: '2.4',
      },
      ...{ dose: '4', doseUnit: 'kg/ha', sector: 'Sector n1', project: 'Project old', crop: 'Cherry' },
      ...{ cropCode: 'PRNAV', bbch: '75', target: 'PODOLE', preHarvestDays: '7', harvestFrom: '2026-03-19' },
      ...{ latitude: '-33.45', reentryHours: '24.5', operator: 'Luis Soto', equipment: 'Tractor 3' },
      ...{ notes: `'=calm`, recordedBy: farm.idpId('gus'), voided: 'false', variety: 'Lapins' },
    });
    expect(Number(line!['longitude'])).toBeCloseTo(-70.65, 10);
    expect(JSON.parse(line!['boundary']!)).toMatchObject({ type: 'Polygon' });
    const lines = await gus.get(`${TREATMENTS}/export?format=ndjson&${dates}`);
    expect(JSON.parse(lines.text)).toEqual(made[2]);
  });

  it('refuse the same requests as other lists', async () => {
    const asked = async (path: string, query: string) =>
      (await gus.get(`${TREATMENTS}${path}?${query}`)).body.code;
    for (const path of ['', '/export']) {
      expect(await asked(path, 'from=2026-03-02&to=2026-03-01')).toBe('invalid_date_range');
      expect(await asked(path, 'from=yesterday')).toBe('validation_failed');
      expect(await asked(path, `projectId=${foreign.ids.projects['north']}`)).toBe('project_not_found');
      expect(await asked(path, `sectorId=${foreign.ids.sectors['north/n1']}`)).toBe('sector_not_found');
    }
    expect(await asked('/export', 'format=geojson')).toBe('validation_failed');
    expect((await foreign.as('gus').get(TREATMENTS)).data).toEqual([]);
  });
});

describe('the harvest guard', () => {
  /** Two days ago, so that the pre-harvest interval ends in five days and re-entry at the given hours. */
  const sprayed = (place: Place, over: Record<string, Json> = {}) =>
    record({
      ...{ projectId: place.projectId, sectorIds: [place.sectorId], startedAt: hoursAgo(48) },
      ...{ endedAt: hoursAgo(47), ...over },
    });
  const opened = (place: Place, over: object = {}) =>
    ana.post(SESSIONS, { ...place, openedAt: hoursAgo(0), ...over });
  const harvest = ({ treatmentId, product, harvestClearAt }: Json) => ({
    ...{ code: 'pre_harvest_interval', treatmentId, product, clearAt: harvestClearAt },
  });
  const reentry = ({ treatmentId, product, reentryClearAt }: Json) => ({
    ...{ code: 'reentry_interval', treatmentId, product, clearAt: reentryClearAt },
  });

  it('warns of both intervals, in every response that contains the session', async () => {
    const place = farm.place();
    const treatment = await sprayed(place, { reentryHours: 72 });
    const warnings = [harvest(treatment), reentry(treatment)];
    const body = { localId: 'guarded' };
    const first = await opened(place, { ...body, openedAt: hoursAgo(1) });
    expect([first.status, first.data.warnings, first.data.override]).toEqual([201, warnings, null]);
    const { sessionId, openedAt } = first.data;
    expect((await opened(place, { ...body, openedAt })).data.warnings).toEqual(warnings);
    expect((await ana.get(`${SESSIONS}/${sessionId}`)).data).toEqual(first.data);
    const listed = await ada.get(`${SESSIONS}?sectorId=${place.sectorId}`);
    expect(listed.data).toEqual([first.data]);
  });

  it('warns of a treatment that is synced late, until it is voided', async () => {
    const place = farm.place();
    const { sessionId } = (await opened(place)).data;
    const warningsNow = async () => (await ana.get(`${SESSIONS}/${sessionId}`)).data.warnings;
    expect(await warningsNow()).toEqual([]);
    const treatment = await sprayed(place);
    expect(await warningsNow()).toEqual([harvest(treatment)]);
    await gus.post(`${TREATMENTS}/${treatment.treatmentId}/void`);
    expect(await warningsNow()).toEqual([]);
  });

  it('gives no warning from the local date on, nor for a treatment after the harvest', async () => {
    const place = farm.place();
    await sprayed(place, { preHarvestDays: 0, reentryHours: 46.5 });
    const { sessionId, warnings } = (await opened(place)).data;
    expect(warnings).toEqual([]);
    await ana.post(`${SESSIONS}/${sessionId}/close`);
    await sprayed(place, { startedAt: new Date(Date.now() + 1_000).toISOString(), endedAt: null });
    expect((await ana.get(`${SESSIONS}/${sessionId}`)).data.warnings).toEqual([]);
  });

  it('refuses sessions where the project says so, unless a reason is given', async () => {
    const place = farm.place('strict');
    const treatment = await sprayed(place, { reentryHours: 72 });
    const warnings = [harvest(treatment), reentry(treatment)];
    expectRefusal(await opened(place), 409, 'B', 'pre_harvest_interval', { warnings });
    const onlyReentry = farm.place('strict');
    const other = await sprayed(onlyReentry, { preHarvestDays: 0, reentryHours: 72 });
    expectRefusal(await opened(onlyReentry), 409, 'B', 'reentry_interval', { warnings: [reentry(other)] });

    for (const override of [{}, { reason: '' }, { reason: ' \n ' }]) {
      const nameless = await opened(place, { override });
      expect([nameless.status, wrongFields(nameless)]).toEqual([400, ['override.reason']]);
    }
    const override = { reason: 'Hail is coming' };
    const { status, data } = await opened(place, { override });
    expect(status).toBe(201);
    expect(data).toMatchObject({ warnings, override: { ...override, by: farm.idpId('ana') } });
    expect((await ana.get(`${SESSIONS}/${data.sessionId}`)).data).toEqual(data);
  });

  it('refuses neither late records nor sessions in untreated sectors', async () => {
    const place = farm.place('strict');
    const treatment = await sprayed(place);
    const late = await opened(place, { openedAt: hoursAgo(0.26) });
    expect([late.status, late.data.warnings]).toEqual([201, [harvest(treatment)]]);
    expect((await opened(farm.place('strict'))).status).toBe(201);
  });

  it('is silent where it is off', async () => {
    const place = farm.place('free');
    await sprayed(place, { reentryHours: 72 });
    const { status, data } = await opened(place);
    expect([status, data.warnings]).toEqual([201, []]);
    expect((await ana.get(`${SESSIONS}/${data.sessionId}`)).data.warnings).toEqual([]);
  });
});
