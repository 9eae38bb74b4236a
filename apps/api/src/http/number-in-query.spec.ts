import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { numberIn, problemOfNumber } from './number-in-query.ts';

describe('a number in a query', () => {
  it('is any finite double as JavaScript prints it', () => {
    const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(fc.property(finite, (value) => expect(numberIn(String(value))).toBe(value === 0 ? 0 : value)));
    const inRange = fc.double({ min: -90, max: 60, noNaN: true });
    fc.assert(
      fc.property(inRange, (value) =>
        expect(problemOfNumber(numberIn(String(value)), -90, 60)).toBeUndefined(),
      ),
    );
  });

  it.each<[string, number]>([
    ['21.11111111111111', 21.11111111111111],
    ['1e-7', 1e-7],
    ['5e-324', 5e-324],
    ['1.7976931348623157e+308', Number.MAX_VALUE],
    ['1E+05', 100_000], // R
    ['1e-07', 1e-7], // Python, C, Go
    ['5.0', 5],
    ['0.1000000000000000055511151231257827', 0.1],
    ['123456789012345680000', 123_456_789_012_345_680_000],
    ['-0', -0],
    ['007', 7],
  ])('is %s', (text, value) => {
    expect(numberIn(text)).toBe(value);
  });

  it.each([
    ...[
      '',
      ' ',
      '7 ',
      ' 7',
      '+5',
      '.5',
      '5.',
      '1e',
      '1e+',
      'e5',
      '0x9',
      '0b1',
      '1_000',
      '1,000',
      '--1',
      '- 1',
      '1.2.3',
    ],
    ...['NaN', 'Infinity', '-Infinity', 'inf', 'hot', '５', '1n', '1e5e5', '5\n'],
  ])('is not %j, and the message says how one is written', (text) => {
    const problem =
      text === '1,000' ? /^must have a decimal point/ : /^must be a number from 0 to 9, written such as/;
    expect(numberIn(text)).toBe(text);
    expect(problemOfNumber(numberIn(text), 0, 9)).toMatch(problem);
  });

  it('has a message of its own for each problem', () => {
    const problem = (value: unknown) => problemOfNumber(numberIn(value), -90, 60);
    for (const outside of ['60.000000000000014', '-90.1', '1e999', '-1e999'])
      expect([outside, problem(outside)]).toEqual([outside, 'must be from -90 to 60']);
    expect(problem('21,5')).toBe('must have a decimal point instead of a comma, such as 21.5');
    expect(problem(['1', '2'])).toBe('must be given once');
    expect(problem({ a: '1' })).toMatch(/^must be a number/);
    for (const inside of ['-90', '60', '0', '1e-300']) expect(problem(inside)).toBeUndefined();
  });
});
