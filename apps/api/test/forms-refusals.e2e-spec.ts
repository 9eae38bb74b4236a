import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { aBomb, aPhoto, dataUrlOf, SVG } from '@furrow/platform/testing';
import {
  aFarmWithForms,
  aFormRecord,
  type Answer,
  aRecording,
  type Client,
  expectRefusal,
  FORM_RECORD,
  hoursAgo,
  inParts,
  type Json,
  kept,
  POINTS,
  type ProvisionedFarm,
  System,
  wrongFields,
} from './harness/index.ts';

const MB = 1_048_576;

let system: System;
let farm: ProvisionedFarm;
let stranger: ProvisionedFarm;
let ana: Client;
let photo: Buffer;
let before: Record<string, number>;

beforeAll(async () => {
  system = await System.start();
  farm = await system.provision(aFarmWithForms('acme'));
  stranger = await system.provision(aFarmWithForms('other'));
  ana = farm.as('ana');
  photo = await aPhoto();
});
afterAll(() => system?.stop());
beforeEach(async () => {
  before = await kept(system);
});
// Whatever is refused here, nothing of it may stay.
afterEach(async () => {
  expect(await kept(system)).toEqual(before);
});

const scouted = (over: Record<string, unknown> = {}) => aFormRecord(farm.ids.forms['scout']!, over);
const valued = (values: Record<string, unknown>) => scouted({ values: { trees: 1, ...values } });
const pictured = (field: string, data: unknown, more: object[] = []) =>
  scouted({ media: [{ field, data }, ...more] });
const submit = (record: unknown, client = ana) => client.post(FORM_RECORD, record);
const inPieces = async (...parts: Parameters<typeof inParts>) =>
  ana.post(FORM_RECORD, undefined, await inParts(...parts));
const expectInvalid = (answer: Answer, ...fields: string[]) => {
  expectRefusal(answer, 400, 'B', 'validation_failed');
  expect(wrongFields(answer)).toEqual(fields.sort());
};

describe('who may', () => {
  it('is asked before a byte of the body is looked at', async () => {
    const bad = { raw: '{', headers: { 'content-type': 'text/plain' } };
    expectRefusal(await system.stranger.post(FORM_RECORD, undefined, bad), 401, 'B', 'unauthenticated');
    expectRefusal(
      await system.user('idp|unknown').post(FORM_RECORD, undefined, bad),
      403,
      'B',
      'user_not_registered',
    );
    expectRefusal(await farm.reader().post(FORM_RECORD, undefined, bad), 401, 'B', 'invalid_token');
  });

  it('is none to whom the form is not shown, not even with its photo', async () => {
    for (const key of ['bens', 'audit'])
      expectRefusal(await submit(aFormRecord(farm.ids.forms[key]!, { values: {} })), 403, 'B', 'forbidden');
    const record = aFormRecord(farm.ids.forms['spray']!, {
      values: { litres: 1 },
      taskId: farm.ids.tasks['bens'],
    });
    expectRefusal(await inPieces(record, ['proof', photo]), 403, 'B', 'forbidden');
  });

  it('is nobody of another company, for whom nothing of this one is there', async () => {
    const theirs = stranger.as('ana');
    expectRefusal(await submit(scouted(), theirs), 404, 'B', 'form_not_found');
    const own = (over: object) => aFormRecord(stranger.ids.forms['scout']!, { ...over });
    const [projectId, sectorId] = [farm.ids.projects['north'], farm.ids.sectors['north/n1']];
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
    expectRefusal(await submit(own({ taskId: farm.ids.tasks['anas'] }), theirs), 404, 'B', 'task_not_found');
  });
});

describe('what is not there', () => {
  it.each([['nothing'], ['00000000-0000-7000-8000-000000000000'], ['%00']])(
    'such as the form %p',
    async (formId) => {
      expectRefusal(await submit(aFormRecord(formId)), 404, 'B', 'form_not_found');
    },
  );

  it('such as a version to come', async () => {
    for (const formVersion of [2, 2_147_483_648, 1e300])
      expectRefusal(await submit(scouted({ formVersion })), 404, 'B', 'form_version_not_found', {
        currentVersion: 1,
      });
  });

  it('such as a place, or the sector of another project', async () => {
    const projectId = farm.ids.projects['north']!;
    const forced = (place: object) => submit(scouted({ forced_location: place, location: POINTS.n1 }));
    expectRefusal(await forced({ projectId: 'x', sectorId: 'y' }), 404, 'B', 'project_not_found');
    expectRefusal(await forced({ projectId, sectorId: 'y' }), 404, 'B', 'sector_not_found');
    const elsewhere = farm.ids.sectors['south/s1'];
    expectRefusal(await forced({ projectId, sectorId: elsewhere }), 422, 'B', 'sector_not_in_project');
  });
});

describe('a body', () => {
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

  it.each([['null'], ['[]'], ['"record"'], ['7']])('that is %s', async (raw) => {
    expectInvalid(await ana.post(FORM_RECORD, undefined, { raw }), 'body');
  });

  it.each([['{'], ['{"formId":'], ['\u00ff'], ['']])('that is no JSON: %p', async (raw) => {
    const answer = await ana.post(FORM_RECORD, undefined, { raw: Buffer.from(raw, 'latin1') });
    if (raw === '') expectInvalid(answer, 'clientRecordId', 'formId', 'values');
    else expectRefusal(answer, 400, 'B', 'malformed_json');
  });

  it('of another kind', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/mixed; boundary=x',
      'image/jpeg',
    ]) {
      const answer = await ana.post(FORM_RECORD, undefined, { raw: '{}', headers: { 'content-type': type } });
      expectRefusal(answer, 415, 'B', 'unsupported_media_type');
      expect(answer.body.message).toMatch(/application\/json.*multipart\/form-data/);
    }
  });

  it('from tomorrow', async () => {
    const serverTime = expect.stringMatching(/Z$/);
    expectRefusal(await submit(scouted({ recordedAt: hoursAgo(-1) })), 422, 'B', 'recorded_in_future', {
      serverTime,
    });
    expectRefusal(
      await inPieces(scouted({ recordedAt: hoursAgo(-1) }), ['picture', photo]),
      422,
      'B',
      'recorded_in_future',
      {
        serverTime,
      },
    );
  });

  it('with U+0000, or nested without end', async () => {
    expectInvalid(await submit(valued({ note: 'a\0b' })), 'values.note');
    const deep = JSON.stringify(scouted()).replace(
      '"trees":3',
      `"trees":${'['.repeat(100)}${']'.repeat(100)}`,
    );
    expectRefusal(await ana.post(FORM_RECORD, undefined, { raw: deep }), 400, 'B', 'validation_failed');
  });
});

describe('values', () => {
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

  it('of a name that every object has', async () => {
    const raw = JSON.stringify(scouted()).replace('"trees":3', '"trees":3,"__proto__":{"x":1}');
    expectInvalid(await ana.post(FORM_RECORD, undefined, { raw }), 'values.__proto__');
  });

  it('are told of together, and with what is wrong around them', async () => {
    const record = scouted({
      values: { note: 5, stage: 'harvest', stranger: 1, moth: { value: 1, severity: 101 } },
      location: { latitude: 91, longitude: 0 },
      recordedAt: 'yesterday',
      media: [
        { field: 'picture', data: 'data:image/png;base64,AAA' },
        { field: 'note', data: dataUrlOf(photo) },
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
    // A form that is not for them tells them nothing about itself.
    const secret = { ...record, formId: farm.ids.forms['audit'] };
    expectInvalid(await submit(secret), 'location.latitude', 'recordedAt', 'media.picture');
  });
});

describe('media as data URLs', () => {
  it('that are none, or were cut off', async () => {
    const whole = dataUrlOf(photo);
    for (const data of [
      '',
      'photo',
      'https://example.com/a.jpg',
      'data:image/png,x',
      whole.slice(0, -1),
      whole.slice(0, 40),
      `${whole}=`,
      `${whole.slice(0, 60)} ${whole.slice(61)}`,
    ])
      expectInvalid(await submit(pictured('picture', data)), 'media.picture');
    for (const data of [null, 7, {}]) expectInvalid(await submit(pictured('picture', data)), 'media[0].data');
  });

  it('in fields that take none, or not so many', async () => {
    const data = dataUrlOf(photo);
    expectInvalid(await submit(pictured('note', data)), 'media.note');
    expectInvalid(await submit(pictured('stranger', data)), 'media.stranger');
    expectInvalid(await submit(pictured('signed', data, [{ field: 'signed', data }])), 'media.signed');
    expectInvalid(
      await submit(
        pictured(
          'picture',
          data,
          Array.from({ length: 10 }, () => ({ field: 'picture', data })),
        ),
      ),
      'media.picture',
    );
  });

  it('of 13 MB', async () => {
    const answer = await submit(pictured('picture', dataUrlOf(Buffer.alloc(13 * MB, 1))));
    expectRefusal(answer, 413, 'B', 'media_too_large', { field: 'media.picture' });
    expect(answer.body.message).toMatch(/picture.*12 MB/);
  });

  it('of more than 20 MB in all', async () => {
    const data = dataUrlOf(Buffer.alloc(8 * MB, 1));
    const answer = await submit(pictured('picture', data, [{ field: 'picture', data }]));
    expectRefusal(answer, 413, 'B', 'payload_too_large');
  });

  it('that are something else by their bytes', async () => {
    const unsupported: [string, string][] = [
      ['picture', dataUrlOf(Buffer.from(SVG), 'image/png')],
      ['picture', dataUrlOf(Buffer.from('GIF89a'.padEnd(60, '\0')), 'image/png')],
      ['picture', dataUrlOf(photo.subarray(0, photo.length / 2))],
      ['picture', dataUrlOf(aBomb(60_000, 60_000), 'image/png')],
      ['picture', dataUrlOf(aRecording())],
      ['signed', dataUrlOf(Buffer.from('%PDF-1.7'.padEnd(100, ' ')), 'image/png')],
      ['voice', dataUrlOf(photo, 'audio/mpeg')],
    ];
    for (const [field, data] of unsupported)
      expectRefusal(await submit(pictured(field, data)), 415, 'B', 'unsupported_media', {
        field: `media.${field}`,
      });
  });

  it('of which the last is wrong leave nothing of the first', async () => {
    const record = pictured('picture', dataUrlOf(photo), [{ field: 'voice', data: dataUrlOf(photo) }]);
    expectRefusal(await submit(record), 415, 'B', 'unsupported_media', { field: 'media.voice' });
  });
});

describe('a body in parts', () => {
  const raw = (text: string | Buffer, type = 'multipart/form-data; boundary=edge') =>
    ana.post(FORM_RECORD, undefined, { raw: Buffer.from(text), headers: { 'content-type': type } });
  const part = (head: string, content: string) => `--edge\r\n${head}\r\n\r\n${content}\r\n`;
  const named = (name: string, content: string) =>
    part(`Content-Disposition: form-data; name="${name}"`, content);

  it('needs exactly one part with the record', async () => {
    expectInvalid(await inPieces(undefined, ['picture', photo]), 'record');
    expectInvalid(await inPieces(scouted(), ['record', JSON.stringify(scouted())]), 'record');
    expectInvalid(await inPieces(scouted(), ['record', photo]), 'record');
    expectInvalid(await raw('--edge--\r\n'), 'record');
  });

  it('holds the record as JSON, as strictly as any body', async () => {
    expectRefusal(await raw(`${named('record', '{')}--edge--`), 400, 'B', 'malformed_json');
    expectRefusal(
      await raw(Buffer.from(`${named('record', '{"a":"\u00ff"}')}--edge--`, 'latin1')),
      400,
      'B',
      'malformed_json',
    );
    expectInvalid(await raw(`${named('record', '[]')}--edge--`), 'body');
    expectInvalid(await inPieces(valued({ note: 'a\0b' })), 'values.note');
    expectInvalid(
      await inPieces(scouted({ location: { latitude: 91, longitude: 0 } }), ['stranger', photo]),
      'location.latitude',
      'media.stranger',
    );
  });

  it.each<[string, string]>([
    ['nothing', ''],
    ['no boundary', 'record={}'],
    ['a part that never ends', `--edge\r\nContent-Disposition: form-data; name="record"\r\n\r\n{"formId":`],
    [
      'a file that never ends',
      `${named('record', '{}')}--edge\r\nContent-Disposition: form-data; name="picture"; filename="a"\r\n\r\nabc`,
    ],
    ['a head that never ends', '--edge\r\nContent-Disposition: form-data; na'],
    ['a head that is none', '--edge\r\n\u0001\u0002\u0003\r\n\r\n{}\r\n--edge--'],
    ['a head without end', `--edge\r\nX: ${'x'.repeat(20_000)}\r\n\r\n{}\r\n--edge--`],
    ['a part without a name', `${part('Content-Disposition: form-data', '{}')}--edge--`],
    [
      'a charset nobody knows',
      `${part('Content-Disposition: form-data; name="record"\r\nContent-Type: text/plain; charset=klingon', '{}')}--edge--`,
    ],
  ])('with %s', async (_what, text) => {
    expectRefusal(await raw(text), 400, 'B', 'malformed_multipart');
  });

  it('whose type names no boundary', async () => {
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/form-data; charset=utf-8',
    ])
      expectRefusal(await raw('--edge--', type), 400, 'B', 'malformed_multipart');
  });

  it('with a file of 13 MB', async () => {
    for (const field of ['picture', 'stranger']) {
      const answer = await inPieces(scouted(), [field, Buffer.alloc(13 * MB, 1)]);
      expectRefusal(answer, 413, 'B', 'media_too_large', { field: `media.${field}` });
    }
  });

  it('with more than 20 MB in all', async () => {
    const half = Buffer.alloc(11 * MB, 1);
    expectRefusal(
      await inPieces(scouted(), ['picture', half], ['picture', half]),
      413,
      'B',
      'payload_too_large',
    );
  });

  it('with more parts than there may be', async () => {
    const many = Array.from({ length: 101 }, (): [string, Buffer] => ['picture', photo]);
    expectRefusal(await inPieces(scouted(), ...many), 413, 'B', 'payload_too_large');
    const nameless = part('Content-Type: text/plain', '').repeat(300);
    expectRefusal(await raw(`${nameless}--edge--`), 413, 'B', 'payload_too_large');
  });

  it('with what is no photo, also under a photo’s name and type', async () => {
    const head =
      'Content-Disposition: form-data; name="picture"; filename="a.png"\r\nContent-Type: image/png';
    const answer = await raw(`${named('record', JSON.stringify(scouted()))}${part(head, SVG)}--edge--`);
    expectRefusal(answer, 415, 'B', 'unsupported_media', { field: 'media.picture' });
    expectRefusal(await inPieces(scouted(), ['picture', Buffer.alloc(0)]), 415, 'B', 'unsupported_media', {
      field: 'media.picture',
    });
  });

  it('where no files are taken', async () => {
    const answer = await ana.post('/api/control/production/records', undefined, await inParts({}));
    expectRefusal(answer, 415, 'B', 'unsupported_media_type');
  });
});

describe('the media folder', () => {
  it('is as it was, and the service as well', async () => {
    const answers: Json[] = await Promise.all([
      ana.get('/api/control/forms/getForms'),
      ana.get('/health/ready'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(system.log).not.toMatch(/unforeseen error/);
  });
});
