import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { description, resolved } from '@furrow/testbed/described';
import { aFarm, type ProvisionedFarm } from '@furrow/testbed/farms';
import { type Client, type Json, System } from '@furrow/testbed/system';
import { expectRefusal } from '../harness/refusal.ts';

import { aWholeFarm } from './whole-farm.ts';

const FARM = '/api/control/farm';

let system: System;
let farm: ProvisionedFarm;
let admin: Client;

beforeAll(async () => {
  system = await System.shared();
  const whole = aWholeFarm('whole');
  // A token can only be withdrawn where it was issued.
  const issued = (whole['apiTokens'] as Json[]).map(({ name, scopes }) => ({ name, scopes }));
  await system.provision({ ...whole, apiTokens: issued });
  farm = await system.provision(whole);
  admin = farm.as('ada');
});

const asYaml = async (): Promise<Json> => {
  const answer = await admin.get(FARM, { headers: { accept: 'application/yaml' } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/yaml']);
  return parse(answer.text);
};

describe('the farm file as it stands', () => {
  it('has everything that was declared, inactive items included', async () => {
    const { status, data, headers } = await admin.get(FARM);
    expect([status, headers.get('etag')]).toEqual([200, expect.stringMatching(/^"[\w-]{22}"$/)]);
    for (const [section, declared] of Object.entries(aWholeFarm('whole')))
      if (Array.isArray(declared))
        for (const item of declared) expect(named(data[section], nameOf(item))).toMatchObject(plain(item));
    expect(data.company).toEqual({ ...aWholeFarm('whole').company, currency: 'CLP' });
    expect(data.forms.find(({ key }: Json) => key === 'former').status).toBe('inactive');
  });

  it('is the same in YAML', async () => {
    expect(await asYaml()).toEqual((await admin.get(FARM)).data);
  });

  it('has no secret', async () => {
    const { text } = await admin.get(FARM);
    expect(text).not.toMatch(/secret|credential|hash/iu);
  });

  it('changes nothing when it is applied, and keeps its version', async () => {
    const before = await admin.get(FARM);
    const rows = await versionsOfRows();
    await system.provision((await asYaml()) as never);
    expect((await admin.patch(FARM, before.data)).status).toBe(200);
    const after = await admin.get(FARM);
    expect([after.headers.get('etag'), after.data]).toEqual([before.headers.get('etag'), before.data]);
    // Nor is anything written that stands so already, in use or not.
    expect(await versionsOfRows()).toEqual(rows);
  });

  it('has another version when it changes', async () => {
    const before = await admin.get(FARM);
    const { company } = aWholeFarm('whole');
    await system.provision({ company, qualities: [{ key: 'new', name: 'New' }] });
    expect((await admin.get(FARM)).headers.get('etag')).not.toBe(before.headers.get('etag'));
  });

  // That it has no other members, and is null nowhere else, is checked of every answer.
  it('leaves out members and is null wherever the document says that it may', async () => {
    const plain = await system.provision(aFarm('plain'));
    const farms = [(await admin.get(FARM)).data, (await plain.as('ada').get(FARM)).data];
    const { FarmFile } = description().components.schemas;
    // Not of the fields of forms, which other answers have too. No farm file here names a worker.
    expect(neverSeen(FarmFile!, farms, 'farm').filter((each) => !each.includes('.fields.'))).toEqual([
      'farm.payRates.worker is never there',
    ]);
  });

  it('is for admins of the company', async () => {
    expectRefusal(await farm.as('ana').get(FARM), 403, 'B', 'forbidden');
    expectRefusal(await system.stranger.get(FARM), 401, 'B', 'unauthenticated');
    const other = await system.provision(aWholeFarm('other'));
    expect((await other.as('ada').get(FARM)).text).not.toContain('whole');
  });
});

const DECLARED = [
  ...['access.companies', 'access.users', 'access.devices', 'access.api_tokens', 'agronomy.projects'],
  ...['agronomy.sectors', 'workforce.options', 'workforce.groups', 'production.qualities'],
  ...[
    'production.containers',
    'production.prices',
    'forms.forms',
    'forms.tasks',
    'payroll.policies',
    'payroll.group_policies',
  ],
  ...['payroll.rates', 'payroll.project_wages', 'notifications.alerts', 'safety.rest_rules'],
];
/** By which transactions the rows were written, by table. */
async function versionsOfRows(): Promise<Json> {
  const versions = DECLARED.map(async (table) => [
    table,
    await system.sql(
      `SELECT xmin::text, count(*) FROM ${table} WHERE company_id = $1 GROUP BY 1 ORDER BY 1`,
      [farm.ids.companyId],
    ),
  ]);
  return Object.fromEntries(await Promise.all(versions));
}

interface Described {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, object>>;
  readonly required?: readonly string[];
  readonly items?: object;
  readonly anyOf?: readonly Described[];
}

/** What a schema says of its values that holds for none of these: that they may be null, be left out, or be there. */
function neverSeen(schema: object, values: readonly Json[], path: string): string[] {
  const { type, properties = {}, required = [], items, anyOf = [] } = resolved<Described>(schema, '').value;
  const mayBeNull = [type, ...anyOf.map((each) => each.type)].flat().includes('null');
  const others = values.filter((value) => value !== null);
  const members = Object.entries(properties).flatMap(([name, member]) => {
    const having = others.filter((value) => name in value);
    const place = `${path}.${name}`;
    if (having.length === 0) return [`${place} is never there`];
    const isAlways = !required.includes(name) && having.length === others.length;
    return [
      ...(isAlways ? [`${place} is never left out`] : []),
      ...neverSeen(
        member,
        having.map((value) => value[name]),
        place,
      ),
    ];
  });
  return [
    ...(mayBeNull && others.length === values.length ? [`${path} is never null`] : []),
    ...(items ? neverSeen(items, others.flat(), path) : members),
  ];
}

const nameOf = ({ key, idpId, deviceId, name, validFrom, ...of }: Json): string => {
  const since = [validFrom, of.project, of.group, of.unit, of.quality].filter(Boolean).join(' ');
  return key ?? idpId ?? deviceId ?? (validFrom ? since : name);
};
const named = (items: Json[], name: string): Json => items.find((item) => nameOf(item) === name);

/** Without what has parts that the test of a repeat compares. */
function plain({ sectors: _, dueAt: __, ...item }: Json): Json {
  return item;
}
