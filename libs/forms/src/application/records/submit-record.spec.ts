import { describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import type { FormUser } from '../../domain/index.ts';
import {
  aField,
  aFile,
  aForm,
  aFormDeclaration,
  aSubmission,
  aTask,
  aUser,
  NOON,
  oneOfEach,
} from '../../testing/builders.ts';
import { InMemoryForms } from '../../testing/in-memory-forms.ts';
import { ListForms } from '../forms/list-forms.ts';
import { SubmitRecord, type SubmitRecordInput } from './submit-record.ts';

const code = (name: string) => expect.objectContaining({ code: name });
const GPS = { latitude: -32.5, longitude: -70.5, accuracy: 5 };

describe('submitting a record', () => {
  it('stores it, and returns its place and its files', async () => {
    const { submit, form, company, staging } = await setUp();
    const { created, record } = await submit(
      aSubmission(form.id, { location: GPS, media: [aFile('photo'), aFile('audio')] }),
    );
    const [projectId, sectorId] = company.plot;
    expect(created).toBe(true);
    const keys = [...staging.stored.keys()];
    expect(record).toEqual({
      recordId: expect.any(String),
      formId: form.id,
      projectId,
      sectorId,
      locationSource: 'gps',
      media: [
        { field: 'photo', url: `memory:${keys[0]}` },
        { field: 'audio', url: `memory:${keys[1]}` },
      ],
      task: null,
    });
    expect([...staging.stored.values()].map(({ type, kept }) => [type, kept])).toEqual([
      ['photo', true],
      ['audio', true],
    ]);
  });

  it('has no place where GPS is in no sector or missing, and the forced place whatever GPS says', async () => {
    const { submit, form, company } = await setUp();
    const at = async (over: Partial<SubmitRecordInput>) => {
      const { locationSource, projectId, sectorId } = (await submit(aSubmission(form.id, over))).record;
      return [locationSource, projectId, sectorId];
    };
    expect(await at({})).toEqual(['none', null, null]);
    expect(await at({ location: { ...GPS, latitude: 10 } })).toEqual(['none', null, null]);
    const [projectId, sectorId] = company.elsewhere;
    expect(await at({ location: GPS, forcedLocation: { projectId, sectorId } })).toEqual([
      'forced',
      projectId,
      sectorId,
    ]);
  });

  it('passes on pests and diseases with author, place and time', async () => {
    const { submit, form, company, ana } = await setUp();
    const values = { pests: { value: 0, severity: null }, diseases: null, number: 3 };
    const { record } = await submit(aSubmission(form.id, { values, location: GPS }));
    const [projectId, sectorId] = company.plot;
    expect(company.observations).toEqual([
      {
        recordId: record.recordId,
        recordedAt: NOON,
        createdAt: NOON,
        author: { userId: ana.userId, idpId: ana.idpId, name: 'Ana Rojas' },
        projectId,
        sectorId,
        gps: GPS,
        observations: [
          {
            variable: 'pests',
            type: 'pests',
            name: 'Grape moth',
            value: 0,
            severity: null,
            eppoCode: 'POLYBO',
            threshold: 5,
          },
        ],
      },
    ]);
  });

  describe('sent again', () => {
    it('returns the first one, and keeps no other file', async () => {
      const { submit, form, staging, company } = await setUp();
      const sent = aSubmission(form.id, {
        location: GPS,
        media: [aFile('photo')],
        values: { pests: { value: 1 } },
      });
      const first = await submit(sent);
      const again = await submit({ ...sent, media: [aFile('photo')], formVersion: 1, recordedAt: null });
      expect(again).toEqual({ ...first, created: false });
      expect([staging.puts, company.observations.length, company.records.size]).toEqual([1, 1, 1]);
    });

    it.each<[string, Partial<SubmitRecordInput>]>([
      ['another value', { values: { number: 2 } }],
      ['another file', { media: [aFile('photo', 'another')] }],
      ['another place', { location: null }],
    ])('with %s is refused, and nothing of it is stored', async (_what, over) => {
      const { submit, form, staging, company } = await setUp();
      const sent = aSubmission(form.id, { location: GPS, values: { number: 1 }, media: [aFile('photo')] });
      await submit(sent);
      await expect(submit({ ...sent, ...over })).rejects.toEqual(code('idempotency_key_reused'));
      expect([staging.stored.size, company.records.size]).toEqual([1, 1]);
    });

    it('with values that its form refuses reports those first', async () => {
      const { submit, form } = await setUp();
      const sent = aSubmission(form.id);
      await submit(sent);
      await expect(submit({ ...sent, values: { number: 'x' } })).rejects.toEqual(code('validation_failed'));
    });

    it('returns the first one when its form has changed or is out of use', async () => {
      const { submit, form, change, company } = await setUp();
      const sent = aSubmission(form.id, { location: GPS, values: { text: 'x' } });
      const first = await submit(sent);
      await change({ fields: [aField('number', { type: 'number', required: true })] });
      company.farm.sectors.clear();
      expect(await submit(sent)).toEqual({ ...first, created: false });
      await change({}, false);
      expect(await submit(sent)).toEqual({ ...first, created: false });
      await expect(submit(aSubmission(form.id))).rejects.toEqual(code('validation_failed'));
      await expect(submit(aSubmission(form.id, { formVersion: 1 }))).rejects.toEqual(code('form_not_found'));
    });

    it('by another user is another record', async () => {
      const { submit, form } = await setUp();
      const sent = aSubmission(form.id);
      const first = await submit(sent);
      const other = await submit({ ...sent, values: { number: 1 } }, aUser());
      expect(other.created).toBe(true);
      expect(other.record.recordId).not.toBe(first.record.recordId);
    });
  });

  it('accepts an old version as that version', async () => {
    const { submit, form, change } = await setUp();
    await change({ fields: [aField('height', { type: 'number', required: true })] });
    const old = aSubmission(form.id, { formVersion: 1, values: { text: 'as before' } });
    expect((await submit(old)).created).toBe(true);
    const wrong = (formVersion: number | null, values: object) =>
      submit(aSubmission(form.id, { formVersion, values: { ...values } }));
    await expect(wrong(1, { height: 1 })).rejects.toEqual(code('validation_failed'));
    await expect(wrong(null, { text: 'as before' })).rejects.toEqual(
      expect.objectContaining({
        details: [
          { field: 'values.height', message: 'is required' },
          { field: 'values.text', message: expect.any(String) },
        ],
      }),
    );
    await expect(wrong(3, {})).rejects.toEqual(code('form_version_not_found'));
    await expect(wrong(0, {})).rejects.toEqual(code('validation_failed'));
  });

  describe('is refused', () => {
    it.each<[string, Partial<SubmitRecordInput>]>([
      ['form_not_found', { formId: 'no id' }],
      ['task_not_found', { taskId: newId() }],
      ['project_not_found', { forcedLocation: { projectId: newId(), sectorId: newId() } }],
      ['validation_failed', { location: { ...GPS, latitude: 91 } }],
      ['validation_failed', { clientRecordId: '' }],
      ['validation_failed', { values: { stranger: 1 } }],
      ['validation_failed', { media: [aFile('photo'), aFile('text')] }],
      ['recorded_in_future', { recordedAt: new Date(NOON.getTime() + 301_000) }],
    ])('as %s for %j', async (expected, over) => {
      const { submit, form, company, staging } = await setUp();
      await expect(submit(aSubmission(form.id, { media: [aFile('photo')], ...over }))).rejects.toEqual(
        code(expected),
      );
      expect([company.records.size, staging.puts]).toEqual([0, 0]);
    });

    it('for a place that contradicts itself, or is out of use', async () => {
      const { submit, form, company } = await setUp();
      const [[projectId, sectorId], [, otherSector]] = [company.plot, company.elsewhere];
      const forced = (place: SubmitRecordInput['forcedLocation']) =>
        submit(aSubmission(form.id, { forcedLocation: place }));
      await expect(forced({ projectId, sectorId: newId() })).rejects.toEqual(code('sector_not_found'));
      await expect(forced({ projectId, sectorId: otherSector })).rejects.toEqual(
        code('sector_not_in_project'),
      );
      const gone = company.farm.addSector(projectId, 0, 0, false);
      await expect(forced({ projectId, sectorId: gone })).rejects.toEqual(code('sector_not_found'));
      company.farm.projects.set(projectId, { projectId, active: false });
      await expect(forced({ projectId, sectorId })).rejects.toEqual(code('project_not_found'));
    });

    it('for users to whom the form is not shown', async () => {
      const { submit, form } = await setUp();
      await expect(submit(aSubmission(form.id), aUser({ role: 'agronomist' }))).rejects.toEqual(
        code('forbidden'),
      );
      expect((await submit(aSubmission(form.id), aUser({ role: 'admin' }))).created).toBe(true);
    });
  });

  describe('with files', () => {
    it('removes those that were stored when one fails', async () => {
      const { submit, form, company, staging } = await setUp();
      staging.broken = 'media.audio';
      const media = [aFile('photo'), aFile('audio')];
      await expect(submit(aSubmission(form.id, { media }))).rejects.toThrow('media.audio cannot be stored');
      expect([staging.puts, staging.stored.size, company.records.size]).toEqual([1, 0, 0]);
    });

    it('removes them when the record cannot be stored, and leaves nothing', async () => {
      const { submit, form, company, staging, forms } = await setUp();
      const sent = aSubmission(form.id, { media: [aFile('photo')], values: { pests: { value: 1 } } });
      const run = forms.run.bind(forms);
      forms.run = (companyId, work) =>
        run(companyId, (repositories) =>
          work({ ...repositories, media: { keep: () => Promise.reject(new Error('too late')) } }),
        );
      await expect(submit(sent)).rejects.toThrow('too late');
      expect([staging.puts, staging.stored.size, company.records.size, company.observations.length]).toEqual([
        1, 0, 0, 0,
      ]);
      forms.run = run;
      expect((await submit(sent)).created).toBe(true);
    });

    it('keeps one set when it is sent many times at once', async () => {
      const { submit, form, company, staging } = await setUp();
      const sent = aSubmission(form.id, { media: [aFile('photo'), aFile('signature')] });
      const answers = await Promise.all(Array.from({ length: 20 }, () => submit(sent)));
      expect(answers.filter(({ created }) => created)).toHaveLength(1);
      for (const { record } of answers) expect(record).toEqual(answers[0]!.record);
      expect([company.records.size, staging.puts, staging.stored.size]).toEqual([1, 40, 2]);
      expect([...staging.stored.values()].every(({ kept }) => kept)).toBe(true);
    });
  });

  describe('on a task', () => {
    it('completes it, and a second one leaves it completed', async () => {
      const { submit, report, task, ana, status } = await setUp();
      const sent = aSubmission(report.id, { taskId: task.id });
      const { record } = await submit(sent);
      expect(record.task).toEqual({ taskId: task.id, status: 'done' });
      expect(await status()).toBe('done');
      expect((await submit(aSubmission(report.id, { taskId: task.id }))).record.task).toEqual(record.task);
      expect((await submit(sent, ana)).created).toBe(false);
      expect(await status()).toBe('done');
    });

    it('is allowed to its assignee, even without access to the form, and to admins', async () => {
      const { submit, report, task, status } = await setUp();
      const sent = () => aSubmission(report.id, { taskId: task.id });
      await expect(submit(sent(), aUser())).rejects.toEqual(code('forbidden'));
      expect(await status()).toBe('open');
      expect((await submit(sent(), aUser({ role: 'admin' }))).record.task?.status).toBe('done');
    });

    it('names a task of its own form', async () => {
      const { submit, report, task, form } = await setUp();
      const admin = aUser({ role: 'admin' });
      await expect(submit(aSubmission(report.id, { values: { x: 1 } }), admin)).rejects.toEqual(
        expect.objectContaining({
          details: [
            expect.objectContaining({ field: 'taskId' }),
            expect.objectContaining({ field: 'values.x' }),
          ],
        }),
      );
      await expect(submit(aSubmission(form.id, { taskId: task.id }))).rejects.toEqual(
        code('task_not_of_form'),
      );
    });

    it('that was withdrawn does not find it', async () => {
      const { submit, report, task, forms, companyId } = await setUp();
      await forms.apply(companyId, ({ tasks }) => tasks.save([task.deactivated()]));
      await expect(submit(aSubmission(report.id, { taskId: task.id }))).rejects.toEqual(
        code('task_not_found'),
      );
    });
  });
});

describe('listing forms', () => {
  it('returns task forms for "tasks", and monitoring forms for anything else', async () => {
    const monitoring = [{ name: 'M' }] as never;
    const tasks = [{ name: 'T' }] as never;
    const list = new ListForms({ monitoring: async () => monitoring, tasks: async () => tasks });
    const asked = (subtype: string | null) => list.execute(newId(), aUser(), { subtype });
    expect([await asked('tasks'), await asked(null), await asked('pests')]).toEqual([
      tasks,
      monitoring,
      monitoring,
    ]);
  });
});

async function setUp() {
  const forms = new InMemoryForms();
  const companyId = newId();
  const company = forms.company(companyId);
  const north = company.farm.addProject();
  const south = company.farm.addProject();
  const ana = aUser();
  company.names.set(ana.userId, 'Ana Rojas');
  const declaration = aFormDeclaration({ fields: oneOfEach() });
  const form = aForm(declaration);
  const report = aForm({ type: 'task', access: null });
  const task = aTask(report.id, { assigneeId: ana.userId });
  await forms.apply(companyId, async (repositories) => {
    await repositories.forms.save([form, report]);
    await repositories.tasks.save([task]);
  });
  const useCase = new SubmitRecord(forms, forms.staging, new FixedClock(NOON));
  return {
    forms,
    companyId,
    staging: forms.staging,
    form,
    report,
    task,
    ana,
    company: Object.assign(company, {
      plot: [north, company.farm.addSector(north, -71, -33)] as const,
      elsewhere: [south, company.farm.addSector(south, 20, 20)] as const,
    }),
    submit: (input: SubmitRecordInput, user: FormUser = ana) => useCase.execute(companyId, user, input),
    change: (over: Parameters<typeof aFormDeclaration>[0], active = true) =>
      forms.apply(companyId, async ({ forms: register }) => {
        const current = (await register.load()).find(({ id }) => id === form.id)!;
        const changed = current.redeclared({ ...declaration, fields: current.state.fields, ...over });
        await register.save([active ? changed : changed.deactivated()]);
      }),
    status: () => forms.run(companyId, async ({ tasks }) => (await tasks.find(task.id))?.state.status),
  };
}
