import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type SheetToWrite,
  withExternalEntity,
  withMillionRows,
  workbookOf,
} from '@furrow/spreadsheet/testing';
import {
  aFarmWithForms,
  aFormRecord,
  FORM_RECORD,
  FORMS,
  inParts,
  type ProvisionedFarm,
} from '@furrow/testbed/farms';
import { type Answer, type Client, type Json, System } from '@furrow/testbed/system';
import { expectRefusal, wrongFields } from '../harness/refusal.ts';

const IMPORT = '/api/control/forms/import';
const FARM = '/api/control/farm';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const QUESTIONS = ['type', 'name', 'label'];

let system: System;
let farm: ProvisionedFarm;
let admin: Client;
let number = 0;

beforeAll(async () => {
  system = await System.shared();
});
beforeEach(async () => {
  farm = await system.provision(aFarmWithForms(`import-${++number}`));
  admin = farm.as('ada');
});

const SURVEY: SheetToWrite['rows'] = [
  [
    'type',
    'name',
    'label',
    'label::Español (es)',
    'required',
    'relevant',
    'constraint',
    'constraint_message',
  ],
  ['integer', 'trees', 'Trees', 'Árboles', 'yes', null, '. > 0', 'At least one'],
  ['select_one crop', 'crop', 'Crop', 'Cultivo', null, '${trees} > 1', null, null],
];
const CHOICES: SheetToWrite['rows'] = [
  ['list_name', 'name', 'label', 'label::Español (es)'],
  ['crop', 'vine', 'Vine', 'Vid'],
];
const SETTINGS: SheetToWrite['rows'] = [
  ['form_title', 'form_id', 'version'],
  ['Round', 'round', 2026],
];
const aWorkbook = (survey = SURVEY, settings = SETTINGS) =>
  workbookOf([
    { name: 'survey', rows: survey },
    { name: 'choices', rows: CHOICES },
    { name: 'settings', rows: settings },
  ]);
const send = (bytes: Uint8Array, query = '', headers: Record<string, string> = {}): Promise<Answer> =>
  admin.post(`${IMPORT}${query}`, undefined, { raw: bytes, headers: { 'content-type': XLSX, ...headers } });
const formOf = async (key: string) =>
  (await admin.get(FARM)).data.forms.find((form: Json) => form['key'] === key);

describe('an XLSForm', () => {
  it('becomes a form of the farm, which people fill in', async () => {
    const { status, data, body, headers } = await send(aWorkbook());
    const fields = [
      {
        ...{ name: 'trees', label: 'Trees', type: 'number', decimals: 0, required: true },
        ...{ constraint: '. > 0', constraintMessage: 'At least one' },
        translations: [{ language: 'es', label: 'Árboles' }],
      },
      {
        ...{ name: 'crop', label: 'Crop', type: 'select', required: false, relevant: '${trees} > 1' },
        ...{ options: ['vine'], optionLabels: ['Vine'] },
        translations: [{ language: 'es', label: 'Cultivo', optionLabels: ['Vid'] }],
      },
    ];
    expect(status).toBe(200);
    expect(data).toEqual({
      ...{ formId: expect.any(String), key: 'round', name: 'Round', type: 'monitoring', subtype: null },
      ...{ version: 1, status: 'active', access: { roles: [], users: [] }, fields },
    });
    expect(body['changes']).toMatchObject([{ kind: 'form', key: 'round', action: 'created', before: null }]);
    expect((await admin.get(FARM)).headers.get('etag')).toBe(headers.get('etag'));
    expect(await formOf('round')).toMatchObject({ name: 'Round', fields });
    const shown = (await admin.get(FORMS)).data.find((form: Json) => form['formId'] === data.formId);
    expect(shown.fields).toEqual(fields);
    const sent = (values: Json) => admin.post(FORM_RECORD, aFormRecord(data.formId, { values }));
    expect((await sent({ trees: 2, crop: 'vine' })).status).toBe(201);
    expect(wrongFields(await sent({ trees: 1, crop: 'vine' }))).toEqual(['values.crop']);
    expect(wrongFields(await sent({ trees: 1.5 }))).toEqual(['values.trees']);
  });

  it('is left as it is by the next farm file that does not name it', async () => {
    await send(aWorkbook());
    const before = await formOf('round');
    await system.provision(aFarmWithForms(`import-${number}`));
    expect(await formOf('round')).toEqual(before);
  });

  it('replaces the fields of a form that exists, and keeps who may see it', async () => {
    const before = await formOf('scout');
    const { data, body } = await send(aWorkbook(), '?key=scout');
    expect(data).toMatchObject({
      key: 'scout',
      name: 'Round',
      version: 2,
      subtype: 'pests',
      access: before.access,
    });
    expect(body['changes']).toMatchObject([{ action: 'updated', before, after: { name: 'Round' } }]);
    expect((await send(aWorkbook(), '?key=scout')).body['changes']).toMatchObject([{ action: 'unchanged' }]);
  });

  it('changes nothing in a dry run', async () => {
    const before = (await admin.get(FARM)).data;
    const { status, data, body } = await send(aWorkbook(), '?dryRun=true');
    expect([status, data.formId, data.key, body['changes'][0].action]).toEqual([
      200,
      null,
      'round',
      'created',
    ]);
    expect((await admin.get(FARM)).data).toEqual(before);
  });

  it('may be the only part of a multipart body', async () => {
    const sent = (...files: [string, Uint8Array][]) =>
      inParts(undefined, ...files).then((options) => admin.post(`${IMPORT}?dryRun=true`, undefined, options));
    expect((await sent(['form.xlsx', aWorkbook()])).status).toBe(200);
    expect(wrongFields(await sent(['a', aWorkbook()], ['b', aWorkbook()]))).toEqual(['file']);
    expect(wrongFields(await sent())).toEqual(['file']);
  });

  it('is refused for a farm that differs from the one that was read', async () => {
    expectRefusal(await send(aWorkbook(), '', { 'if-match': '"of-another-day"' }), 412, 'B', 'farm_changed', {
      version: expect.any(String),
    });
    const version = (await admin.get(FARM)).headers.get('etag')!;
    expect((await send(aWorkbook(), '', { 'if-match': version })).status).toBe(200);
  });

  it('is for admins alone', async () => {
    const raw = { raw: aWorkbook(), headers: { 'content-type': XLSX } };
    expectRefusal(await farm.as('ana').post(IMPORT, undefined, raw), 403, 'B', 'forbidden');
  });
});

describe('a workbook that does not become a form', () => {
  it('is refused with every place and reason, and changes nothing', async () => {
    const before = (await admin.get(FARM)).data;
    const survey = [
      QUESTIONS,
      ['start', 'start', null],
      ['text', 'seen', 'Seen'],
      ['begin repeat', 'trap', 'Trap'],
    ];
    const answer = await send(aWorkbook(survey, [['form_title'], ['Round']]));
    const reasons = [
      [2, 'is of the type "start", which has no counterpart in a form'],
      [4, 'repeats a group; forms ask each field once'],
      [4, 'begins a repeat that does not end'],
    ].map(([row, reason]) => ({ sheet: 'survey', row, column: 'type', reason }));
    expectRefusal(answer, 422, 'B', 'xlsform_unsupported', { problems: reasons });
    expect((await admin.get(FARM)).data).toEqual(before);
  });

  it('because it lacks the key of the form, or has one that no form may have', async () => {
    const answer = await send(aWorkbook(SURVEY, [['form_title'], ['Round']]));
    expect(answer.body['problems']).toEqual([
      { sheet: 'settings', row: 2, column: 'form_id', reason: 'is missing: it is the key of the form' },
    ]);
    const slashed = await send(aWorkbook(SURVEY, [['form_id'], ['a/b']]));
    expect(slashed.body['problems']).toMatchObject([{ sheet: 'settings', row: 2, column: 'form_id' }]);
  });

  it('because of its bytes, its size or its media type', async () => {
    expectRefusal(await send(Buffer.from('type,name,label')), 422, 'B', 'workbook_unreadable');
    expectRefusal(await send(Buffer.alloc(5 * 1_048_576 + 1)), 413, 'B', 'payload_too_large');
    expect(wrongFields(await send(Buffer.alloc(0)))).toEqual(['file']);
    const asJson = await send(aWorkbook(), '', { 'content-type': 'application/json' });
    expectRefusal(asJson, 415, 'B', 'unsupported_media_type');
    const answer = await send(withMillionRows('survey'));
    expectRefusal(answer, 422, 'B', 'workbook_unreadable', { sheet: 'survey' });
    const entity = await send(withExternalEntity('survey'));
    expectRefusal(entity, 422, 'B', 'workbook_unreadable');
    expect(entity.text).not.toContain('root:');
  });
});
