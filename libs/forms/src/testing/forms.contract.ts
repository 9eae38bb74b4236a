import { describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import type { FormQuery, FormRepository, FormsRepositories, TaskRepository } from '../application/ports.ts';
import type { FormUser } from '../domain/index.ts';
import { aForm, aFormDeclaration, aRecord, aTask, aUser, fresh, oneOfEach } from './builders.ts';

/** One company with two users and a sector, and no forms. */
export interface CompanyUnderTest {
  readonly companyId: string;
  /** A supervisor, and an agronomist. */
  readonly ana: FormUser;
  readonly ben: FormUser;
  readonly projectId: string;
  readonly sectorId: string;
  /** The key of a stored file. */
  aFile(): Promise<string>;
  run<T>(work: (repositories: FormsRepositories) => Promise<T>): Promise<T>;
  apply<T>(work: (repositories: { forms: FormRepository; tasks: TaskRepository }) => Promise<T>): Promise<T>;
}

/** What every implementation of the forms ports must do. `open` returns two companies. */
export function describeFormsPorts(
  name: string,
  open: () => Promise<{ own: CompanyUnderTest; other: CompanyUnderTest; query: FormQuery }>,
): void {
  describe(`the ports of forms on ${name}`, () => {
    it('returns a form with every member, and the fields of every version', async () => {
      const { own } = await open();
      const first = aForm();
      const second = first.redeclared(
        aFormDeclaration({ key: first.key, subtype: null, access: { users: ['idp|x'] }, fields: [] }),
      );
      await own.apply(({ forms }) => forms.save([first]));
      expect((await own.run(({ forms }) => forms.find(first.id)))?.state).toEqual(first.state);
      await own.apply(({ forms }) => forms.save([second]));
      await own.apply(({ forms }) => forms.save([second.deactivated()]));

      expect((await own.run(({ forms }) => forms.find(first.id)))?.state).toEqual(second.deactivated().state);
      const fields = (version: number) => own.run(({ forms }) => forms.fields(first.id, version));
      expect(await fields(1)).toEqual(first.state.fields);
      expect(await fields(2)).toEqual([]);
      expect(await fields(3)).toBeUndefined();
      expect(await fields(1e12)).toBeUndefined();
      const loaded = await own.apply(({ forms }) => forms.load());
      expect(loaded.map(({ state }) => state)).toEqual([second.deactivated().state]);
    });

    it('returns a task, and never undoes its completion', async () => {
      const { own } = await open();
      const form = aForm({ type: 'task' });
      const { ana, projectId, sectorId } = own;
      const task = aTask(form.id, { assigneeId: ana.userId, projectId, sectorId });
      await own.apply(async ({ forms, tasks }) => {
        const unused = aForm({ type: 'task' }).deactivated();
        await forms.save([form, aForm(), unused]);
        expect(await tasks.taskForms()).toEqual(
          new Map([
            [form.key, { formId: form.id, active: true }],
            [unused.key, { formId: unused.id, active: false }],
          ]),
        );
        await tasks.save([task]);
      });
      expect((await own.run(({ tasks }) => tasks.find(task.id)))?.state).toEqual(task.state);
      await own.run(({ tasks }) => tasks.setDone(task.id));
      await own.run(({ tasks }) => tasks.setDone(task.id));
      const moved = task.redeclared({
        ...task.state,
        assigneeId: null,
        dueAt: null,
        projectId: null,
        sectorId: null,
      });
      await own.apply(({ tasks }) => tasks.save([moved.deactivated()]));
      const done = { ...moved.deactivated().state, status: 'done' };
      expect((await own.run(({ tasks }) => tasks.find(task.id)))?.state).toEqual(done);
      expect((await own.apply(({ tasks }) => tasks.load())).map(({ state }) => state)).toEqual([done]);
    });

    it('keeps one record for each key of a user', async () => {
      const { own } = await open();
      const form = aForm();
      await own.apply(({ forms }) => forms.save([form]));
      const clientRecordId = fresh('record');
      const files = [await own.aFile(), await own.aFile(), await own.aFile()];
      const record = aRecord({
        formId: form.id,
        clientRecordId,
        createdBy: own.ana.userId,
        values: { number: 0.1, multiselect: ['leaf'], pests: { value: 2, severity: null } },
        gps: { latitude: -33.005, longitude: -71.123456789, accuracy: 4.5 },
        place: { source: 'gps', projectId: own.projectId, sectorId: own.sectorId },
        media: ['b', 'a', 'b'].map((field, index) => ({
          field,
          digest: String(index).repeat(64),
          key: files[index]!,
        })),
      });
      const add = (...all: (typeof record)[]) => own.run(({ records }) => records.add(all));
      const twin = aRecord({ formId: form.id, clientRecordId, createdBy: own.ana.userId });
      const [hers, his] = [own.ana, own.ben].map(({ userId }) =>
        aRecord({ formId: form.id, createdBy: userId, clientRecordId: 'of both' }),
      ) as [typeof record, typeof record];
      expect(await add(record, twin)).toEqual(new Set([record.state.recordId]));
      expect(await add(hers, twin, his)).toEqual(new Set([hers.state.recordId, his.state.recordId]));
      expect(await add()).toEqual(new Set());
      const found = await own.run(({ records }) => records.byClientRecordId(own.ana.userId, clientRecordId));
      expect(found?.state).toEqual(record.state);
      expect(
        await own.run(({ records }) => records.byClientRecordId(own.ana.userId, 'another')),
      ).toBeUndefined();
    });

    it('leaves nothing after a failed transaction', async () => {
      const { own } = await open();
      const form = aForm({ type: 'task' });
      const task = aTask(form.id);
      await own.apply(async ({ forms, tasks }) => {
        await forms.save([form]);
        await tasks.save([task]);
      });
      const record = aRecord({ formId: form.id, createdBy: own.ana.userId, taskId: task.id });
      const failing = own.run(async ({ records, tasks }) => {
        await records.add([record]);
        await tasks.setDone(task.id);
        throw new Error('half way');
      });
      await expect(failing).rejects.toThrow('half way');
      await own.run(async ({ records, tasks }) => {
        expect(await records.byClientRecordId(own.ana.userId, record.state.clientRecordId)).toBeUndefined();
        expect((await tasks.find(task.id))?.state.status).toBe('open');
      });
    });

    it('finds nothing for ids that are malformed, unknown or another company’s', async () => {
      const { own, other } = await open();
      const form = aForm({ type: 'task' });
      const task = aTask(form.id);
      await other.apply(async ({ forms, tasks }) => {
        await forms.save([form]);
        await tasks.save([task]);
      });
      await own.run(async ({ forms, tasks }) => {
        for (const id of ['no id', newId(), form.id]) {
          expect(await forms.find(id)).toBeUndefined();
          expect(await forms.fields(id, 1)).toBeUndefined();
        }
        for (const id of ['no id', newId(), task.id]) expect(await tasks.find(id)).toBeUndefined();
      });
      await own.apply(async ({ forms, tasks }) => {
        expect(await forms.load()).toEqual([]);
        expect(await tasks.load()).toEqual([]);
      });
    });

    it('lists the monitoring forms that a user may see', async () => {
      const { own, other, query } = await open();
      const { ana, ben } = own;
      const all = {
        byRole: aForm({ name: 'A', access: { roles: ['supervisor'] }, fields: oneOfEach() }),
        byName: aForm({ name: 'B', access: { users: [ben.idpId] }, subtype: null }),
        forNobody: aForm({ name: 'C', access: null }),
        task: aForm({ name: 'D', type: 'task' }),
        gone: aForm({ name: 'E' }).deactivated(),
      };
      await own.apply(({ forms }) => forms.save(Object.values(all)));
      const admin = aUser({ role: 'admin' });
      const names = async (user: FormUser) =>
        (await query.monitoring(own.companyId, user)).map((form) => form.name).join('');
      expect([await names(ana), await names(ben), await names(admin)]).toEqual(['A', 'B', 'ABC']);
      expect(await names(aUser({ role: 'agronomist' }))).toBe('');
      expect(await query.monitoring(other.companyId, admin)).toEqual([]);
      const { formId, key, name, type, subtype, version, access, fields } = all.byRole.state;
      expect(await query.monitoring(own.companyId, ana)).toEqual([
        { formId, key, name, type, subtype, version, access, fields },
      ]);
    });

    it('lists task forms with the user’s own tasks', async () => {
      const { own, query } = await open();
      const { ana, ben, projectId, sectorId } = own;
      const spray = aForm({ name: 'Spray', type: 'task', access: { roles: ['supervisor'] } });
      const prune = aForm({ name: 'Prune', type: 'task', access: null });
      const gone = aForm({ name: 'Gone', type: 'task' }).deactivated();
      const later = aTask(spray.id, { assigneeId: ana.userId, dueAt: null });
      const sooner = aTask(spray.id, { assigneeId: ana.userId, projectId, sectorId });
      const his = aTask(prune.id, { assigneeId: ben.userId, projectId });
      const takenBack = aTask(spray.id, { assigneeId: ana.userId }).deactivated();
      await own.apply(async ({ forms, tasks }) => {
        await forms.save([spray, prune, gone, aForm()]);
        await tasks.save([
          later,
          sooner,
          his,
          takenBack,
          aTask(gone.id, { assigneeId: ana.userId }),
          aTask(spray.id),
        ]);
      });
      await own.run(({ tasks }) => tasks.setDone(sooner.id));
      const seenBy = async (user: FormUser) =>
        (await query.tasks(own.companyId, user)).map((form) => [form.name, form.tasks]);
      expect(await seenBy(ana)).toEqual([
        [
          'Spray',
          [
            { taskId: sooner.id, status: 'done', dueAt: '2026-12-01T12:00:00.000Z', projectId, sectorId },
            { taskId: later.id, status: 'open', dueAt: null, projectId: null, sectorId: null },
          ],
        ],
      ]);
      // A user who has a task of a form may see the form.
      expect(await seenBy(ben)).toMatchObject([['Prune', [{ taskId: his.id, projectId, sectorId: null }]]]);
      expect(await seenBy(aUser({ role: 'admin' }))).toEqual([
        ['Prune', []],
        ['Spray', []],
      ]);
    });
  });
}
