import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { FARM_SCHEMA } from '@furrow/farm-file';
import { CommandLine } from './command-line.ts';
import { square } from './farms.ts';

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
}

const PAGE = readFileSync(new URL('../../../docs/farm-file.md', import.meta.url), 'utf8');
const EXAMPLE = /```yaml\n(.*?)```/s.exec(PAGE)?.[1] ?? '';

let furrow: CommandLine;
beforeAll(async () => {
  furrow = await CommandLine.installed();
});
afterAll(() => furrow?.remove());

/** The paths of all schema members, without list indexes. */
function pathsOfSchema({ properties = {}, items }: Schema, above = ''): string[] {
  const members = Object.entries(items?.properties ?? properties);
  return members.flatMap(([name, member]) => {
    const below = pathsOfSchema(member, `${above}${name}.`);
    return below.length > 0 ? below : [`${above}${name}`];
  });
}
function valueAt(value: unknown, path: readonly string[]): unknown[] {
  const [name, ...rest] = path;
  if (Array.isArray(value)) return value.flatMap((item) => valueAt(item, path));
  if (name === undefined) return [value];
  const member = (value as Record<string, unknown> | undefined)?.[name];
  return member === undefined ? [] : valueAt(member, rest);
}

/** A farm in which every text and number is at the limit given in docs/farm-file.md, or `over` above it. */
function fullFarm(over: 0 | 1) {
  const text = (length: number) => 'a'.repeat(length + over);
  const field = { name: text(64), label: 'L', type: 'select', options: ['a'] };
  return {
    company: { key: text(63), name: 'Full', timezone: 'UTC' },
    users: [{ idpId: text(128), name: 'U', role: 'admin', picture: `https://full.example/${text(1_979)}` }],
    projects: [
      {
        ...{ key: text(100), name: 'P', timezone: 'UTC' },
        defaults: { samplingUnit: text(50), pricePerUnit: 1_000_000_000 + over },
        sectors: [{ key: text(100), name: 'S', boundary: square(-71, -33) }],
      },
      { key: 'p2', name: 'P2', timezone: 'UTC', defaults: { pricePerUnit: over ? 1.0000001 : 1.000001 } },
    ],
    workerOptions: { position: [text(100)] },
    forms: [
      { key: text(100), name: 'F', subtype: text(100), fields: [field] },
      {
        ...{ key: 'f2', name: 'F2' },
        fields: Array.from({ length: 300 + over }, (_, at) => ({ name: `f${at}`, label: 'L', type: 'text' })),
      },
      {
        ...{ key: 'f3', name: 'F3' },
        fields: [
          {
            name: 'moth',
            label: 'L',
            type: 'pests',
            eppoCode: 'ABCDEFGH'.padEnd(8 + over, 'A'),
            threshold: -over,
          },
          {
            name: 's',
            label: 'L',
            type: 'select',
            options: Array.from({ length: 500 + over }, (_, at) => `${at}`),
          },
        ],
      },
    ],
    devices: [{ deviceId: 'a'.repeat(64), project: text(100) }],
    payPolicies: [
      {
        ...{
          validFrom: '2026-01-01',
          hourlyRate: 1_000_000_000 + over,
          nonproductiveRate: over ? 1e-7 : 1e-6,
        },
        minimumWage: { amount: 1_000_000_000 + over, per: 'hour' },
        overtime: { weeklyHours: 168 + over, dailyHours: 24 + over, premium: 100 + over },
      },
    ],
  };
}

describe('docs/farm-file.md', () => {
  it('has an example that can be applied, repeatedly', async () => {
    const path = await furrow.file('example.yaml', EXAMPLE);
    const applied = await furrow.json<Record<string, object>>('apply', path);
    expect(applied).toMatchObject({
      users: { 'auth0|ana': expect.any(String), 'auth0|ben': expect.any(String) },
      sectors: { 'north/n1': expect.any(String) },
      tasks: { 'spray-1': expect.any(String) },
      devices: { 'ws-01': { deviceSecret: expect.any(String) } },
    });
    const { stdout } = await furrow.run('apply', path, '--dry-run');
    expect(stdout).toContain('matches the file; nothing would change.');
  });

  it('has an example with every member', () => {
    const example: unknown = parse(EXAMPLE);
    const missing = pathsOfSchema(FARM_SCHEMA).filter(
      (path) => valueAt(example, path.split('.')).length === 0,
    );
    // No farm file declares a worker whom the example could name.
    expect(missing).toEqual(['payRates.worker']);
  });

  it('documents the actual limits', async () => {
    const full = await furrow.run('apply', await furrow.file('full', fullFarm(0)), '--dry-run', '--json');
    expect({ code: full.code, stderr: full.stderr }).toEqual({ code: 0, stderr: '' });
    const over = await furrow.run('apply', await furrow.file('over', fullFarm(1)), '--dry-run', '--json');
    expect({ code: over.code, stdout: over.stdout }).toEqual({ code: 1, stdout: '' });
    const places = [
      ...['company.key', 'users[0].idpId', 'users[0].picture', 'workerOptions.position[0]'],
      ...['projects[0].key', 'projects[0].defaults.samplingUnit', 'projects[0].defaults.pricePerUnit'],
      ...['projects[1].defaults.pricePerUnit', 'forms[0].key', 'forms[0].subtype'],
      ...['forms[0].fields[0].name', 'forms[1].fields', 'forms[2].fields[0].eppoCode'],
      ...['forms[2].fields[0].threshold', 'forms[2].fields[1].options'],
      ...['hourlyRate', 'nonproductiveRate', 'minimumWage.amount'].map((name) => `payPolicies[0].${name}`),
      ...['weeklyHours', 'dailyHours', 'premium'].map((name) => `payPolicies[0].overtime.${name}`),
    ];
    expect(places.filter((place) => !over.stderr.includes(`${place} `))).toEqual([]);
  });
});
