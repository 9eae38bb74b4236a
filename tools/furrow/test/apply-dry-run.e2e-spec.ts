import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from './command-line.ts';
import { farm, square } from './farms.ts';

interface Plan {
  dryRun: boolean;
  sections: Record<string, { created: number; changed: number; unchanged: number }>;
  changes: { section: string; name: string; change: string; members: object[] }[];
}

let furrow: CommandLine;
beforeAll(async () => {
  furrow = await CommandLine.installed();
});
afterAll(() => furrow?.remove());

const TABLES = [
  ...['access.companies', 'access.users', 'access.devices', 'access.api_tokens', 'agronomy.projects'],
  ...['agronomy.sectors', 'workforce.options', 'production.qualities', 'forms.forms', 'forms.form_versions'],
  'forms.tasks',
];
/** Every row that an apply could create or change, with the transaction that wrote it. */
const everything = () => {
  const rows = TABLES.map(
    (table) => `SELECT '${table}' AS of, t.xmin::text, to_jsonb(t)::text AS row FROM ${table} t`,
  );
  return furrow.sql(`${rows.join(' UNION ALL ')} ORDER BY 1, 3`);
};
const file = (content: object) => furrow.file(`farm-${Math.random()}`, content);
const forms = (label: string, ...more: object[]) => [
  {
    ...{ key: 'scout', name: 'Scouting', type: 'monitoring', subtype: 'pests' },
    fields: [{ name: 'moth', label, type: 'pests' }, ...more],
  },
  {
    key: 'spray',
    name: 'Spraying',
    type: 'task',
    fields: [{ name: 'done', label: 'Done', type: 'boolean' }],
  },
];
const tasks = [{ key: 'spray-1', form: 'spray', project: 'north', sector: 'n1' }];

describe('furrow apply --dry-run', () => {
  it('reports what a new farm would have, without creating it or showing a secret', async () => {
    const before = await everything();
    const path = await file(farm('new', { forms: forms('Moth'), tasks }));
    const { code, stdout, stderr } = await furrow.run('apply', path, '--dry-run');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^Dry run for new farms, nothing was written: \d+ created, 0 changed\.$/m);
    for (const line of [
      '+ company new',
      '+ sectors north/n1',
      '+ forms scout',
      '+ devices new-ws-01',
      '+ apiTokens bi',
    ])
      expect(stdout.split('\n')).toContain(line);
    expect(stdout).not.toMatch(/SECRET|fk_|Made just now/);
    const plan = await furrow.json<Plan>('apply', path, '--dry-run');
    expect(plan).toMatchObject({
      dryRun: true,
      sections: { company: { created: 1 }, sectors: { created: 3 }, tasks: { created: 1 } },
    });
    expect(JSON.stringify(plan)).not.toMatch(/secret|credential|fk_/i);
    expect(await everything()).toEqual(before);
  });

  it('reports the old and new value of each change, by member, and apply then does the same', async () => {
    await furrow.json('apply', await file(farm('old', { forms: forms('Moth'), tasks })));
    const before = await everything();
    expect(before.length).toBeGreaterThan(10);
    const changed = farm('old', {
      users: [{ idpId: 'idp|old-ana', name: 'Ana Rojas Soto', email: 'ana@old.example', role: 'admin' }],
      qualities: [
        { key: 'export', name: 'Export A' },
        { key: 'local', name: 'Local' },
      ],
      forms: forms('Grapevine moth', { name: 'trees', label: 'Trees', type: 'number' }),
      tasks: [{ ...tasks[0], sector: 'n2', dueAt: '2030-12-01T12:00:00Z' }],
      devices: [{ deviceId: 'old-ws-01', project: 'south' }],
    });
    const sectors = (changed as { projects: { sectors: object[] }[] }).projects[0]!.sectors;
    sectors[1] = { key: 'n2', name: 'N2', boundary: square(-71.02, -33) };
    const path = await file(changed);
    const plan = await furrow.json<Plan>('apply', path, '--dry-run');
    expect(await everything()).toEqual(before);
    const trees = expect.objectContaining({ name: 'trees', label: 'Trees' });
    expect(plan.changes).toEqual([
      change(
        'users',
        'idp|old-ana',
        ['name', 'Ana Rojas', 'Ana Rojas Soto'],
        ['role', 'supervisor', 'admin'],
      ),
      change('sectors', 'north/n2', ['boundary', null, expect.stringMatching(/^Polygon [0-9a-f]{8}$/)]),
      change('qualities', 'export', ['name', 'Export', 'Export A']),
      { section: 'qualities', name: 'local', change: 'created', members: [] },
      change(
        ...(['forms', 'scout', ['version', 1, 2]] as const),
        ...([
          ['fields.moth.label', 'Moth', 'Grapevine moth'],
          ['fields.trees', null, trees],
        ] as const),
      ),
      change(
        'tasks',
        'spray-1',
        ['sector', 'n1', 'n2'],
        ['dueAt', null, expect.stringMatching(/^2030-12-01T12/)],
      ),
      change('devices', 'old-ws-01', ['project', 'north', 'south'], ['sector', 'n1', null]),
    ]);
    expect(plan.sections).toMatchObject({
      users: { created: 0, changed: 1, unchanged: 1 },
      qualities: { created: 1, changed: 1, unchanged: 0 },
    });

    const { stdout } = await furrow.run('apply', path, '--dry-run');
    expect(stdout).toContain('~ qualities export\n    name: "Export" → "Export A"\n+ qualities local\n');
    await furrow.json('apply', path);
    const again = await furrow.run('apply', path, '--dry-run');
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toMatch(/^Dry run: old farms matches the file; nothing would change\.$/m);
  });

  it('reports what --prune would deactivate', async () => {
    await furrow.json('apply', await file(farm('pruned')));
    const before = await everything();
    const path = await file(farm('pruned', { devices: [], apiTokens: [], qualities: [] }));
    const { changes } = await furrow.json<Plan>('apply', path, '--prune', '--dry-run');
    expect(changes).toEqual([
      change('qualities', 'export', ['active', true, false]),
      change('devices', 'pruned-ws-01', ['status', 'active', 'revoked'], ['pruned', false, true]),
      change('devices', 'pruned-ws-02', ['status', 'active', 'revoked'], ['pruned', false, true]),
      change('apiTokens', 'bi', ['revoked', false, true]),
    ]);
    expect(await everything()).toEqual(before);
  });

  it('refuses what would be refused', async () => {
    const path = await file(farm('refused', { devices: [{ deviceId: 'refused-1', project: 'west' }] }));
    const { code, stdout, stderr } = await furrow.run('apply', path, '--dry-run');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('devices[0].project names no project: "west"');
  });
});

function change(section: string, name: string, ...members: (readonly [string, unknown, unknown])[]) {
  const changed = members.map(([member, from, to]) => ({ member, from, to }));
  return { section, name, change: 'changed', members: changed };
}
