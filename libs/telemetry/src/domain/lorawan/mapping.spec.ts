import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pathOf, valueAt } from './decoded-path.ts';
import { mappedMembers, mappingProblems } from './mapping.ts';

const fieldsOf = (mapping: Record<string, string>) => mappingProblems(mapping).map(({ field }) => field);

describe('a mapping', () => {
  it('says where the decoded payload has weather, and soil by depth', () => {
    const mapping = { te: 'temperature', dir: 'wind.direction', 'soil[20].moisture': 'probes[0].vwc' };
    expect(fieldsOf({ ...mapping, 'soil[7.5].ec': 'ec_soil * 0.001' })).toEqual([]);
    expect(mappedMembers(mapping).map(({ target }) => target)).toEqual([
      { kind: 'weather', member: 'te' },
      { kind: 'weather', member: 'dir' },
      { kind: 'soil', member: 'moisture', depth: 20 },
    ]);
  });

  it.each([
    ...['kpi', 'value', 'soil.moisture', 'soil[].moisture', 'soil[-1].moisture', 'soil[301].moisture'],
    ...['soil[20].te', 'soil[20].depth', 'constructor', '__proto__', 'toString', ''],
  ])('measures nothing named %j', (name) => {
    expect(fieldsOf(Object.fromEntries([[name, 'a']]))).toEqual([name]);
  });

  it.each([
    ...['', ' ', '.', 'a.', '.a', 'a..b', 'a[x]', 'a[-1]', 'a[', 'a * ', 'a * b', 'a * NaN', 'a * Infinity'],
    ...['__proto__', 'a.constructor', 'a.prototype.b', 'a * 1 * 2', 'x'.repeat(201)],
  ])('has no path %j', (path) => {
    expect(fieldsOf({ te: path })).toEqual(['te']);
  });

  it('has 1 to 100 members', () => {
    const many = Object.fromEntries(
      Array.from({ length: 101 }, (_, depth) => [`soil[${depth}].moisture`, 'a']),
    );
    expect([fieldsOf({}), fieldsOf(many)]).toEqual([['*'], ['*']]);
  });
});

describe('a path', () => {
  const at = (decoded: unknown, path: string) => valueAt(decoded, pathOf(path)!);

  it('leads through objects and lists', () => {
    const decoded = { temperature: 21, 'Hum SHT': 60, probes: [{ t: 7 }, [8, 9]] };
    expect(
      ['temperature', 'Hum SHT', 'probes[0].t', 'probes[1][1]', 'probes[2].t', 'no'].map((path) =>
        at(decoded, path),
      ),
    ).toEqual([21, 60, 7, 9, undefined, undefined]);
  });

  it.each(['toString', 'length', 'hasOwnProperty', 'a.toFixed', 'list.length', 'list.map'])(
    'finds nothing that objects inherit: %s',
    (path) => {
      const found = at({ a: 1, list: [1] }, path);
      expect(path === 'list.length' ? [1, undefined] : [undefined]).toContain(found);
    },
  );

  it('converts the unit by a factor, of a number as text too', () => {
    expect(at({ ec: 412 }, 'ec * 0.001')).toBe(0.412);
    expect(at({ water: '19.57' }, 'water * 1')).toBe(19.57);
    expect(at({ f: 3 }, 'f * -1e-1')).toBe(-0.3);
    expect(at({ water: '19.57' }, 'water')).toBe('19.57');
    for (const text of ['NaN', 'Infinity', '0x9', '', '1,5', 'wet'])
      expect(at({ water: text }, 'water * 1')).toBe(text);
  });

  it('never throws, whatever the payload is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string(), (decoded, written) => {
        const path = pathOf(written) ?? { steps: [written, 0], factor: 2 };
        expect(() => valueAt(decoded, path)).not.toThrow();
      }),
    );
  });
});
