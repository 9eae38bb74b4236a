import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { jsonOf, yamlOf } from './farm-text.ts';

const members = fc.record({
  key: fc.string({ minLength: 1 }),
  name: fc.oneof(
    fc.string(),
    fc.constantFrom('two\nlines\n', ' - not: a list', '#', 'a: b', 'x '.repeat(90)),
  ),
  boundary: fc.option(
    fc.record({ coordinates: fc.array(fc.array(fc.float({ noNaN: true, noDefaultInfinity: true }))) }),
  ),
});
const sectors = fc.array(members, { maxLength: 3 });
const anyFarm = fc.record({
  company: members,
  projects: fc.array(
    fc.tuple(members, sectors).map(([project, own]) => ({ ...project, sectors: own })),
    { maxLength: 3 },
  ),
  workerOptions: fc.record({ position: fc.array(fc.string()) }),
  qualities: fc.array(members, { maxLength: 3 }),
});

it('a farm file is the same item by item, in JSON and in YAML', () => {
  fc.assert(
    fc.property(anyFarm, (farm) => {
      const plain: unknown = JSON.parse(JSON.stringify(farm));
      expect(JSON.parse([...jsonOf(farm)].join(''))).toEqual(plain);
      expect(parse([...yamlOf(farm)].join(''))).toEqual(plain);
    }),
    { numRuns: 30 },
  );
});
