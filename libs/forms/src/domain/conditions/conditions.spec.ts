import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';
import { DOMParser } from '@xmldom/xmldom';
import fc from 'fast-check';
import { aField } from '../../testing/builders.ts';
import { fieldOf, type FormField } from '../field.ts';
import type { FieldValue, FieldValues } from '../field-value.ts';
import { conditionProblem } from './check.ts';
import { holds } from './evaluate.ts';
import { MAX_CONDITION_LENGTH, parseCondition } from './parse.ts';

/** Without its types, which declare all of a browser's for every other file. */
const xpath = createRequire(import.meta.url)('xpath') as {
  select(expression: string, context: object): unknown;
};

const says = (text: string, values: FieldValues = {}, self?: FieldValue) =>
  holds(parseCondition(text), values, self);

describe('a condition', () => {
  it.each<[string, FieldValues, boolean]>([
    ["${a} = 'x'", { a: 'x' }, true],
    ["${a} = 'x'", { a: 'y' }, false],
    ["${a} = 'x'", {}, false],
    ["${a} != 'x'", {}, true],
    ["${a} = ''", {}, true],
    ['${n} > 2', { n: 10 }, true],
    ['${n} > 2', {}, false],
    ['${n} <= 2', { n: 2 }, true],
    ["${n} < '10'", { n: 9 }, true],
    ["selected(${m}, 'x')", { m: ['y', 'x'] }, true],
    ["selected(${m}, 'x')", { m: ['y'] }, false],
    ["selected(${m}, 'x')", {}, false],
    ['selected( ${ s } , "x" )', { s: 'x' }, true],
    ["not(selected(${m}, 'x'))", {}, true],
    ["${a} = 'x' or ${a} = 'y' and ${n} = 1", { a: 'x' }, true],
    ["(${a} = 'x' or ${a} = 'y') and ${n} = 1", { a: 'x' }, false],
    ["${b} = 'true'", { b: true }, true],
    ["${d} < '2026-03-01'", { d: '2026-02-28' }, true],
    ["${t} >= '2026-03-01T12:00:00Z'", { t: '2026-03-01T11:59:59.999Z' }, false],
    ['${p} > 4', { p: { value: 5, severity: null } }, true],
    ['${p} > 4', { p: { value: null, severity: 80 } }, false],
  ])('%s holds for %j: %s', (text, values, expected) => {
    expect(says(text, values)).toBe(expected);
  });

  it('may be about the value itself', () => {
    expect([says('. >= 0 and . <= 100', {}, 100), says('. >= 0 and . <= 100', {}, 101)]).toEqual([
      true,
      false,
    ]);
    expect(says('.>${n}', { n: 3 }, 3.5)).toBe(true);
  });

  it.each([
    ['', 'has its end where a ${field}, ".", a number or a text in quotes is expected'],
    ['${a}', 'has its end where one of = != < > <= >= is expected'],
    ["${a} = 'x", `cannot be read from "'x"`],
    ["${a} == 'x'", 'has "=" where a ${field}, ".", a number or a text in quotes is expected'],
    ["${a} = 'x' ${b} = 'y'", 'has "${b}" where and, or, or its end is expected'],
    ["(${a} = 'x'", 'has its end where ")" is expected'],
    ["regex(., '[a-z]')", 'has "regex"; it may compare only ${fields}, ".", numbers and texts in quotes'],
    ["selected('x', ${a})", "has a selected() that is not written like selected(${field}, 'option')"],
    ['. > today()', 'has "today"; it may compare only ${fields}, ".", numbers and texts in quotes'],
    ['${a} = 1 + 1', 'cannot be read from "+ 1"'],
    [`${'('.repeat(21)}\${a} = 1${')'.repeat(21)}`, 'is nested deeper than 20 times'],
    [' '.repeat(MAX_CONDITION_LENGTH + 1), `must have at most ${MAX_CONDITION_LENGTH} characters`],
  ])('that reads %j is refused: %s', (text, problem) => {
    expect(conditionProblem(text, new Map(), fieldOf(aField('self')))).toBe(problem);
  });

  const before = new Map(
    [
      fieldOf(aField('s', { type: 'select', options: ['x', 'y'] })),
      fieldOf(aField('m', { type: 'multiselect', options: ['x', 'y'] })),
      fieldOf(aField('n', { type: 'number' })),
      fieldOf(aField('photo', { type: 'photo' })),
      fieldOf(aField('note', { type: 'note' })),
      fieldOf(aField('place', { type: 'geopoint' })),
    ].map((field): [string, FormField] => [field.name, field]),
  );

  it.each([
    ['${later} = 1', 'refers to ${later}, which is no field before this one'],
    ["${photo} != ''", 'refers to ${photo}, whose type photo has no value'],
    ["${note} != ''", 'refers to ${note}, whose type note has no value'],
    ["${place} != ''", 'refers to ${place}, whose type geopoint cannot be compared'],
    ["${s} = 'z'", 'names "z", which is no option of ${s}'],
    ["selected(${m}, 'z')", 'names "z", which is no option of ${m}'],
    ["not(${n} = 1 and 'z' = ${s})", 'names "z", which is no option of ${s}'],
    ["selected(${n}, 'z')", 'asks for what is selected of ${n}, whose type is number'],
    ["${m} = 'x'", "compares ${m}, of which several may be selected: use selected(${m}, 'x')"],
    ['. = 1', 'must not refer to ".", which only a constraint may'],
  ])('%s does not fit its form: %s', (text, problem) => {
    expect(conditionProblem(text, before)).toBe(problem);
  });

  it("may compare with the empty text, and with the field's options", () => {
    expect(conditionProblem("${s} != '' and ${m} = '' and ${s} = 'x'", before)).toBeUndefined();
  });
});

describe('conditions and XPath', () => {
  const text = fc.constantFrom('', 'x', 'y', '5', '-0.5', 'a b');
  const number = fc.constantFrom(-0.5, 0, 5, 5.5, 12);
  const values = fc.record(
    {
      t: text.filter((value) => value !== ''),
      u: text.filter((value) => value !== ''),
      n: number,
      k: number,
      m: fc.subarray(['x', 'y', 'xy'], { minLength: 1 }),
    },
    { requiredKeys: [] },
  );
  const field = fc.constantFrom('${t}', '${u}', '${n}', '${k}', '.');
  const literal = fc.oneof(
    text.map((value) => `'${value}'`),
    number.map(String),
  );
  const comparison = fc
    .tuple(
      fc.oneof(field, literal),
      fc.constantFrom('=', '!=', '<', '>', '<=', '>='),
      fc.oneof(field, literal),
    )
    .map((parts) => parts.join(' '));
  const selection = fc.constantFrom('x', 'y', 'xy', 'z').map((option) => `selected(\${m}, '${option}')`);
  const { condition } = fc.letrec<{ condition: string }>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      comparison,
      selection,
      fc
        .tuple(tie('condition'), fc.constantFrom('and', 'or'), tie('condition'))
        .map((parts) => parts.join(' ')),
      tie('condition').map((of) => `not(${of})`),
      tie('condition').map((of) => `(${of})`),
    ),
  }));

  /** The condition as XPath over a record in XML, which is what forms' own tools evaluate. */
  function byXPath(of: string, given: FieldValues, self: FieldValue | undefined): unknown {
    const members = Object.entries({ t: '', u: '', n: '', k: '', m: '', ...given, self: self ?? '' });
    const xml = members
      .map(([name, value]) => `<${name}>${[value].flat().map(String).join(' ')}</${name}>`)
      .join('');
    const document = new DOMParser().parseFromString(`<record>${xml}</record>`, 'text/xml');
    const expression = of
      .replaceAll(/selected\(\$\{m\}, '(\w+)'\)/gu, "contains(concat(' ', /record/m, ' '), ' $1 ')")
      .replaceAll(/\$\{(\w)\}/gu, '/record/$1');
    return xpath.select(`boolean(${expression})`, document.documentElement!.lastChild!);
  }

  it('agree', () => {
    fc.assert(
      fc.property(
        condition,
        values,
        fc.option(fc.oneof(text, number), { nil: undefined }),
        (of, given, self) => {
          fc.pre(of.length <= MAX_CONDITION_LENGTH);
          expect(says(of, given as FieldValues, self === '' ? undefined : self)).toBe(
            byXPath(of, given, self),
          );
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
