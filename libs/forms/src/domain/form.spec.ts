import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from '@furrow/kernel';
import { aField, aFormDeclaration, aUser, oneOfEach } from '../testing/builders.ts';
import type { FieldDeclaration } from './field.ts';
import { Form, type FormDeclaration } from './form.ts';

const wrong = (work: () => unknown): string[] => {
  try {
    work();
  } catch (error) {
    if (error instanceof ValidationFailed)
      return error.details.map(({ field, message }) => `${field} ${message}`);
    throw error;
  }
  return [];
};
const refusedFields = (...fields: FieldDeclaration[]) =>
  wrong(() => Form.define(aFormDeclaration({ fields })));

describe('a form', () => {
  it('defaults to monitoring, for admins only, without fields', () => {
    expect(Form.define({ key: 'scout', name: 'Scouting' }).state).toMatchObject({
      key: 'scout',
      name: 'Scouting',
      type: 'monitoring',
      subtype: null,
      access: { roles: [], users: [] },
      version: 1,
      fields: [],
      active: true,
    });
  });

  it('is unchanged when declared the same, however nulls and order of members are written', () => {
    const form = Form.define(aFormDeclaration());
    const { key, name, subtype, access, fields } = form.state;
    const turned = fields.map(
      (field) => Object.fromEntries(Object.entries(field).reverse()) as unknown as FieldDeclaration,
    );
    const same = { key, name, subtype, access, fields: turned.map((field) => ({ min: null, ...field })) };
    expect(form.redeclared(same)).toBe(form);
    expect(Form.restore(structuredClone(form.state)).redeclared(same).state.version).toBe(1);
  });

  it.each<[string, Partial<FormDeclaration>, number]>([
    ['its name', { name: 'Other' }, 2],
    ['its subtype', { subtype: null }, 2],
    ['a label', { fields: [aField('text', { label: 'Else?' }), ...oneOfEach().slice(1)] }, 2],
    ['the order of fields', { fields: oneOfEach().reverse() }, 2],
    ['who may see it', { access: { roles: [], users: ['idp|x'] } }, 1],
  ])('changes in %s: version %3$i', (_what, over, version) => {
    const declaration = aFormDeclaration();
    const changed = Form.define(declaration).redeclared({ ...declaration, ...over });
    expect(changed.state).toMatchObject({ version });
    expect(changed.redeclared({ ...declaration, ...over })).toBe(changed);
  });

  it('is reactivated with the version it had', () => {
    const declaration = aFormDeclaration();
    const gone = Form.define(declaration).deactivated();
    expect(gone.deactivated()).toBe(gone);
    expect(gone.redeclared(declaration).state).toMatchObject({ active: true, version: 1 });
  });

  it('cannot change its type', () => {
    const declaration = aFormDeclaration();
    expect(wrong(() => Form.define(declaration).redeclared({ ...declaration, type: 'task' }))).toEqual([
      'type cannot change from monitoring: create a form with another key',
    ]);
  });

  it('is visible to admins, and to the roles and users that it lists', () => {
    const form = Form.define(aFormDeclaration({ access: { roles: ['agronomist'], users: ['idp|ana'] } }));
    expect(form.isVisibleTo(aUser({ role: 'admin' }))).toBe(true);
    expect(form.isVisibleTo(aUser({ role: 'agronomist' }))).toBe(true);
    expect(form.isVisibleTo(aUser({ role: 'supervisor', idpId: 'idp|ana' }))).toBe(true);
    expect(() => form.assertVisibleTo(aUser())).toThrow(expect.objectContaining({ code: 'forbidden' }));
  });

  it('reports every problem', () => {
    const declaration = {
      key: 'a/b',
      name: ' ',
      type: 'survey' as 'task',
      subtype: '',
      access: { roles: ['boss' as 'admin'], users: [''] },
      fields: [aField('1st'), aField('x', { label: '' })],
    };
    expect(wrong(() => Form.define(declaration)).map((problem) => problem.split(' ')[0])).toEqual([
      'key',
      'name',
      'type',
      'subtype',
      'access.roles',
      'access.users',
      'fields[0].name',
      'fields[1].label',
    ]);
  });
});

describe('the fields of a form', () => {
  it('may be one of each type', () => expect(refusedFields(...oneOfEach())).toEqual([]));

  it.each<[string, Partial<FieldDeclaration>]>([
    ['options', { type: 'select' }],
    ['options', { type: 'multiselect', options: [] }],
    ['options', { type: 'select', options: ['a', 'a'] }],
    ['options', { type: 'select', options: [''] }],
    ['options', { type: 'text', options: ['a'] }],
    ['type', { type: 'color' as 'text' }],
    ['min', { type: 'number', min: 2, max: 1 }],
    ['min', { type: 'date', min: 1 }],
    ['decimals', { type: 'text', decimals: 0 }],
    ['decimals', { type: 'number', decimals: 7 }],
    ['label', { label: 'x'.repeat(201) }],
    ['label', { type: 'note', label: 'x'.repeat(1_001) }],
    ['required', { type: 'note', required: true }],
    ['constraint', { type: 'note', constraint: '. > 1' }],
    ['constraint', { type: 'geopoint', constraint: '. > 1' }],
    ['hint', { hint: '' }],
    ['optionLabels', { optionLabels: ['A'] }],
    ['optionLabels', { type: 'select', options: ['a', 'b'], optionLabels: ['A'] }],
    ['translations[0].language', { translations: [{ language: 'Spanish' }] }],
    ['translations[1].language', { translations: [{ language: 'es' }, { language: 'es' }] }],
    ['translations[0].label', { translations: [{ language: 'es', label: ' ' }] }],
    ['translations[0].optionLabels', { translations: [{ language: 'pt-BR', optionLabels: ['A'] }] }],
    [
      'translations',
      { translations: Array.from({ length: 11 }, (_, i) => ({ language: `a${'abcdefghijk'[i]}` })) },
    ],
    ['max', { type: 'signature', max: 2 }],
    ['max', { type: 'text', max: 1.5 }],
    ['max', { type: 'text', max: 1e6 }],
    ['max', { type: 'photo', max: 21 }],
    ['max', { type: 'number', max: NaN }],
    ['min', { type: 'text', min: 2_001 }],
    ['min', { type: 'photo', min: 11 }],
    ['min', { type: 'multiselect', options: ['a'], min: 2 }],
    ['min', { type: 'pests', min: -1 }],
    ['eppoCode', { type: 'text', eppoCode: 'LOBEBO' }],
    ['eppoCode', { type: 'pests', eppoCode: 'lobebo' }],
    ['threshold', { type: 'number', threshold: 1 }],
    ['threshold', { type: 'diseases', threshold: -1 }],
    ['relevant', { relevant: "${x} = 'its own value'" }],
    ['relevant', { relevant: '. > 1' }],
    ['relevant', { relevant: 5 as unknown as string }],
    ['constraint', { constraint: '${later} > 1' }],
    ['constraint', { type: 'photo', constraint: ". != ''" }],
    ['constraintMessage', { constraintMessage: 'Too many' }],
    ['constraintMessage', { constraint: '. > 1', constraintMessage: '' }],
  ])('are refused for %s in %j', (member, over) => {
    expect(refusedFields(aField('x', over)).map((problem) => problem.split(' ')[0])).toEqual([
      `fields[0].${member}`,
    ]);
  });

  it('may have conditions on fields before them, of a bounded length in all', () => {
    const relevant = `\${first} = '${'x'.repeat(900)}'`;
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => aField(`f${i}`, { relevant, constraint: ". != ''" }));
    expect(refusedFields(aField('first'), ...many(21))).toEqual([]);
    expect(refusedFields(aField('first'), ...many(22))).toEqual([
      'fields must have conditions of at most 20000 characters in all',
    ]);
  });

  it.each(['1st', '', 'a b', 'a.b', '__proto__', 'x'.repeat(65)])('cannot be named %j', (name) => {
    expect(refusedFields(aField(name))).toHaveLength(1);
  });

  it.each(['n', 'año', 'plant-count_2', 'constructor'])('can be named %j', (name) => {
    expect(refusedFields(aField(name))).toEqual([]);
  });

  it('have unique names, and cannot use the part "record" of an upload', () => {
    expect(refusedFields(aField('a'), aField('b'), aField('a'))).toEqual(['fields[2].name "a" occurs twice']);
    expect(refusedFields(aField('record', { type: 'photo' }))).toHaveLength(1);
    expect(refusedFields(aField('record'))).toEqual([]);
  });
});
