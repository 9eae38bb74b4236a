import { describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { aField, aFormDeclaration, fresh, oneOfEach } from '../testing/builders.ts';
import { InMemoryForms } from '../testing/in-memory-forms.ts';
import { ApplyForms } from './forms/apply-forms.ts';
import { ApplyTasks, type TaskDeclaration } from './tasks/apply-tasks.ts';

const farm = () => [
  aFormDeclaration({ key: 'scout' }),
  aFormDeclaration({ key: 'spray', type: 'task', fields: [aField('dose', { type: 'number' })] }),
];
const spray = (over: Partial<TaskDeclaration> = {}): TaskDeclaration => ({
  key: 'spray-1',
  form: 'spray',
  assignee: 'idp|ana',
  projectId: null,
  sectorId: null,
  dueAt: null,
  ...over,
});

describe('applying forms and tasks', () => {
  it('returns the ids of what is declared, and writes nothing the second time', async () => {
    const { apply, states } = setUp();
    const first = await apply(farm(), [spray()]);
    expect(Object.keys(first.forms)).toEqual(['scout', 'spray']);
    expect(Object.keys(first.tasks)).toEqual(['spray-1']);
    const before = states();
    expect(await apply(farm(), [spray()])).toEqual(first);
    expect(states()).toEqual(before);
  });

  it('gives a changed form a new version, and keeps the old one', async () => {
    const { apply, company } = setUp();
    const { forms } = await apply(farm(), []);
    await apply([aFormDeclaration({ key: 'scout', fields: [aField('height')] })], []);
    expect(company.forms.get(forms['scout']!)?.version).toBe(2);
    expect(company.versions.get(`${forms['scout']} 1`)).toHaveLength(oneOfEach().length);
    expect(company.versions.get(`${forms['scout']} 2`)).toHaveLength(1);
  });

  it('keeps what the file omits, and deactivates it when it prunes', async () => {
    const { apply, company } = setUp();
    await apply(farm(), [spray()]);
    const active = () => [...company.forms.values(), ...company.tasks.values()].map((state) => state.active);
    await apply([], []);
    expect(active()).toEqual([true, true, true]);
    await apply([farm()[1]!], [], { prune: true });
    expect(active()).toEqual([false, true, false]);
    await apply(farm(), [spray()]);
    expect(active()).toEqual([true, true, true]);
  });

  it('reports every wrong position in the file, and writes nothing', async () => {
    const { apply, company } = setUp();
    const wrong = [
      aFormDeclaration({ key: 'a', fields: [aField('x', { type: 'select' }), aField('y', { min: -1 })] }),
      aFormDeclaration({ key: 'a' }),
    ];
    await expect(apply(wrong, [])).rejects.toMatchObject({
      details: [
        { field: 'forms[0].fields[0].options' },
        { field: 'forms[0].fields[1].min' },
        { field: 'forms[1].key', message: 'occurs twice' },
      ].map((problem) => expect.objectContaining(problem)),
    });
    expect(company.forms.size).toBe(0);
    const tasks = [
      spray({ form: 'scout', assignee: 'idp|nobody' }),
      spray({ assignee: null, sectorId: newId() }),
    ];
    await expect(apply(farm(), tasks)).rejects.toMatchObject({
      details: [
        { field: 'tasks[0].form', message: 'names no task form: "scout"' },
        { field: 'tasks[0].assignee', message: 'names no user: "idp|nobody"' },
        { field: 'tasks[1].key', message: 'occurs twice' },
        { field: 'tasks[1].project' },
      ].map((problem) => expect.objectContaining(problem)),
    });
    expect(company.tasks.size).toBe(0);
  });
});

function setUp() {
  const memory = new InMemoryForms();
  const companyId = newId();
  const company = memory.company(companyId);
  company.userIds.set('idp|ana', fresh('user'));
  const apply = (
    forms: Parameters<ApplyForms['execute']>[0],
    tasks: Parameters<ApplyTasks['execute']>[0],
    options = { prune: false },
  ) =>
    memory.apply(companyId, async (repositories) => ({
      forms: await new ApplyForms(repositories.forms).execute(forms, options),
      tasks: await new ApplyTasks(repositories.tasks, repositories.assignees).execute(tasks, options),
    }));
  const states = () => structuredClone([company.forms, company.versions, company.tasks]);
  return { apply, company, states };
}
