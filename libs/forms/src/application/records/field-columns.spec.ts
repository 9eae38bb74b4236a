import { describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import fc from 'fast-check';
import { FIELD_TYPES, type FieldType, type FormField, hasValue } from '../../domain/index.ts';
import { type KeptRecord, type Names, recordView } from './record-view.ts';
import { FieldColumns } from './field-columns.ts';

const field = (name: string, type: FieldType): FormField => ({ name, label: name, type, required: false });
const NO_NAMES: Names = { users: new Map(), projects: new Map(), sectors: new Map() };
const aRecord = (over: Partial<KeptRecord> = {}): KeptRecord => ({
  ...{ recordId: newId(), formId: newId(), formVersion: 1, clientRecordId: 'a', userId: newId(), values: {} },
  recordedAt: new Date('2024-11-03T05:30:00Z'),
  createdAt: new Date('2024-11-03T06:00:00Z'),
  ...{ latitude: null, longitude: null, accuracy: null, locationSource: 'none' },
  ...{ projectId: null, sectorId: null, taskId: null, media: [] },
  ...over,
});

/** The cells of a record by their headings. */
const cellsOf = (table: FieldColumns, ...view: Parameters<typeof recordView>) => {
  const row = table.cells(recordView(...view));
  expect(row).toHaveLength(table.headings.length);
  return Object.fromEntries(table.headings.map((heading, i) => [heading, row[i]]));
};

describe('the columns of fields', () => {
  const old = [field('note', 'text'), field('moth', 'number'), field('shot', 'photo')];
  const now = [field('moth', 'pests'), field('organs', 'multiselect'), field('note', 'text')];
  const table = new FieldColumns([
    { version: 1, fields: old },
    { version: 2, fields: now },
  ]);

  it('has the fields of the newest version first, then those of older versions', () => {
    expect(table.headings).toEqual([
      ...['values.moth.value', 'values.moth.severity', 'values.organs', 'values.note'],
      ...['values.moth', 'media.shot'],
    ]);
  });

  it('has the values of each record under the version it was filled in with', () => {
    const first = aRecord({
      values: { moth: 4 },
      media: [1, 2].map((key) => ({ field: 'shot', key: `${key}` })),
    });
    expect(cellsOf(table, first, old, NO_NAMES, ['a', 'b'])).toMatchObject({
      ...{ 'values.moth': 4, 'values.moth.value': null, 'values.note': null, 'media.shot': 'a\nb' },
    });
    const second = aRecord({
      values: { moth: { value: null, severity: 2.5 }, organs: ['leaf', 'shoot'], note: '=x' },
    });
    expect(cellsOf(table, second, now, NO_NAMES, [])).toMatchObject({
      ...{ 'values.moth': null, 'values.moth.value': null, 'values.moth.severity': 2.5 },
      ...{ 'values.organs': 'leaf; shoot', 'values.note': '=x', 'media.shot': null },
    });
  });

  it('has a cell for every value of every version, for any fields', () => {
    const someFields = fc.uniqueArray(
      fc.record({ name: fc.constantFrom('a', 'b', 'c'), type: fc.constantFrom(...FIELD_TYPES) }),
      { selector: ({ name }) => name },
    );
    const valueOf = (type: FieldType) => {
      if (type === 'pests' || type === 'diseases') return { value: 1, severity: null };
      if (type === 'geopoint') return { latitude: 1, longitude: 2, accuracy: null };
      return type === 'multiselect' ? ['x'] : 'x';
    };
    fc.assert(
      fc.property(fc.array(someFields, { minLength: 1, maxLength: 4 }), (versions) => {
        const all = versions.map((fields, i) => ({
          version: i + 1,
          fields: fields.map(({ name, type }) => field(name, type)),
        }));
        const whole = new FieldColumns(all);
        expect(new Set(whole.headings).size).toBe(whole.headings.length);
        for (const { fields } of all) {
          const media = ['photo', 'audio', 'signature'];
          const values = Object.fromEntries(
            fields.filter(({ type }) => hasValue(type)).map(({ name, type }) => [name, valueOf(type)]),
          );
          const files = fields
            .filter(({ type }) => media.includes(type))
            .map(({ name }) => ({ field: name, key: name }));
          const urls = files.map(() => 'url');
          const cells = cellsOf(whole, aRecord({ values, media: files }), fields, NO_NAMES, urls);
          const filled = Object.entries(cells).filter(([, cell]) => cell !== null);
          const cellsOfType: Partial<Record<FieldType, number>> = { note: 0, geopoint: 2 };
          const expected = fields.reduce((sum, { type }) => sum + (cellsOfType[type] ?? 1), 0);
          expect(filled).toHaveLength(expected);
        }
      }),
    );
  });
});
