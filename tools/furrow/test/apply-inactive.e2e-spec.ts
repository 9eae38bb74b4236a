import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from './command-line.ts';
import { farm } from './farms.ts';

interface Plan {
  changes: { section: string; name: string; members: { member: string; from: unknown; to: unknown }[] }[];
}
type Item = Record<string, unknown>;

/** One item of each kind of which a farm file says that it is out of use, except for projects and sectors. */
const items = (status: string): Record<string, Item[]> => ({
  qualities: [{ key: 'export', name: 'Export', status }],
  forms: [{ key: 'spray', name: 'Spraying', type: 'task', status }],
  tasks: [{ key: 'spray-1', form: 'spray', project: 'north', status }],
  apiTokens: [{ name: 'bi', scopes: ['read:production'], status }],
  payPolicies: [{ validFrom: '2026-01-01', hourlyRate: 12, status }],
  alerts: [{ key: 'quiet', name: 'Quiet', kind: 'silent', project: 'south', for: '2h', status }],
});
const project = (key: string, name: string, zone: string, status: string): Item => ({
  ...{ key, name, timezone: zone, status },
  sectors: [{ key: 'n1', name: 'N1', status }],
});
const projects = (status: string) => [project('east', 'East', 'America/Santiago', status)];

let furrow: CommandLine;
beforeAll(async () => {
  furrow = await CommandLine.installed();
});
afterAll(() => furrow.remove());

const apply = async (content: unknown, ...options: string[]) =>
  furrow.json('apply', await furrow.file(`farm-${Math.random()}`, content), ...options);
const wouldChange = async (content: unknown) => (await apply(content, '--dry-run')) as Plan;
const changed = ({ changes }: Plan) =>
  changes.map(({ section, name, members }) => [
    ...[section, name],
    ...members.map(({ member, from, to }) => `${member}: ${String(from)} → ${String(to)}`),
  ]);

describe('an item that is declared inactive', () => {
  const { company } = farm('idle') as { company: object };
  const declared = (status: string) => ({ company, projects: projects(status), ...items(status) });

  it('goes out of use, and back', async () => {
    await apply(farm('idle', { projects: (farm('idle') as { projects: Item[] }).projects }));
    await apply(declared('active'));
    expect(changed(await wouldChange(declared('active')))).toEqual([]);
    const outOfUse = [
      ['projects', 'east', 'status: active → inactive'],
      ['sectors', 'east/n1', 'status: active → inactive'],
      ['qualities', 'export', 'active: true → false'],
      ['forms', 'spray', 'active: true → false'],
      ['tasks', 'spray-1', 'active: true → false'],
      ['apiTokens', 'bi', 'revoked: false → true'],
      ['payPolicies', '2026-01-01', 'active: true → false'],
      ['alerts', 'quiet', 'active: true → false'],
    ];
    expect(changed(await wouldChange(declared('inactive')))).toEqual(outOfUse);
    await apply(declared('inactive'));
    expect(changed(await wouldChange(declared('inactive')))).toEqual([]);
    const back = changed(await wouldChange(declared('active'))).filter(
      ([section]) => section !== 'apiTokens',
    );
    expect(back.map(([section, name]) => [section, name])).toEqual(
      outOfUse.filter(([section]) => section !== 'apiTokens').map(([section, name]) => [section, name]),
    );
  });

  it('may be new', async () => {
    await apply(farm('late'));
    const late = { company: (farm('late') as { company: object }).company };
    const all = { ...late, projects: projects('inactive'), ...items('inactive') };
    await apply(all);
    expect(changed(await wouldChange(all))).toEqual([]);
    const sections = changed(
      await wouldChange({ ...late, projects: projects('active'), ...items('active') }),
    );
    expect(sections.map(([section]) => section)).toEqual([
      ...['projects', 'sectors', 'qualities', 'forms', 'tasks', 'apiTokens', 'payPolicies', 'alerts'],
    ]);
  });

  it('has no other status', async () => {
    const wrong = { ...farm('other'), ...items('sleeping') };
    const outcome = await furrow.run('apply', await furrow.file('wrong', wrong));
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('qualities[0].status must be one of: active, inactive');
  });
});
