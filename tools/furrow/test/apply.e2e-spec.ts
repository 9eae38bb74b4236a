import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from './command-line.ts';
import { farm, square, yamlFarm } from './farms.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

interface Applied {
  companyId: string;
  sectors: Record<string, string>;
  users: Record<string, string>;
  forms: Record<string, string>;
  tasks: Record<string, string>;
  devices: Record<string, object>;
  apiTokens: Record<string, object>;
}

let furrow: CommandLine;
beforeAll(async () => {
  furrow = await CommandLine.installed();
});
afterAll(() => furrow.remove());

const apply = async (content: unknown, ...options: string[]) =>
  furrow.json<Applied>('apply', await furrow.file(`farm-${Math.random()}`, content), ...options);
const refused = async (content: unknown) => {
  const outcome = await furrow.run('apply', await furrow.file('refused', content), '--json');
  expect(outcome).toMatchObject({ code: 1, stdout: '' });
  return outcome.stderr;
};

describe('furrow apply', () => {
  it('returns the ids of everything, and secrets only of what it created', async () => {
    const id = expect.stringMatching(UUID);
    const first = await apply(farm('acme'));
    expect(first).toEqual({
      companyId: id,
      users: { 'idp|acme-ana': id, 'idp|acme-ben': id },
      projects: { north: id, south: id },
      sectors: { 'north/n1': id, 'north/n2': id, 'south/n1': id },
      qualities: { export: id },
      forms: {},
      tasks: {},
      devices: {
        'acme-ws-01': { deviceSecret: expect.any(String) },
        'acme-ws-02': { deviceSecret: expect.any(String) },
      },
      apiTokens: { bi: { keyId: expect.any(String), credential: expect.stringContaining('.') } },
    });
    const { keyId } = first.apiTokens['bi'] as { keyId: string };
    expect(await apply(farm('acme'))).toEqual({
      ...first,
      devices: { 'acme-ws-01': {}, 'acme-ws-02': {} },
      apiTokens: { bi: { keyId } },
    });
  });

  it('accepts YAML, empty sections, and text in NFC', async () => {
    const applied = await apply(yamlFarm('nuble').replace('Ñ', 'N\u0303'));
    expect(Object.keys(applied.users)).toEqual(['idp|nuble-eva']);
    const companies = await furrow.json<{ key: string; name: string }[]>('company', 'list');
    expect(companies.find(({ key }) => key === 'nuble')?.name).toBe('Ñuble Farms');
  });

  it('prints what was created, with secrets that can be copied', async () => {
    const { code, stdout } = await furrow.run('apply', await furrow.file('people', farm('people')));
    expect(code).toBe(0);
    expect(stdout).toMatch(/Applied to people farms \(.*\):/);
    expect(stdout).toMatch(/API token +bi +\S+\.\S+/);
    expect(stdout).toMatch(/device +people-ws-01 +\S+/);
  });

  it('prints what it created, changed and left unchanged', async () => {
    const lines = async (content: unknown, ...options: string[]) => {
      const { code, stdout } = await furrow.run('apply', await furrow.file('counted', content), ...options);
      expect(code).toBe(0);
      const [first = '', ...rows] = stdout.split('\n');
      const cells = rows.map((row) => row.trim().split(/ {2,}/));
      return { first, of: Object.fromEntries(cells.map(([section = '', ...counts]) => [section, counts])) };
    };
    const once = await lines(farm('counted'));
    expect(once.first).toMatch(/^Applied to counted farms \(.*\): \d+ created, 0 changed\.$/);
    expect(once.of).toMatchObject({
      SECTION: ['IN THE FILE', 'CREATED', 'CHANGED', 'UNCHANGED'],
      company: ['–', '1', '0', '0'],
      sectors: ['3', '3', '0', '0'],
      devices: ['2', '2', '0', '0'],
    });
    const tenth = await lines(farm('counted'));
    expect(tenth.first).toMatch(/: nothing changed\.$/);
    expect(tenth.of).toMatchObject({ sectors: ['3', '0', '0', '3'], apiTokens: ['1', '0', '0', '1'] });
    const renamed = await lines(farm('counted', { qualities: [{ key: 'export', name: 'Other' }] }));
    expect(renamed.first).toMatch(/: 0 created, 1 changed\.$/);
    expect(renamed.of).toMatchObject({ qualities: ['1', '0', '1', '0'], users: ['2', '0', '0', '2'] });
    const pruned = await lines(farm('counted', { devices: [] }), '--prune');
    expect(pruned.of).toMatchObject({ devices: ['0', '0', '2', '0'] });
  });

  it('reports every wrong position at once, and changes nothing', async () => {
    const wrong = farm('wrong', {
      user: [],
      users: [{ idpId: 'x', name: 'X', role: 'boss', mail: 'x@y' }],
      projects: [
        {
          key: 'north',
          name: 'N',
          timezone: 'Mars/Olympus',
          defaults: { maxDurationHours: 25, pricePerUnit: '120' },
          sectors: [
            { key: 'n1', bondary: null, name: 'N1' },
            { key: 'n1', name: 'N2', boundary: { type: 'Polygon', coordinates: [[]] } },
          ],
        },
      ],
      apiTokens: [{ name: 'bi', scopes: [], expiresAt: 'tomorrow' }],
    });
    const said = await refused(wrong);
    for (const line of [
      'user is not accepted here',
      'users[0].role must be one of: admin, supervisor, agronomist',
      'users[0].mail is not accepted here',
      'projects[0].timezone must be an IANA time zone',
      'projects[0].defaults.maxDurationHours must be at most 24',
      'projects[0].defaults.pricePerUnit must be a number or null, not text',
      'projects[0].sectors[0].bondary is not accepted here',
      'projects[0].sectors[1].key occurs twice',
      'projects[0].sectors[1].boundary ring 1 needs at least 4 positions',
      'apiTokens[0].expiresAt must be an instant with Z or an offset',
    ])
      expect(said).toContain(line);
    expect(await companyKeys()).not.toContain('wrong');
  });

  it('reports the refusals of all contexts by position, together', async () => {
    const wrong = farm('wrong', {
      users: [{ idpId: 'x', name: 'X', role: 'admin', email: 'nowhere' }],
      devices: [{ deviceId: 'wrong-1', project: 'west' }],
      apiTokens: [{ name: 'bi', scopes: ['write:everything'] }],
    });
    const said = await refused(wrong);
    for (const line of [
      'users[0].email must be an e-mail address',
      'devices[0].project names no project: "west"',
      'apiTokens[0].scopes "write:everything" is not accepted',
    ])
      expect(said).toContain(line);
    expect(await companyKeys()).not.toContain('wrong');
  });

  it('applies forms and tasks, and gives a changed form a new version', async () => {
    const scout = { key: 'scout', name: 'Scouting', fields: [{ name: 'n', label: 'N', type: 'number' }] };
    const spray = {
      key: 'spray',
      name: 'Spraying',
      type: 'task',
      access: { roles: ['supervisor'], users: null },
    };
    const task = { key: 'spray-1', form: 'spray', assignee: 'idp|forms-ana', project: 'north', sector: 'n1' };
    const content = farm('forms', {
      forms: [scout, spray],
      tasks: [
        { ...task, dueAt: '2026-12-01T12:00:00Z' },
        { key: 'spray-2', form: 'spray' },
      ],
    });
    const id = expect.stringMatching(UUID);
    const first = await apply(content);
    expect(first).toMatchObject({ forms: { scout: id, spray: id }, tasks: { 'spray-1': id, 'spray-2': id } });
    const versions = await rowVersions();
    expect(await apply(content)).toMatchObject({ forms: first.forms, tasks: first.tasks });
    expect(await rowVersions()).toEqual(versions);

    const { company } = content as { company: object };
    const changed = { ...scout, fields: [...scout.fields, { name: 'm', label: 'M', type: 'text' }] };
    expect((await apply({ company, forms: [changed], tasks: [task] })).forms).toEqual({
      scout: first.forms['scout'],
    });
    expect(await rowVersions()).not.toEqual(versions);
    await apply({ company }, '--prune');
    const active = await furrow.sql<{ active: boolean }>(
      'SELECT active FROM forms.forms UNION ALL SELECT active FROM forms.tasks',
    );
    expect(new Set(active.map((row) => row.active))).toEqual(new Set([false]));
    expect(await furrow.sql('SELECT version FROM forms.form_versions ORDER BY 1')).toEqual(
      [1, 1, 2].map((version) => ({ version })),
    );
  });

  it('reports every wrong position of forms and tasks', async () => {
    const fields = [
      { name: 'a', label: 'A', type: 'colour' },
      { name: 'a', label: 'A', type: 'text', requird: true },
    ];
    const shape = await refused(
      farm('wrong', {
        forms: [{ key: 'scout', name: 'S', fields }],
        tasks: [{ key: 't', form: 's', dueAt: 'soon' }],
      }),
    );
    for (const line of [
      'forms[0].fields[0].type must be one of: text, number',
      'forms[0].fields[1].name occurs twice',
      'forms[0].fields[1].requird is not accepted here',
      'tasks[0].dueAt must be an instant',
    ])
      expect(shape).toContain(line);

    const select = { key: 'scout', name: 'S', fields: [{ name: 'a', label: 'A', type: 'select' }] };
    expect(await refused(farm('wrong', { forms: [select] }))).toContain(
      'forms[0].fields[0].options must be a list of 1 to',
    );
    const spray = { key: 'spray', name: 'Spraying', type: 'task' };
    const task = { key: 't', form: 'spray' };
    for (const [over, line] of [
      [{ form: 'nothing' }, 'tasks[0].form names no task form: "nothing"'],
      [{ assignee: 'idp|nobody' }, 'tasks[0].assignee names no user: "idp|nobody"'],
      [{ project: 'west' }, 'tasks[0].project names no project: "west"'],
      [{ project: 'north', sector: 'n9' }, 'tasks[0].sector names no sector of north: "n9"'],
      [{ sector: 'n1' }, 'tasks[0].project is needed with a sector'],
    ] as const)
      expect(await refused(farm('wrong', { forms: [spray], tasks: [{ ...task, ...over }] }))).toContain(line);
    expect(await companyKeys()).not.toContain('wrong');
  });

  it.each([
    ['nothing at all', '', 'the file must be a group of members, not null'],
    ['neither JSON nor YAML', '{ "company": [', 'is neither JSON nor YAML'],
    [
      'U+0000',
      farm('wrong', { qualities: [{ key: 'a', name: 'b\0' }] }),
      'qualities[0].name must not contain U+0000',
    ],
    [
      'a currency that does not exist',
      farm('wrong', { company: { key: 'wrong', name: 'Wrong', timezone: 'UTC', currency: 'EURO' } }),
      'company.currency must be an ISO 4217 code such as CLP',
    ],
    [
      'a company key with other characters',
      farm('wrong', { company: { key: 'Wrong!', name: 'Wrong', timezone: 'UTC' } }),
      'company.key must have 1 to 63 lower case letters, digits and hyphens',
    ],
  ])('refuses %s', async (_name, content, sentence) => {
    expect(await refused(content)).toContain(sentence);
  });

  it('names the other problems of the file beside those of a new company', async () => {
    const file = farm('wrong', {
      company: { key: 'wrong', name: 'Wrong', timezone: 'UTC', currency: 'EURO' },
      workerOptions: { position: ['a'.repeat(101)] },
    });
    const message = await refused(file);
    expect(message).toContain('company.currency must be');
    expect(message).toContain('workerOptions.position[0] must');
  });

  it('refuses a missing file', async () => {
    const { code, stderr } = await furrow.run('apply', '/nowhere/farm.yaml');
    expect([code, stderr]).toEqual([1, expect.stringContaining('/nowhere/farm.yaml cannot be read')]);
  });

  it('refuses users and devices of another company, as a whole', async () => {
    await apply(farm('first'));
    expect(
      await refused(farm('second', { users: [{ idpId: 'idp|first-ana', name: 'Ana', role: 'admin' }] })),
    ).toContain('"idp|first-ana" already belongs to a user of another company');
    expect(
      await refused(farm('second', { devices: [{ deviceId: 'first-ws-01', project: 'north' }] })),
    ).toContain('"first-ws-01" already belongs to another company');
    expect(await companyKeys()).not.toContain('second');
  });

  it('keeps what the file omits, or deactivates it with --prune', async () => {
    const { company } = farm('prune') as { company: object };
    await apply(farm('prune'));
    const statuses = async () => {
      const projects = await furrow.json<{ status: string; sectors: { status: string }[] }[]>(
        'project',
        'list',
        '--company',
        'prune',
      );
      const users = await furrow.json<{ status: string }[]>('user', 'list', '--company', 'prune');
      const tokens = await furrow.json<{ status: string }[]>('token', 'list', '--company', 'prune');
      return [
        ...projects.flatMap(({ status, sectors }) => [status, ...sectors.map((sector) => sector.status)]),
        ...users.map(({ status }) => status),
        ...tokens.map(({ status }) => status),
      ];
    };
    await apply({ company });
    expect(new Set(await statuses())).toEqual(new Set(['active']));
    await apply({ company }, '--prune');
    expect(new Set(await statuses())).toEqual(new Set(['inactive', 'revoked']));
  });

  it('finds places that existed before', async () => {
    const { company } = farm('later') as { company: object };
    await apply(farm('later', { devices: [] }));
    const { devices } = await apply({
      company,
      devices: [{ deviceId: 'later-1', project: 'north', sector: 'n2' }],
    });
    expect(devices).toEqual({ 'later-1': { deviceSecret: expect.any(String) } });
  });

  it('warns of a device with an unknown sector, and applies the rest', async () => {
    const devices = [{ deviceId: 'stray-1', project: 'north', sector: 'n9' }];
    const path = await furrow.file('stray', farm('stray', { devices }));
    const { code, stdout, stderr } = await furrow.run('apply', path, '--json');
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('devices[0].sector: north has no sector "n9"'),
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      devices: { 'stray-1': { deviceSecret: expect.any(String) } },
    });
  });

  it('creates a company once when several processes apply at once', async () => {
    const applied = await Promise.all(Array.from({ length: 4 }, () => apply(farm('race'))));
    expect(new Set(applied.map(({ companyId }) => companyId)).size).toBe(1);
    expect(new Set(applied.map(({ sectors }) => JSON.stringify(sectors))).size).toBe(1);
    const secrets = applied
      .flatMap(({ devices }) => Object.values(devices))
      .filter((device) => 'deviceSecret' in device);
    expect(secrets).toHaveLength(2);
  });

  it('applies a thousand sectors quickly', async () => {
    const sectors = Array.from({ length: 1_045 }, (_, index) => ({
      key: `s${index}`,
      name: `S ${index}`,
      boundary: square(index / 10, 10),
    }));
    const started = performance.now();
    const applied = await apply(
      farm('wide', { projects: [{ key: 'north', name: 'N', timezone: 'UTC', sectors }], devices: [] }),
    );
    expect(Object.keys(applied.sectors)).toHaveLength(1_045);
    expect(performance.now() - started).toBeLessThan(30_000);
  });
});

async function companyKeys(): Promise<string[]> {
  return (await furrow.json<{ key: string }[]>('company', 'list')).map(({ key }) => key);
}

/** The row version (xmin) of each form, so that a write without changes shows too. */
function rowVersions() {
  return furrow.sql(
    'SELECT form_id AS id, xmin::text FROM forms.forms UNION ALL SELECT task_id, xmin::text FROM forms.tasks ORDER BY 1',
  );
}
