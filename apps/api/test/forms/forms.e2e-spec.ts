import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  aFarm,
  aFarmWithForms,
  aFormRecord,
  FORM_RECORD,
  FORMS,
  kept,
  POINTS,
  type ProvisionedFarm,
} from '@furrow/testbed/farms';
import { type Client, hoursAgo, type Json, System } from '@furrow/testbed/system';
import { expectCommonHeaders, expectRefusal } from '../harness/refusal.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let system: System;
let farm: ProvisionedFarm;
let stranger: ProvisionedFarm;
let ana: Client;
let ada: Client;

beforeAll(async () => {
  system = await System.shared();
  farm = await system.provision(aFarmWithForms('acme'));
  stranger = await system.provision(aFarm('other'));
  ana = farm.as('ana');
  ada = farm.as('ada');
});
afterAll(() => system?.stop());

const formId = (key: string) => farm.ids.forms[key]!;
const scouted = (over: Record<string, unknown> = {}) => aFormRecord(formId('scout'), over);
const sprayed = (over: Record<string, unknown> = {}) =>
  aFormRecord(formId('spray'), { values: { litres: 12 }, taskId: farm.ids.tasks['anas'], ...over });
const submit = (record: Record<string, unknown>, client = ana) => client.post(FORM_RECORD, record);
const n1 = () => ({ projectId: farm.ids.projects['north']!, sectorId: farm.ids.sectors['north/n1']! });
const n2 = () => ({ projectId: farm.ids.projects['north']!, sectorId: farm.ids.sectors['north/n2']! });
const nowhere = { projectId: null, sectorId: null };

describe('a form record', () => {
  it('is answered 201 with every member, and stored as sent', async () => {
    const record = scouted({
      recordedAt: hoursAgo(2),
      values: {
        ...{ trees: 7, note: 'Mañana otra vez', irrigated: false, pruned: '2026-08-01', stage: 'bloom' },
        ...{
          sprayed: '2026-08-01T08:00:00-04:00',
          organs: ['fruit', 'leaf'],
          moth: { value: 6, severity: null },
        },
      },
      location: { ...POINTS.n1, accuracy: 4.5 },
    });
    const answer = await submit(record);
    expect(answer.status).toBe(201);
    expectCommonHeaders(answer);
    expect(answer.body).toEqual({
      status: 'success',
      data: {
        ...{ recordId: expect.stringMatching(UUID_V7), formId: formId('scout') },
        ...{ ...n1(), locationSource: 'gps', media: [], task: null },
      },
    });
    const [row] = await system.sql<Json>('SELECT * FROM forms.records WHERE record_id = $1', [
      answer.data.recordId,
    ]);
    expect(row).toMatchObject({
      ...{ form_version: 1, client_record_id: record['clientRecordId'], accuracy: 4.5, ...POINTS.n1 },
      recorded_at: new Date(record['recordedAt'] as string),
      form_values: {
        ...{ trees: 7, note: 'Mañana otra vez', irrigated: false, pruned: '2026-08-01', stage: 'bloom' },
        ...{
          sprayed: '2026-08-01T12:00:00.000Z',
          organs: ['leaf', 'fruit'],
          moth: { value: 6, severity: null },
        },
      },
    });
  });

  it('needs only its form, its key and the required fields', async () => {
    const { status, data } = await submit(scouted());
    expect({ status, data }).toMatchObject({
      status: 201,
      data: { locationSource: 'none', ...nowhere, media: [] },
    });
    const nulls = {
      formVersion: null,
      recordedAt: null,
      location: null,
      forced_location: null,
      media: null,
      taskId: null,
    };
    expect(await submit(scouted(nulls))).toMatchObject({ status: 201 });
    expect(await submit(scouted({ values: { trees: 1, note: null, organs: [], moth: null } }))).toMatchObject(
      { status: 201 },
    );
  });

  it('loses unknown members, which are refused in strict mode', async () => {
    const record = scouted({ companyId: stranger.ids.companyId, userId: 'x' });
    expect((await submit(record)).status).toBe(201);
    const strict = await ana.post(FORM_RECORD, scouted({ companyId: 'x' }), {
      headers: { prefer: 'handling=strict' },
    });
    expectRefusal(strict, 400, 'B', 'validation_failed');
    expect(strict.body.details).toEqual([{ field: 'companyId', message: 'is not accepted here' }]);
  });

  it('is answered 200 with the same body when it is repeated, in whatever format', async () => {
    const values = { trees: 7, sprayed: '2026-08-01T08:00:00-04:00', organs: ['leaf', 'fruit'], note: null };
    const record = scouted({ recordedAt: '2026-08-02T10:00:00Z', values, location: POINTS.n1 });
    const first = await submit(record);
    expect(first.status).toBe(201);
    const same = [
      record,
      { ...record, recordedAt: '2026-08-02T12:00:00+02:00', formId: formId('scout').toUpperCase() },
      { ...record, recordedAt: undefined },
      { ...record, formVersion: 1, location: { ...POINTS.n1, accuracy: null } },
      { ...record, values: { organs: ['fruit', 'leaf'], sprayed: '2026-08-01T12:00:00Z', trees: 7.0 } },
    ];
    for (const again of same) {
      const answer = await submit(again);
      expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: first.body });
    }
    expect((await submit(record, farm.as('ben'))).status).toBe(201); // another user's phone with the same key
  });

  it('is refused if its key was used with other content', async () => {
    const record = scouted({ recordedAt: hoursAgo(1), location: POINTS.n1 });
    expect((await submit(record)).status).toBe(201);
    const before = await kept(system);
    const others = [
      { ...record, values: { trees: 4 } },
      { ...record, recordedAt: hoursAgo(2) },
      { ...record, location: POINTS.nowhere },
      { ...record, location: null },
      { ...record, forced_location: n2() },
    ];
    for (const other of others) expectRefusal(await submit(other), 422, 'B', 'idempotency_key_reused');
    expect(await kept(system)).toEqual(before);
  });

  it('passes its observations of pests and diseases to agronomy', async () => {
    const values = { trees: 1, moth: { value: 6, severity: 12.5 }, mildew: { value: null, severity: null } };
    const { data } = await submit(
      scouted({ values, location: POINTS.n1, recordedAt: '2026-08-03T00:00:00Z' }),
    );
    const rows = await system.sql<Json>(
      `SELECT variable_name, variable_type, name, value::float8, severity::float8, eppo_code, threshold::float8, author_idp_id,
              author_name, project_id, sector_id, latitude, observed_at
       FROM agronomy.observations WHERE record_id = $1 ORDER BY variable_name`,
      [data.recordId],
    );
    const shared = {
      ...{ author_idp_id: farm.idpId('ana'), author_name: 'ana of acme', latitude: POINTS.n1.latitude },
      ...{
        project_id: n1().projectId,
        sector_id: n1().sectorId,
        observed_at: new Date('2026-08-03T00:00:00Z'),
      },
    };
    expect(rows).toEqual([
      {
        ...{
          variable_name: 'mildew',
          variable_type: 'diseases',
          name: 'Powdery mildew',
          value: null,
          severity: null,
        },
        ...{ eppo_code: 'UNCINE', threshold: null, ...shared },
      },
      {
        ...{
          variable_name: 'moth',
          variable_type: 'pests',
          name: 'Grapevine moth',
          value: 6,
          severity: 12.5,
        },
        ...{ eppo_code: 'POLYBO', threshold: 5, ...shared },
      },
    ]);
  });
});

describe('the place of a record', () => {
  it.each([
    ['inside a polygon', POINTS.n1, 'gps', n1],
    ['in the hole of a polygon', POINTS.holeInN1, 'none', () => nowhere],
    ['in the east of a multipolygon', POINTS.eastOfN2, 'gps', n2],
    ['in the west of it', POINTS.westOfN2, 'gps', n2],
    ['between its parts', POINTS.betweenN2, 'none', () => nowhere],
    ['nowhere', POINTS.nowhere, 'none', () => nowhere],
    ['at the pole', { latitude: 90, longitude: -180 }, 'none', () => nowhere],
  ])('is found by GPS: %s', async (_where, location, locationSource, place) => {
    expect((await submit(scouted({ location }))).data).toMatchObject({ locationSource, ...place() });
  });

  it('is the one that the user names, whatever GPS says', async () => {
    for (const location of [POINTS.n1, POINTS.nowhere, undefined]) {
      const { data } = await submit(scouted({ location, forced_location: n2() }));
      expect(data).toMatchObject({ locationSource: 'forced', ...n2() });
    }
  });

  it('is never in a project or sector of another company', async () => {
    const record = aFormRecord(formId('scout'), { location: POINTS.n1 });
    const twin = await system.provision(aFarmWithForms('twin'));
    const { data } = await twin.as('ana').post(FORM_RECORD, { ...record, formId: twin.ids.forms['scout'] });
    expect(data).toMatchObject({ locationSource: 'gps', sectorId: twin.ids.sectors['north/n1'] });
  });
});

describe('a task', () => {
  it('is completed by the record of its assignee, and stays completed', async () => {
    const first = await submit(sprayed());
    expect(first).toMatchObject({
      status: 201,
      data: { task: { taskId: farm.ids.tasks['anas'], status: 'done' } },
    });
    expect((await ana.get(`${FORMS}?subtype=tasks`)).data[0].tasks[0].status).toBe('done');
    const second = await submit(sprayed());
    expect(second).toMatchObject({ status: 201, data: { task: { status: 'done' } } });
    expect(second.data.recordId).not.toBe(first.data.recordId);
    expect((await ana.get(`${FORMS}?subtype=tasks`)).data[0].tasks[0].status).toBe('done');
  });

  it('may be reported on by an admin, even if it is unassigned', async () => {
    for (const name of ['anas', 'nobodys'])
      expect(await submit(sprayed({ taskId: farm.ids.tasks[name] }), ada)).toMatchObject({
        ...{ status: 201, data: { task: { taskId: farm.ids.tasks[name], status: 'done' } } },
      });
  });

  it('is refused to other users', async () => {
    const before = await kept(system);
    expectRefusal(await submit(sprayed({ taskId: farm.ids.tasks['bens'] })), 403, 'B', 'forbidden');
    expectRefusal(await submit(sprayed(), farm.as('ben')), 403, 'B', 'forbidden');
    expectRefusal(await submit(sprayed(), farm.as('gus')), 403, 'B', 'forbidden');
    expect(await kept(system)).toEqual(before);
    expect((await farm.as('ben').get(`${FORMS}?subtype=tasks`)).data[0].tasks[0].status).toBe('open');
  });

  it('must be named on a task form, must exist, and must belong to that form', async () => {
    const missing = await submit(sprayed({ taskId: undefined }), ada);
    expectRefusal(missing, 400, 'B', 'validation_failed');
    expect(missing.body.details).toEqual([expect.objectContaining({ field: 'taskId' })]);
    for (const taskId of ['nothing', n1().sectorId])
      expectRefusal(await submit(sprayed({ taskId })), 404, 'B', 'task_not_found');
    const other = aFormRecord(formId('scout'), { taskId: farm.ids.tasks['anas'] });
    expectRefusal(await submit(other), 422, 'B', 'task_not_of_form');
  });
});

describe('a form that changes', () => {
  it('still accepts records of the version that a phone has', async () => {
    const sections = (fields: Json) => ({
      forms: [{ key: 'walk', name: 'Walk', access: { roles: ['supervisor'] }, type: 'monitoring', fields }],
      tasks: [],
    });
    const old = [{ name: 'steps', label: 'Steps', type: 'number', required: true }];
    const walkers = await system.provision(aFarm('walkers', sections(old)));
    const walk = walkers.ids.forms['walk']!;
    const walker = walkers.as('ana');
    const early = aFormRecord(walk, { values: { steps: 5 } });
    expect((await walker.post(FORM_RECORD, early)).status).toBe(201);
    await system.provision(
      aFarm('walkers', sections([{ name: 'metres', label: 'Metres', type: 'number', required: true }])),
    );
    expect((await walker.get(FORMS)).data).toMatchObject([
      { formId: walk, version: 2, fields: [{ name: 'metres' }] },
    ]);

    const late = aFormRecord(walk, { formVersion: 1, values: { steps: 6 } });
    expect((await walker.post(FORM_RECORD, late)).status).toBe(201);
    expect(
      (await walker.post(FORM_RECORD, aFormRecord(walk, { formVersion: 2, values: { metres: 6 } }))).status,
    ).toBe(201);
    expect((await walker.post(FORM_RECORD, aFormRecord(walk, { values: { metres: 6 } }))).status).toBe(201);
    const wrong = await walker.post(
      FORM_RECORD,
      aFormRecord(walk, { formVersion: 1, values: { metres: 6 } }),
    );
    expectRefusal(wrong, 400, 'B', 'validation_failed');
    expect(wrong.body.details.map(({ field }: Json) => field)).toEqual(['values.steps', 'values.metres']);
    // Sent before the form changed, and repeated afterwards.
    expect((await walker.post(FORM_RECORD, early)).status).toBe(200);
    const unknown = await walker.post(FORM_RECORD, { ...late, clientRecordId: 'x', formVersion: 9 });
    expectRefusal(unknown, 404, 'B', 'form_version_not_found', { currentVersion: 2 });
  });
});
