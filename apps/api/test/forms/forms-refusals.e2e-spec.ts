import { beforeAll, describe, expect, it } from '@jest/globals';
import { dataUrlOf } from '@furrow/media/testing';
import {
  aFarmWithForms,
  aFormRecord,
  FORM_RECORD,
  POINTS,
  type ProvisionedFarm,
} from '@furrow/testbed/farms';
import { hoursAgo, type Json } from '@furrow/testbed/system';
import { expectInvalid, RefusedForms } from '../harness/farms/refused-forms.ts';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

const forms = RefusedForms.open();
const { scouted, valued, submit, inPieces } = forms;

let stranger: ProvisionedFarm;
beforeAll(async () => {
  stranger = await forms.system.provision(aFarmWithForms('other'));
});

describe('permission', () => {
  it('is checked before the body is read', async () => {
    const bad = { raw: '{', headers: { 'content-type': 'text/plain' } };
    expectRefusal(await forms.system.stranger.post(FORM_RECORD, undefined, bad), 401, 'B', 'unauthenticated');
    expectRefusal(
      await forms.system.user('idp|unknown').post(FORM_RECORD, undefined, bad),
      403,
      'B',
      'user_not_registered',
    );
    expectRefusal(await forms.farm.program().post(FORM_RECORD, undefined, bad), 401, 'B', 'invalid_token');
  });

  it('is missing for a user to whom the form is not shown, even with a photo', async () => {
    for (const key of ['bens', 'audit'])
      expectRefusal(
        await submit(aFormRecord(forms.farm.ids.forms[key]!, { values: {} })),
        403,
        'B',
        'forbidden',
      );
    const record = aFormRecord(forms.farm.ids.forms['spray']!, {
      values: { litres: 1 },
      taskId: forms.farm.ids.tasks['bens'],
    });
    expectRefusal(await inPieces(record, ['proof', forms.photo]), 403, 'B', 'forbidden');
  });

  it('is missing for other companies, which see none of this company’s forms', async () => {
    const theirs = stranger.as('ana');
    expectRefusal(await submit(scouted(), theirs), 404, 'B', 'form_not_found');
    const own = (over: object) => aFormRecord(stranger.ids.forms['scout']!, { ...over });
    const [projectId, sectorId] = [forms.farm.ids.projects['north'], forms.farm.ids.sectors['north/n1']];
    const [ownProject, ownSector] = [stranger.ids.projects['north'], stranger.ids.sectors['north/n1']];
    expectRefusal(
      await submit(own({ forced_location: { projectId, sectorId } }), theirs),
      404,
      'B',
      'project_not_found',
    );
    expectRefusal(
      await submit(own({ forced_location: { projectId: ownProject, sectorId } }), theirs),
      404,
      'B',
      'sector_not_found',
    );
    expectRefusal(
      await submit(own({ forced_location: { projectId, sectorId: ownSector } }), theirs),
      404,
      'B',
      'project_not_found',
    );
    expectRefusal(
      await submit(own({ taskId: forms.farm.ids.tasks['anas'] }), theirs),
      404,
      'B',
      'task_not_found',
    );
  });
});

describe('a reference to', () => {
  it.each([['nothing'], ['00000000-0000-7000-8000-000000000000'], ['%00']])(
    'a form that does not exist is refused: %p',
    async (formId) => {
      expectRefusal(await submit(aFormRecord(formId)), 404, 'B', 'form_not_found');
    },
  );

  it('a future version of a form is refused', async () => {
    for (const formVersion of [2, 2_147_483_648, 1e300])
      expectRefusal(await submit(scouted({ formVersion })), 404, 'B', 'form_version_not_found', {
        currentVersion: 1,
      });
  });

  it('an unknown place, or a sector of another project, is refused', async () => {
    const projectId = forms.farm.ids.projects['north']!;
    const forced = (place: object) => submit(scouted({ forced_location: place, location: POINTS.n1 }));
    expectRefusal(await forced({ projectId: 'x', sectorId: 'y' }), 404, 'B', 'project_not_found');
    expectRefusal(await forced({ projectId, sectorId: 'y' }), 404, 'B', 'sector_not_found');
    const elsewhere = forms.farm.ids.sectors['south/s1'];
    expectRefusal(await forced({ projectId, sectorId: elsewhere }), 422, 'B', 'sector_not_in_project');
  });
});

describe('a refused body', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    [
      'without anything',
      { formId: undefined, clientRecordId: undefined, values: undefined },
      ['formId', 'clientRecordId', 'values'],
    ],
    [
      'with nothing in it',
      { formId: null, clientRecordId: null, values: null },
      ['formId', 'clientRecordId', 'values'],
    ],
    [
      'of wrong types',
      { formId: 7, clientRecordId: {}, values: [], taskId: 1, recordedAt: 7, formVersion: '1' },
      ['formId', 'clientRecordId', 'values', 'taskId', 'recordedAt', 'formVersion'],
    ],
    [
      'with empty texts',
      { formId: '', clientRecordId: '', taskId: '' },
      ['formId', 'clientRecordId', 'taskId'],
    ],
    [
      'with texts that are too long',
      { clientRecordId: 'x'.repeat(101), taskId: 'x'.repeat(129) },
      ['clientRecordId', 'taskId'],
    ],
    ['whose time says not where', { recordedAt: '2026-08-01T10:00:00' }, ['recordedAt']],
    ['of a version that is none', { formVersion: 0 }, ['formVersion']],
    ['of half a version', { formVersion: 1.5 }, ['formVersion']],
    ['whose place is text', { location: 'here', forced_location: 'there' }, ['location', 'forced_location']],
    ['whose place is a list', { location: [], forced_location: [] }, ['location', 'forced_location']],
    [
      'with half a place',
      { location: { latitude: 1 }, forced_location: { sectorId: 'x' } },
      ['location.longitude', 'forced_location.projectId'],
    ],
    [
      'north of the pole',
      { location: { latitude: 90.01, longitude: 180.01, accuracy: -1 } },
      ['location.latitude', 'location.longitude', 'location.accuracy'],
    ],
    [
      'south of the pole',
      { location: { latitude: -91, longitude: -181 } },
      ['location.latitude', 'location.longitude'],
    ],
    [
      'with coordinates in words',
      { location: { latitude: '1', longitude: null } },
      ['location.latitude', 'location.longitude'],
    ],
    ['whose media are none', { media: 'photo' }, ['media']],
    [
      'whose media hold nothing',
      { media: [null, 'x', [], { field: 'picture' }] },
      ['media', 'media[3].data'],
    ],
    [
      'with too many media',
      { media: Array.from({ length: 101 }, () => ({ field: 'picture', data: '' })) },
      ['media'],
    ],
  ])('%s', async (_what, over, fields) => {
    const answer = await submit(scouted(over));
    expectRefusal(answer, 400, 'B', 'validation_failed');
    expect(wrongFields(answer).filter((field) => !/^media\[\d\]$/.test(field))).toEqual(fields.sort());
  });

  it.each([['null'], ['[]'], ['"record"'], ['7']])('is %s', async (raw) => {
    expectInvalid(await forms.ana.post(FORM_RECORD, undefined, { raw }), 'body');
  });

  it.each([['{'], ['{"formId":'], ['\u00ff'], ['']])('is not JSON: %p', async (raw) => {
    const answer = await forms.ana.post(FORM_RECORD, undefined, { raw: Buffer.from(raw, 'latin1') });
    if (raw === '') expectInvalid(answer, 'clientRecordId', 'formId', 'values');
    else expectRefusal(answer, 400, 'B', 'malformed_json');
  });

  it('has another media type', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/mixed; boundary=x',
      'image/jpeg',
    ]) {
      const answer = await forms.ana.post(FORM_RECORD, undefined, {
        raw: '{}',
        headers: { 'content-type': type },
      });
      expectRefusal(answer, 415, 'B', 'unsupported_media_type');
      expect(answer.body.message).toMatch(/application\/json.*multipart\/form-data/);
    }
  });

  it('is from tomorrow', async () => {
    const serverTime = expect.stringMatching(/Z$/);
    expectRefusal(await submit(scouted({ recordedAt: hoursAgo(-1) })), 422, 'B', 'recorded_in_future', {
      serverTime,
    });
    expectRefusal(
      await inPieces(scouted({ recordedAt: hoursAgo(-1) }), ['picture', forms.photo]),
      422,
      'B',
      'recorded_in_future',
      {
        serverTime,
      },
    );
  });

  it('contains U+0000, or is nested without end', async () => {
    expectInvalid(await submit(valued({ note: 'a\0b' })), 'values.note');
    const deep = JSON.stringify(scouted()).replace(
      '"trees":3',
      `"trees":${'['.repeat(100)}${']'.repeat(100)}`,
    );
    expectRefusal(await forms.ana.post(FORM_RECORD, undefined, { raw: deep }), 400, 'B', 'validation_failed');
  });
});

describe('refused values', () => {
  it.each<[Record<string, unknown>, string]>([
    [{ trees: null }, 'values.trees'],
    [{ trees: '3' }, 'values.trees'],
    [{ trees: -1 }, 'values.trees'],
    [{ trees: 100.5 }, 'values.trees'],
    [{ trees: true }, 'values.trees'],
    [{ note: 5 }, 'values.note'],
    [{ note: 'x'.repeat(201) }, 'values.note'],
    [{ irrigated: 'yes' }, 'values.irrigated'],
    [{ irrigated: 1 }, 'values.irrigated'],
    [{ pruned: '2026-02-30' }, 'values.pruned'],
    [{ pruned: '2026-08-01T00:00:00Z' }, 'values.pruned'],
    [{ sprayed: '2026-08-01T10:00:00' }, 'values.sprayed'],
    [{ sprayed: 1_790_000_000_000 }, 'values.sprayed'],
    [{ stage: 'harvest' }, 'values.stage'],
    [{ stage: ['bud'] }, 'values.stage'],
    [{ organs: 'leaf' }, 'values.organs'],
    [{ organs: ['leaf', 'root'] }, 'values.organs'],
    [{ organs: ['leaf', 'leaf'] }, 'values.organs'],
    [{ moth: 6 }, 'values.moth'],
    [{ moth: { value: -1, severity: null } }, 'values.moth'],
    [{ moth: { value: 1, severity: 100.5 } }, 'values.moth'],
    [{ moth: { value: '1', severity: null } }, 'values.moth'],
    [{ mildew: { severity: 5 } }, 'values.mildew'],
    [{ picture: 'data:image/png;base64,AAAA' }, 'values.picture'],
    [{ stranger: 1 }, 'values.stranger'],
    [{ constructor: 1 }, 'values.constructor'],
  ])('%j', async (values, field) => {
    expectInvalid(await submit(valued(values)), field);
  });

  it('with a name that every object has', async () => {
    const raw = JSON.stringify(scouted()).replace('"trees":3', '"trees":3,"__proto__":{"x":1}');
    expectInvalid(await forms.ana.post(FORM_RECORD, undefined, { raw }), 'values.__proto__');
  });

  it('are reported together with the problems around them', async () => {
    const record = scouted({
      values: { note: 5, stage: 'harvest', stranger: 1, moth: { value: 1, severity: 101 } },
      location: { latitude: 91, longitude: 0 },
      recordedAt: 'yesterday',
      media: [
        { field: 'picture', data: 'data:image/png;base64,AAA' },
        { field: 'note', data: dataUrlOf(forms.photo) },
      ],
    });
    const fields = ['values.trees', 'values.note', 'values.stage', 'values.stranger', 'values.moth'];
    expectInvalid(
      await submit(record),
      ...fields,
      'location.latitude',
      'recordedAt',
      'media.picture',
      'media.note',
    );
    // The refusal reveals nothing about a form that the user may not use.
    const secret = { ...record, formId: forms.farm.ids.forms['audit'] };
    expectInvalid(await submit(secret), 'location.latitude', 'recordedAt', 'media.picture');
  });
});

describe('the media folder', () => {
  it('is unchanged, and the service still answers', async () => {
    const answers: Json[] = await Promise.all([
      forms.ana.get('/api/control/forms/getForms'),
      forms.ana.get('/health/ready'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(forms.system.log).not.toMatch(/unexpected error/);
  });
});
