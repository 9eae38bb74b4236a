import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hasEndlessMarks } from './combining-marks.ts';
import { refuseTooManyValues } from './json-amount.ts';
import { cleanText, parseJsonBody } from './json-body.ts';

const parse = (text: string, list?: string) => parseJsonBody(Buffer.from(text), list);
const nul = '"\\u0000"';
const nulls = (count: number) => `[${Array.from({ length: count }, () => nul).join(',')}]`;
const invalid = (message: RegExp, field = 'body') =>
  expect.objectContaining({
    code: 'validation_failed',
    details: [{ field, message: expect.stringMatching(message) }],
  });

describe('a JSON body', () => {
  it('is refused with the position of U+0000, in names and texts', () => {
    const { problems } = parse('{"a":[{"b\\u0000":"\\u0000"}],"c":"\\u0000"}');
    const message = 'must not contain U+0000';
    expect(problems).toEqual(['a[0].b\0', 'a[0].b\0', 'c'].map((field) => ({ field, message })));
  });

  it('is searched until more problems are found than are listed', () => {
    expect(parse(`{"a":${nulls(100)}}`).problems).toHaveLength(100);
    for (const count of [101, 102, 90_000]) expect(parse(`{"a":${nulls(count)}}`).problems).toHaveLength(101);
    const deep = `${'['.repeat(70)}${']'.repeat(70)}`;
    expect(parse(`{"a":[${Array.from({ length: 500 }, () => deep).join(',')}]}`).problems).toHaveLength(101);
  });

  it('lists problems of items separately, at most ten each', () => {
    const { members, problems, problemsOfItems } = parse(
      `{"x":${nul},"list":["a\\n",{"b":${nul}},${nulls(500)},${nul}]}`,
      'list',
    );
    expect(problems.map(({ field }) => field)).toEqual(['x']);
    expect([...problemsOfItems.keys()]).toEqual([1, 2, 3]);
    expect(problemsOfItems.get(1)).toEqual([{ field: 'b', message: 'must not contain U+0000' }]);
    expect(problemsOfItems.get(2)).toHaveLength(11);
    expect(problemsOfItems.get(3)).toEqual([{ field: '', message: 'must not contain U+0000' }]);
    expect((members['list'] as unknown[])[0]).toBe('a\n');
  });

  it('lists a path of long names in few bytes', () => {
    const name = 'n'.repeat(100_000);
    const { problems } = parse(`{"${name}":{"${name}":${nulls(200)}}}`);
    for (const { field } of problems) expect(field.length).toBeLessThan(2_000);
  });

  it('has at most 100,000 values, however few bytes they have', () => {
    const zeros = (count: number) => `{"a":[${'0,'.repeat(count - 1)}0]}`;
    expect(parse(zeros(99_999)).members['a']).toHaveLength(99_999);
    for (const text of [
      zeros(100_001),
      `{"a":[${'[],'.repeat(600_000)}[]]}`,
      `{"a":[${'{},'.repeat(600_000)}{}]}`,
    ])
      expect(() => parse(text)).toThrow(invalid(/at most 100000/, 'a'));
  });

  it('with too many values is refused for the member that has most of them, if one has', () => {
    const zeros = (count: number) => `[${'0,'.repeat(count - 1)}0]`;
    expect(() => parse(`[${zeros(600_000)}]`)).toThrow(invalid(/whole body/));
    // Parsed, and too large for that.
    for (const rest of [zeros(1), JSON.stringify('x'.repeat(1_048_576))]) {
      const many = (a: number, b: number) => () =>
        parse(`{"x":${rest},"a":{"c":${zeros(a)}},"b":[{"d":"]}"},${zeros(b)}]}`);
      expect(many(60_000, 60_000)).toThrow(invalid(/whole body .* 100000/));
      expect(many(100_001, 1)).toThrow(invalid(/whole body .* 100000/, 'a'));
      expect(many(1, 100_001)).toThrow(invalid(/whole body .* 100000/, 'b'));
    }
  });

  it('has at most 10,000 members in an object', () => {
    const wide = (count: number) =>
      JSON.stringify({ a: [Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, 0]))] });
    expect(() => parse(wide(10_000))).not.toThrow();
    expect(() => parse(wide(10_001))).toThrow(invalid(/10000 members/));
  });

  it('is refused for too many values by its bytes only if it has too many', () => {
    const text = fc.constantFrom('[', ',', '{', '\\"', '\\\\', '"', '\\', ':', ' ', 'a');
    const many = fc.tuple(
      fc.array(text, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 30_000 }),
    );
    fc.assert(
      fc.property(many, ([units, times]) => {
        const json = JSON.stringify({ text: units.join('').repeat(times) });
        expect(() => refuseTooManyValues(Buffer.from(json))).not.toThrow();
        const more = `{"a":${json},"b":[${'0,'.repeat(100_001)}0]}`;
        expect(() => refuseTooManyValues(Buffer.from(more))).toThrow(invalid(/100000/, 'b'));
      }),
      { numRuns: 30 },
    );
  });

  it('may be a text of 16 MB', () => {
    const text = 'A'.repeat(16_000_000);
    expect(parse(`{"a":"${text}"}`).members['a']).toHaveLength(text.length);
  });

  it('has at most as much non-ASCII text as can be normalised quickly', () => {
    expect(() => parse(`{"a":"${'漢'.repeat(1_000_000)}"}`)).toThrow(invalid(/1.5 MB more bytes/));
    expect(parse(`{"a":"${'漢'.repeat(700_000)}"}`).problems).toEqual([]);
  });
});

describe('combining marks', () => {
  const marks = ['\u0301', '\u0323', '\u05b0', '\u{1d165}'];
  it('are ordered, up to 30 in a row', () => {
    const text = `a${'\u0301\u0323'.repeat(15)}`;
    expect(parse(JSON.stringify({ text })).members['text']).toBe(text.normalize('NFC'));
    expect(cleanText(text, 'q')).toBe(text.normalize('NFC'));
  });

  it('are refused if ordering would take long, escaped or not, in names and in texts', () => {
    const text = `a${'\u0301'.repeat(200_000)}${'\u0323'.repeat(200_000)}`;
    const escaped = [...text].map((c) =>
      c === 'a' ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    const refused = [{ field: 'text', message: 'must not have more than 30 combining marks in a row' }];
    expect(parse(`{"text":"${text}"}`).problems).toEqual(refused);
    expect(parse(`{"text":"${escaped.slice(0, 100_000).join('')}"}`).problems).toEqual(refused);
    expect(parse(`{"${text}":1}`).problems).toHaveLength(1);
    expect(() => cleanText(text, 'q')).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  });

  it('are counted in a row, wherever it begins', () => {
    const letter = fc.constantFrom('a', 'é', '漢', '🍒', ' ', '\ud83c', '\udf52', '\u0300', ...marks);
    const row = fc
      .tuple(fc.constantFrom(...marks), fc.integer({ min: 0, max: 70 }))
      .map(([mark, n]) => mark.repeat(n));
    fc.assert(
      fc.property(fc.array(fc.oneof(letter, row), { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const rows = text.match(/\p{M}+/gu) ?? [];
        expect(hasEndlessMarks(text)).toBe(rows.some((each) => each.length > 30));
      }),
      { numRuns: 5_000, examples: [[['\u0301'.repeat(30), '\udf52']]] },
    );
  });
});
