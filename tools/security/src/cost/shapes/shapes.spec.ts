import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { operations } from '../../document.ts';
import { encodedShapes } from './encoded.ts';
import { headerNames, headerShapes, headShapes, parameterShapes } from './heads.ts';
import { bodyShapes, memberShapes } from './json.ts';
import { multipartShapes } from './multipart.ts';
import type { Shape } from './shape.ts';
import { valueShapes } from './values.ts';

const operation = (id: string) => operations().find((each) => each.id === id)!;
const bulk = operation('records_sync');
const plant = operation('series_plant');
const schema = bulk.bodies['application/json']?.schema ?? {};
const PLANT = '/api/iot/plant?projectId=p&from=2026-01-10T00:00:00&to=2026-01-11T00:00:00';

const json = [...bodyShapes({ records: [] }), ...memberShapes(schema)];
const all: readonly Shape[] = [
  ...[...json, ...encodedShapes('records'), ...multipartShapes()],
  ...[...headShapes(PLANT), ...headerShapes(headerNames(plant)), ...parameterShapes(plant, PLANT)],
  ...valueShapes(plant, PLANT),
];
const named = (name: string) => all.find((shape) => shape.name === name)!;
const textOf = (name: string, size: number) => Buffer.from(named(name).at(size).body ?? []).toString();

describe('hostile shapes', () => {
  it('have unique names, so that each can be repeated', () => {
    const names = all.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
  it('are the same in each run', () => {
    const made = () =>
      all.map(({ at, sizes: [smallest] }) => {
        const { body, ...rest } = at(Math.min(smallest, 15_000));
        return (
          JSON.stringify(rest) +
          createHash('sha256')
            .update(body ?? '')
            .digest('hex')
        );
      });
    expect(made()).toEqual(made());
  });
  it('have about the requested size', () => {
    const sizes = json
      .filter(({ sizes: { length } }) => length > 1)
      .map(({ name, at }) => [name, at(150_000).body?.length ?? 0] as const);
    expect(sizes.filter(([, size]) => size > 150_000)).toEqual([]);
    // Other shapes have other limits: 60 levels, 999 parts.
    expect(sizes.filter(([, size]) => size > 60_000).length).toBeGreaterThan(sizes.length * 0.9);
  });
  it('fit into the headers of a request', () => {
    const heads = all.filter(({ sizes }) => sizes[0] < 14_000);
    for (const { at, sizes } of heads) {
      const { path = '', headers = [] } = at(sizes[0]);
      const size =
        path.length + headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
      expect(size).toBeLessThan(16_000);
    }
  });
  it('are mostly JSON, because anything else is refused at once', () => {
    const isJson = ({ at }: Shape) => {
      try {
        JSON.parse(Buffer.from(at(15_000).body ?? []).toString());
        return true;
      } catch {
        return false;
      }
    };
    expect(json.filter((shape) => !isJson(shape)).map(({ name }) => name)).toEqual([]);
  });
  it('include a long list of wrong items for each list of a body', () => {
    const namesOf = (id: string) =>
      memberShapes(operation(id).bodies['application/json']?.schema ?? {}).map(({ name }) => name);
    for (const id of ['shifts_record', 'shifts_end'])
      expect(namesOf(id)).toContain('JSON, a list of objects in the list breaks');
    expect(namesOf('shifts_sync')).toContain('JSON, a list of numbers in the list breaks of each part');
  });
  it('include the problems that were found before', () => {
    expect(textOf('JSON, a long path over many U+0000', 15_000)).toMatch(/^(\{"n{100,}":){60}\["\\u0000",/);
    const [bomb] = [named('gzip of U+0000 in a list').at(1_000_000).body ?? Buffer.alloc(0)];
    expect(bomb.length).toBeLessThan(5_000);
    expect(gunzipSync(bomb).toString('latin1', 0, 40)).toMatch(/^\{"records":\[\["\\u0000","\\u0000",/);
    expect(
      decodeURIComponent(named('from 1700-01-01, to 2026-01-02, by 1h, Etc/UTC').at(0).path ?? ''),
    ).toContain('from=1700-01-01T00:00:00&to=2026-01-02T00:00:00&interval=1h');
    expect(named('the path: "/" repeated').at(13_500).path).toBe('/'.repeat(13_501));
    expect(named('authorization: "eyJ-" repeated').at(400).headers).toEqual([
      ['authorization', `a${'eyJ-'.repeat(100)}a`],
    ]);
  });
});
