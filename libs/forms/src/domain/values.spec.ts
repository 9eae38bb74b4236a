import { describe, expect, it } from '@jest/globals';
import { ValidationFailed } from '@furrow/kernel';
import fc from 'fast-check';
import { aField, oneOfEach } from '../testing/builders.ts';
import { fieldOf, type FieldDeclaration, type FormField, MAX_TEXT_LENGTH } from './field.ts';
import { checkValues, observedIn } from './values.ts';

const fields = oneOfEach().map(fieldOf);
const only = (over: Partial<FieldDeclaration>) => [fieldOf(aField('x', over))];

function problems(of: readonly FormField[], values: Record<string, unknown>, media: string[] = []): string[] {
  try {
    checkValues(of, values, media);
  } catch (error) {
    if (error instanceof ValidationFailed)
      return error.details.map(({ field, message }) => `${field} ${message}`);
    throw error;
  }
  return [];
}

describe('values of a form', () => {
  it('are stored by meaning, however they are written', () => {
    const values = {
      text: 'as\nseen ',
      number: -0.5,
      boolean: false,
      date: '2024-02-29',
      datetime: '2026-03-10T12:00:00-03:00',
      time: '23:05',
      barcode: '4006381333931',
      geopoint: { longitude: -70.5, latitude: -0, altitude: 5 },
      select: 'low',
      multiselect: ['fruit', 'leaf'],
      pests: { severity: 0, value: 2, seen: 'dropped' },
      diseases: { value: null },
    };
    expect(checkValues(fields, values, ['photo', 'signature', 'audio', 'audio'])).toEqual({
      text: 'as\nseen ',
      number: -0.5,
      boolean: false,
      date: '2024-02-29',
      datetime: '2026-03-10T15:00:00.000Z',
      time: '23:05:00',
      barcode: '4006381333931',
      geopoint: { latitude: 0, longitude: -70.5, accuracy: null },
      select: 'low',
      multiselect: ['leaf', 'fruit'],
      pests: { value: 2, severity: 0 },
      diseases: { value: null, severity: null },
    });
  });

  it('may all be omitted or blank, if none is required', () => {
    expect(checkValues(fields, {}, [])).toEqual({});
    const blank = {
      text: '',
      multiselect: [],
      ...Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
    expect(checkValues(fields, blank, [])).toEqual({});
  });

  it('are all reported when required and missing', () => {
    const required = fields
      .filter(({ type }) => type !== 'note')
      .map((field) => ({ ...field, required: true }));
    expect(problems(required, { text: ' ', multiselect: [] })).toHaveLength(required.length);
    expect(problems(required, {})).toEqual(
      expect.arrayContaining([
        'values.pests is required',
        'media.photo is required',
        'media.signature is required',
      ]),
    );
  });

  it.each<[string, unknown]>([
    ['text', 7],
    ['text', 'x'.repeat(2_001)],
    ['time', '24:00'],
    ['time', '8:30'],
    ['time', '08:30:00Z'],
    ['barcode', 12],
    ['geopoint', '1 2'],
    ['geopoint', { latitude: 91, longitude: 0 }],
    ['geopoint', { latitude: 1, longitude: -181 }],
    ['geopoint', { latitude: 1, longitude: 1, accuracy: -1 }],
    ['note', 'read'],
    ['number', '7'],
    ['number', ''],
    ['number', 11],
    ['number', -2],
    ['boolean', 'true'],
    ['boolean', 0],
    ['date', '2025-02-29'],
    ['date', '2025-02-28T00:00:00Z'],
    ['datetime', '2025-02-28T00:00:00'],
    ['datetime', 1_700_000_000],
    ['select', 'medium'],
    ['select', ['low']],
    ['multiselect', 'leaf'],
    ['multiselect', ['leaf', 'leaf']],
    ['multiselect', ['leaf', 7]],
    ['multiselect', ['leaf', 'fruit', 'root']],
    ['pests', 3],
    ['pests', []],
    ['pests', {}],
    ['pests', { severity: 3 }],
    ['pests', { value: '3' }],
    ['pests', { value: -1 }],
    ['pests', { value: 1, severity: 101 }],
    ['diseases', { value: null, severity: -1 }],
    ['photo', 'data:image/png;base64,'],
  ])('of %s refuse %j', (name, value) => {
    expect(problems(fields, { [name]: value })).toEqual([expect.stringMatching(`^values.${name} `)]);
  });

  it('contain only fields of the form', () => {
    const strange = JSON.parse('{ "__proto__": 1, "toString": 1, "Text": 1, "text": "ok" }') as Record<
      string,
      unknown
    >;
    expect(problems(fields, strange)).toEqual(
      ['__proto__', 'toString', 'Text'].map(
        (name) => `values.${name} is not a field of this version of the form`,
      ),
    );
    expect(problems(only({ required: true }), {})).toEqual(['values.x is required']);
    expect(problems([fieldOf(aField('constructor', { required: true }))], {})).toEqual([
      'values.constructor is required',
    ]);
  });

  it('may have texts as long as the field says, counted in characters', () => {
    expect(problems(only({ min: 2, max: 3 }), { x: '🍒🍒🍒' })).toEqual([]);
    expect(problems(only({ min: 2, max: 3 }), { x: '🍒' })).toEqual([
      'values.x must have at least 2 characters',
    ]);
    expect(problems(only({ max: 5_000 }), { x: 'x'.repeat(5_000) })).toEqual([]);
  });

  it('are limited as a whole, because pages carry a hundred records', () => {
    const wide = Array.from({ length: 6 }, (_, i) => fieldOf(aField(`t${i}`, { max: MAX_TEXT_LENGTH })));
    const filled = (count: number) =>
      Object.fromEntries(wide.slice(0, count).map(({ name }) => [name, 'x'.repeat(MAX_TEXT_LENGTH - 20)]));
    expect(problems(wide, filled(5))).toEqual([]);
    expect(problems(wide, filled(6))).toEqual(['values must have at most 100,000 characters as JSON']);
  });

  it('of pests respect the limits of their field', () => {
    const counted = only({ type: 'pests', min: 1, max: 50 });
    expect(problems(counted, { x: { value: 0, severity: null } })).toEqual([
      'values.x value must be from 1 to 50',
    ]);
    expect(problems(counted, { x: { value: null, severity: null } })).toEqual([]);
  });

  it('come with as many files as their fields accept', () => {
    expect(problems(fields, {}, Array<string>(10).fill('photo'))).toEqual([]);
    expect(problems(fields, {}, Array<string>(11).fill('photo'))).toEqual(['media.photo must be at most 10']);
    expect(problems(fields, {}, ['signature', 'signature'])).toEqual(['media.signature must be at most 1']);
    expect(problems(fields, {}, ['audio', 'audio', 'audio'])).toEqual(['media.audio must be at most 2']);
    expect(problems(fields, {}, ['text', 'sketch'])).toEqual([
      'media.text takes a value, not a file',
      'media.sketch is not a field of this version of the form',
    ]);
    expect(problems(only({ type: 'photo', min: 2, required: true }), {}, ['x'])).toEqual([
      'media.x must be at least 2',
    ]);
  });

  it('name every wrong field at once, for any values', () => {
    const bad: Record<string, unknown> = {
      text: 1,
      number: 'a',
      boolean: 'b',
      date: 'c',
      datetime: 'd',
      select: 'e',
      multiselect: 'f',
      pests: 'g',
      diseases: 'h',
      photo: 'i',
      audio: 'j',
      signature: 'k',
      stranger: null,
    };
    fc.assert(
      fc.property(fc.subarray(Object.keys(bad)), (names) => {
        const found = problems(fields, Object.fromEntries(names.map((name) => [name, bad[name]])));
        expect(found.map((problem) => problem.split(' ')[0]).sort()).toEqual(
          names.map((name) => `values.${name}`).sort(),
        );
      }),
    );
  });

  it('are stored only when they fit, and then mean the same again', () => {
    fc.assert(
      fc.property(
        fc.record(Object.fromEntries(fields.map(({ name }) => [name, anything(name)])), { requiredKeys: [] }),
        (values) => {
          const before = structuredClone(values);
          const found = problems(fields, values);
          expect(values).toEqual(before);
          if (found.length > 0) return;
          const kept = checkValues(fields, values, []);
          expect(
            checkValues(fields, JSON.parse(JSON.stringify(kept)) as object as Record<string, unknown>, []),
          ).toEqual(kept);
          for (const { field, seen } of observedIn(fields, kept)) {
            expect(['pests', 'diseases']).toContain(field.type);
            expect(seen.value === null || seen.value >= 0).toBe(true);
            expect(seen.severity === null || (seen.severity >= 0 && seen.severity <= 100)).toBe(true);
          }
        },
      ),
      { examples: [[{ pests: { value: -0, severity: -0 } }], [{ number: -0 }]] },
    );
  });
});

describe('values of a form with conditions', () => {
  const asked = [
    aField('pest', { type: 'boolean', required: true }),
    aField('which', {
      ...{ type: 'select', options: ['moth', 'aphid'], required: true, relevant: "${pest} = 'true'" },
    }),
    aField('count', {
      ...{ type: 'number', required: true, relevant: "${which} != ''" },
      ...{ constraint: '. >= 0 and . <= 100', constraintMessage: 'Count at most 100 leaves' },
    }),
    aField('most', { type: 'number', relevant: '${count} > 0', constraint: '. <= ${count}' }),
    aField('leaf', { type: 'photo', required: true, relevant: '${count} > 50' }),
  ].map(fieldOf);

  it('are required where they are asked, and refused where they are not', () => {
    expect(problems(asked, { pest: false })).toEqual([]);
    expect(problems(asked, { pest: true })).toEqual(['values.which is required']);
    expect(problems(asked, { pest: false, which: 'moth' })).toEqual([
      "values.which is not relevant: it is asked only if ${pest} = 'true'",
    ]);
    expect(problems(asked, { pest: false }, ['leaf'])).toEqual([
      'media.leaf is not relevant: it is asked only if ${count} > 50',
    ]);
    expect(problems(asked, { pest: false, which: null, count: null })).toEqual([]);
    expect(problems(asked, { pest: true, which: 'moth', count: 60 })).toEqual(['media.leaf is required']);
    expect(problems(asked, { pest: true, which: 'moth', count: 60, most: 60 }, ['leaf'])).toEqual([]);
  });

  it('are refused with the words of their constraint', () => {
    const given = { pest: true, which: 'aphid' };
    expect(problems(asked, { ...given, count: 101 })).toEqual(['values.count Count at most 100 leaves']);
    expect(problems(asked, { ...given, count: 4, most: 5 })).toEqual([
      'values.most must fulfil . <= ${count}',
    ]);
  });

  it('are not refused because of what depends on a wrong value', () => {
    expect(problems(asked, { pest: 'maybe', which: 'moth', count: 3, most: 9 })).toEqual([
      'values.pest must be true or false',
    ]);
  });
});

/** Valid values, nearly valid ones, and arbitrary ones. */
function anything(name: string): fc.Arbitrary<unknown> {
  const numberOrNull = fc.option(fc.double({ min: -1, max: 101 }));
  const fitting: Record<string, fc.Arbitrary<unknown>> = {
    text: fc.string(),
    number: fc.double({ min: -2, max: 11, noNaN: true }),
    boolean: fc.boolean(),
    date: fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10)),
    datetime: fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    select: fc.constantFrom('low', 'high', 'medium'),
    multiselect: fc.subarray(['leaf', 'fruit', 'root', 'stem']),
    pests: fc.record({ value: numberOrNull, severity: numberOrNull }, { requiredKeys: [] }),
    diseases: fc.record({ value: numberOrNull, severity: numberOrNull }),
  };
  return fc.oneof(
    { weight: 5, arbitrary: fitting[name] ?? fc.constant(null) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
}

describe('observations in values', () => {
  it('are those that were filled in, including null', () => {
    const kept = checkValues(
      fields,
      { pests: { value: null, severity: null }, diseases: null, number: 3 },
      [],
    );
    expect(observedIn(fields, kept)).toEqual([
      { field: fields.find(({ name }) => name === 'pests'), seen: { value: null, severity: null } },
    ]);
  });
});
