import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Database } from '@furrow/database';
import { describeFormsPorts } from '../../testing/forms.contract.ts';
import { formsPorts, underTest } from '../../testing/forms-on-postgres.ts';
import { wireFormsIn } from '../../wiring.ts';
import { aField, aForm, aFormDeclaration, aRecord, aTask } from '../../testing/builders.ts';
import { type Farm, type FarmDatabase, farmDatabase } from '../../testing/farm-database.ts';

let farms: FarmDatabase;
let database: Database;
beforeAll(async () => {
  farms = await farmDatabase();
  database = farms.database;
});
afterAll(() => farms.drop());

describeFormsPorts('PostgreSQL', () => formsPorts(farms));

describe('applying forms and tasks to PostgreSQL', () => {
  const stated = (assignee: string) => ({
    forms: [aFormDeclaration({ key: 'scout' }), aFormDeclaration({ key: 'spray', type: 'task' })],
    tasks: [{ key: 'spray-1', form: 'spray', assignee, projectId: null, sectorId: null, dueAt: null }],
  });
  const apply = (
    { companyId }: Farm,
    { forms, tasks }: ReturnType<typeof stated>,
    options = { prune: false },
  ) =>
    database.tenant(companyId, async (tx) => ({
      forms: await wireFormsIn(tx).applyForms.execute(forms, options),
      tasks: await wireFormsIn(tx).applyTasks.execute(tasks, options),
    }));
  const rows = ({ companyId }: Farm) =>
    database.tenant(companyId, (tx) =>
      tx.query<{ version: string; active: boolean }>(
        `SELECT form_id AS id, xmin::text AS written, active FROM forms.forms
         UNION ALL SELECT task_id, xmin::text, active FROM forms.tasks
         UNION ALL SELECT form_id, xmin::text || '/' || version, true FROM forms.form_versions ORDER BY 1, 2`,
      ),
    );

  it('writes nothing the second time, and returns the same ids to all when many apply at once', async () => {
    const farm = await farms.aFarm();
    const content = stated(farm.ana.idpId);
    const applied = await Promise.all(Array.from({ length: 8 }, () => apply(farm, content)));
    for (const one of applied) expect(one).toEqual(applied[0]);
    const before = await rows(farm);
    expect(await apply(farm, content)).toEqual(applied[0]);
    expect(await rows(farm)).toEqual(before);
  });

  it('deactivates what a pruned file omits, and reactivates what it declares again', async () => {
    const farm = await farms.aFarm();
    const content = stated(farm.ana.idpId);
    const first = await apply(farm, content);
    await apply(farm, { forms: [], tasks: [] }, { prune: true });
    expect((await rows(farm)).filter(({ active }) => active)).toHaveLength(2); // the versions
    expect(await apply(farm, content)).toEqual(first);
    expect((await rows(farm)).every(({ active }) => active)).toBe(true);
  });

  it('knows only people of its own company', async () => {
    const [farm, neighbour] = [await farms.aFarm(), await farms.aFarm()];
    await expect(apply(farm, stated(neighbour.ana.idpId))).rejects.toMatchObject({
      details: [{ field: 'tasks[0].assignee' }],
    });
  });
});

describe('the tables of forms', () => {
  it.each(['forms', 'form_versions', 'tasks', 'records', 'record_media'])(
    'hide other companies’ %s, and show all of their own',
    async (table) => {
      const [own, other] = [await farms.aFarm(), await farms.aFarm()];
      for (const farm of [own, other]) await fill(farm);
      const asked = (sql: string) => database.tenant(own.companyId, (tx) => tx.query(sql));
      expect(await asked(`SELECT DISTINCT company_id FROM forms.${table}`)).toEqual([
        { company_id: own.companyId },
      ]);
      await expect(asked(`DELETE FROM forms.${table}`)).rejects.toThrow(/permission denied/);
      await expect(database.system((tx) => tx.query(`SELECT FROM forms.${table}`))).rejects.toThrow(
        /permission denied/,
      );
    },
  );

  it.each(['records', 'record_media', 'form_versions'])('never change %s', async (table) => {
    const { companyId } = await farms.aFarm();
    const change = database.tenant(companyId, (tx) =>
      tx.query(`UPDATE forms.${table} SET company_id = company_id`),
    );
    await expect(change).rejects.toThrow(/permission denied/);
  });

  it('keep the files that their records refer to', async () => {
    const farm = await farms.aFarm();
    const { key } = await fill(farm);
    const removal = database.tenant(farm.companyId, (tx) =>
      tx.query('DELETE FROM media.objects WHERE key = $1', [key]),
    );
    await expect(removal).rejects.toThrow(/foreign key/);
  });

  it('cannot refer to rows of another company', async () => {
    const [own, other] = [await farms.aFarm(), await farms.aFarm()];
    const theirs = await fill(other);
    const { run } = underTest(farms, own);
    const record = aRecord({ formId: theirs.form.id, createdBy: own.ana.userId });
    await expect(run(({ records }) => records.add([record]))).rejects.toThrow(/foreign key/);

    const { form } = await fill(own);
    const withTheirs = (key: string) =>
      aRecord({
        ...{ formId: form.id, createdBy: own.ana.userId },
        media: [{ field: 'photo', digest: 'a'.repeat(64), key }],
      });
    for (const key of [theirs.key, `${own.companyId}/nowhere.png`])
      await expect(run(({ records }) => records.add([withTheirs(key)]))).rejects.toThrow(/foreign key/);
  });

  async function fill(farm: Farm) {
    const form = aForm({ type: 'task', fields: [aField('photo', { type: 'photo' })] });
    const task = aTask(form.id);
    const { apply, run } = underTest(farms, farm);
    await apply(async ({ forms, tasks }) => {
      await forms.save([form]);
      await tasks.save([task]);
    });
    const key = await farms.aFile(farm.companyId);
    const media = [{ field: 'photo', digest: 'a'.repeat(64), key }];
    await run(({ records }) =>
      records.add([
        aRecord({ formId: form.id, createdBy: farm.ana.userId, taskId: task.id, values: {}, media }),
      ]),
    );
    return { form, task, key };
  }
});
