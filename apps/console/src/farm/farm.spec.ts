import { describe, expect, it } from '@jest/globals';
import { differencesOf } from './differences.ts';
import type { FarmChange, FarmProject } from './farm-file.ts';
import { formerOf } from './former.ts';
import { cornersOf, crossesItself, hectaresOf, outlineProblem, polygonOf } from './outline.ts';
import { outlineIn } from './outline-file.ts';

const change = (over: Partial<FarmChange>): FarmChange => ({
  ...{ kind: 'quality', key: 'export', action: 'updated' },
  ...{
    before: { key: 'export', name: 'A', status: 'active' },
    after: { key: 'export', name: 'B', status: 'active' },
  },
  ...over,
});
const north: FarmProject = {
  key: 'north',
  name: 'North',
  timezone: 'UTC',
  status: 'active',
  defaults: {
    ...{ samplingUnit: null, pricePerUnit: null, maxDurationHours: 12, syncGraceHours: 48 },
    ...{ harvestGuard: 'warn', repeatSeconds: null },
  },
  sectors: [],
};
const projects = [north];

describe('what takes changes back', () => {
  it('is the former value, and puts what was new out of use', () => {
    const created = change({
      key: 'new',
      action: 'created',
      before: null,
      after: { key: 'new', name: 'New' },
    });
    expect(formerOf([change({}), created, change({ action: 'unchanged' })], { projects })).toEqual({
      qualities: [
        { key: 'export', name: 'A', status: 'active' },
        { key: 'new', name: 'New', status: 'inactive' },
      ],
    });
  });

  it('has sectors within their project, and the project’s own former members', () => {
    const before = { key: 'n1', name: 'Old' };
    const sector = change({ kind: 'sector', key: 'north/n1', before, after: { key: 'n1', name: 'New' } });
    const named = { key: 'north', name: 'North', timezone: 'UTC' };
    expect(formerOf([sector], { projects })).toEqual({ projects: [{ ...named, sectors: [before] }] });
    const former = { ...named, name: 'Former' };
    const project = change({ kind: 'project', key: 'north', before: former, after: named });
    expect(formerOf([project, sector], { projects })).toEqual({
      projects: [{ ...former, sectors: [before] }],
    });
  });

  it('has forms', () => {
    const form = { key: 'scout', name: 'Scouting' };
    expect(
      formerOf([change({ kind: 'form', key: 'scout', before: null, after: form })], { projects }),
    ).toEqual({
      forms: [{ ...form, status: 'inactive' }],
    });
  });

  it('has the company', () => {
    const before = { key: 'acme', name: 'Acme' };
    expect(formerOf([change({ kind: 'company', key: 'acme', before })], { projects })).toEqual({
      company: before,
    });
  });
});

describe('differences', () => {
  it('are told member by member, within groups too', () => {
    const before = { name: 'A', defaults: { price: 1, unit: null }, boundary: null };
    const boundary = { type: 'Polygon' };
    const after = { name: 'A', defaults: { price: 2, unit: null }, boundary };
    expect(differencesOf(change({ before, after }))).toEqual([
      { member: 'defaults.price', from: 1, to: 2 },
      { member: 'boundary', from: null, to: boundary },
    ]);
  });

  it('of something new are its values', () => {
    expect(differencesOf(change({ before: null, after: { name: 'A', crop: null } }))).toEqual([
      { member: 'name', from: undefined, to: 'A' },
    ]);
  });

  it('of lists of items are told by the names of the items', () => {
    const field = (name: string, label: string) => ({ name, label });
    const access = { roles: ['supervisor'], users: [] };
    const before = { subtype: null, access, fields: [field('a', 'A'), field('b', 'B')] };
    const after = { subtype: '', access: null, fields: [field('b', 'Be'), field('c', 'C')] };
    expect(differencesOf(change({ before, after }))).toEqual([
      { member: 'access.roles', from: ['supervisor'], to: undefined },
      { member: 'fields', from: ['a', 'b'], to: ['b', 'c'] },
      { member: 'fields.a.name', from: 'a', to: undefined },
      { member: 'fields.a.label', from: 'A', to: undefined },
      { member: 'fields.b.label', from: 'B', to: 'Be' },
      { member: 'fields.c.name', from: undefined, to: 'c' },
      { member: 'fields.c.label', from: undefined, to: 'C' },
    ]);
  });
});

const SQUARE = [
  [-70, -33],
  [-69.99, -33],
  [-69.99, -32.99],
  [-70, -32.99],
] as const;
const BOW = [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]];
const circle = (corners: number) =>
  Array.from({ length: corners }, (_, i): [number, number] => {
    const angle = (i / corners) * 2 * Math.PI;
    return [Math.cos(angle), Math.sin(angle)];
  });

describe('an outline', () => {
  it('has corners and an area', () => {
    const square = polygonOf(SQUARE)!;
    expect([cornersOf(square), hectaresOf(square)]).toEqual([4, expect.closeTo(103.9, 0)]);
    expect(polygonOf(SQUARE.slice(0, 2))).toBeNull();
  });

  it('must not cross itself, nor have more corners than the API accepts', () => {
    expect(outlineProblem(polygonOf(SQUARE)!)).toBeUndefined();
    expect(outlineProblem(polygonOf(BOW)!)).toBe('crosses-itself');
    expect(outlineProblem(polygonOf(circle(5_000))!)).toBeUndefined();
    expect(outlineProblem(polygonOf(circle(5_001))!)).toBe('too-many-corners');
    expect(
      outlineProblem(
        polygonOf([
          [0, 0],
          [181, 0],
          [0, 1],
        ])!,
      ),
    ).toBe('not-degrees');
    expect(crossesItself([...SQUARE.slice(0, 2), SQUARE[1], ...SQUARE.slice(2), SQUARE[0]])).toBe(false);
  });
});

describe('a file with an outline', () => {
  const none = () => undefined;
  const json = (value: unknown) => outlineIn(JSON.stringify(value), none);
  const polygon = polygonOf(SQUARE)!;

  it('may be a geometry, a feature or a collection of them, with altitudes', async () => {
    const high = { type: 'Polygon', coordinates: [[...SQUARE, SQUARE[0]].map((corner) => [...corner, 400])] };
    const feature = { type: 'Feature', properties: {}, geometry: high };
    for (const value of [high, feature, { type: 'FeatureCollection', features: [feature] }])
      expect(await json(value)).toEqual({ boundary: polygon });
    const two = { type: 'GeometryCollection', geometries: [high, high] };
    expect(await json(two)).toEqual({
      boundary: { type: 'MultiPolygon', coordinates: [polygon.coordinates, polygon.coordinates] },
    });
  });

  it('may be KML', async () => {
    expect(await outlineIn('\uFEFF <kml/>', () => polygon)).toEqual({ boundary: polygon });
  });

  it.each([
    ['nothing drawn', { type: 'Point', coordinates: [0, 0] }, 'no-outline'],
    ['no GeoJSON', [1], 'no-outline'],
    ['words for numbers', { type: 'Polygon', coordinates: [[['a', 'b']]] }, 'not-readable'],
    ['a crossing', polygonOf(BOW), 'crosses-itself'],
    ['100,000 corners', polygonOf(circle(100_000)), 'too-many-corners'],
    ['metres', polygonOf(SQUARE.map(([x, y]): [number, number] => [x * 1e5, y * 1e5])), 'not-degrees'],
  ])('with %s is refused at once', async (_, value, problem) => {
    const text = JSON.stringify(value);
    const before = process.threadCpuUsage();
    expect(await outlineIn(text, none)).toEqual({ problem });
    expect(process.threadCpuUsage(before).user).toBeLessThan(1_000_000);
  });

  it('that is no file of that kind, or whose entities would grow, is refused unread', async () => {
    expect(await outlineIn('PK\u0003\u0004', none)).toEqual({ problem: 'not-readable' });
    const bomb = '<?xml version="1.0"?><!DOCTYPE kml [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><kml>&b;</kml>';
    const read = () => {
      throw new Error('It was read.');
    };
    expect(await outlineIn(bomb, read)).toEqual({ problem: 'not-readable' });
  });
});
