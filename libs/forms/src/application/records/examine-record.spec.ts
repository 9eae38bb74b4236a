import { describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { aField, aFile, aForm, aSubmission, aTask, aUser, NOON } from '../../testing/builders.ts';
import { InMemoryForms } from '../../testing/in-memory-forms.ts';
import { ExamineRecord } from './examine-record.ts';
import type { SubmitRecordInput } from './submit-record.ts';

const LATITUDE = { field: 'location.latitude', message: 'must be a number from -90 to 90' };

describe('examining a record that is already refused', () => {
  it('reports problems of its values too, after the earlier ones', async () => {
    const { examine, form } = await setUp();
    const media = [aFile('photo')];
    const wrong = aSubmission(form.id, { media, values: { trees: 'x', other: 1 } });
    expect(await fieldsOf(examine(wrong, [LATITUDE]))).toEqual([
      'location.latitude',
      'values.trees',
      'values.other',
    ]);
    expect(await examine({ ...wrong, values: { trees: 1 } }, [LATITUDE])).toEqual([LATITUDE]);
  });

  it('judges nothing by a wrong member, and reports none twice', async () => {
    const { examine, form, report } = await setUp();
    const wrong = (...fields: string[]) => fields.map((field) => ({ field, message: 'is wrong' }));
    const anything = {
      formVersion: 'x',
      taskId: 7,
      clientRecordId: {},
      recordedAt: 'x',
      location: 1,
    } as unknown as Partial<SubmitRecordInput>;
    const problems = wrong('formVersion', 'taskId', 'clientRecordId', 'recordedAt', 'location');
    expect(await examine(aSubmission(report.id, { ...anything, values: {} }), problems)).toEqual(problems);
    for (const field of ['values', 'formId']) {
      const broken = aSubmission(form.id, { [field]: null });
      expect(await examine(broken, wrong(field))).toEqual(wrong(field));
    }
    const unread = aSubmission(form.id, { values: { trees: 1 }, media: [] });
    expect(await fieldsOf(examine(unread, wrong('media[0].data')))).toEqual(['media[0].data']);
    const sent = aSubmission(form.id, { values: { trees: 1 }, media: [aFile('other')] });
    expect(await fieldsOf(examine(sent, [LATITUDE]))).toEqual([
      'location.latitude',
      'media.photo',
      'media.other',
    ]);
  });

  it('reveals nothing that the user may not see', async () => {
    const { examine, form } = await setUp();
    const record = aSubmission(form.id, { values: { trees: 'x' } });
    expect(await examine(record, [LATITUDE], aUser({ role: 'agronomist' }))).toEqual([LATITUDE]);
    expect(await examine({ ...record, formId: newId() }, [LATITUDE])).toEqual([LATITUDE]);
    expect(await examine({ ...record, taskId: newId() }, [LATITUDE])).toEqual([LATITUDE]);
  });
});

async function fieldsOf(problems: Promise<readonly { field: string }[]>): Promise<string[]> {
  return (await problems).map(({ field }) => field);
}

async function setUp() {
  const forms = new InMemoryForms();
  const companyId = newId();
  const ana = aUser();
  const form = aForm({
    fields: [
      aField('trees', { type: 'number', required: true }),
      aField('photo', { type: 'photo', required: true }),
    ],
  });
  const report = aForm({ type: 'task', fields: [] });
  await forms.apply(companyId, async (repositories) => {
    await repositories.forms.save([form, report]);
    await repositories.tasks.save([aTask(report.id, { assigneeId: ana.userId })]);
  });
  const useCase = new ExamineRecord(forms, new FixedClock(NOON));
  return {
    ...{ form, report },
    examine: (input: SubmitRecordInput, problems: { field: string; message: string }[], user = ana) =>
      useCase.execute(companyId, user, input, problems),
  };
}
