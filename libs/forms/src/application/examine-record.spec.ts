import { describe, expect, it } from '@jest/globals';
import { newId } from '@furrow/kernel';
import { FixedClock } from '@furrow/kernel/testing';
import { aField, aFile, aForm, aSubmission, aUser, NOON } from '../testing/builders.ts';
import { InMemoryForms } from '../testing/in-memory-forms.ts';
import { ExamineRecord } from './examine-record.ts';
import type { SubmitRecordInput } from './submit-record.ts';

describe('examining a record that is refused already', () => {
  it('adds what its form has against it, after what was known', async () => {
    const { examine } = await setUp();
    expect(await examine({ values: { height: 'x', stranger: 1 } }, ['location.latitude'])).toEqual([
      'location.latitude',
      'values.height',
      'values.stranger',
      'media.photo',
    ]);
  });

  it('tells nothing twice, and nothing of files that could not be read', async () => {
    const { examine } = await setUp();
    expect(await examine({ media: [aFile('photo')] }, ['media.photo'])).toEqual([
      'media.photo',
      'values.height',
    ]);
    expect(await examine({}, ['media[0]'])).toEqual(['media[0]', 'values.height']);
  });

  it('judges no values that are none, and tells strangers nothing of the form', async () => {
    const { examine } = await setUp();
    expect(await examine({ values: 'x' as never }, ['values'])).toEqual(['values']);
    expect(await examine({ formId: newId() }, ['clientRecordId'])).toEqual(['clientRecordId']);
    expect(await examine({}, ['clientRecordId'], aUser({ role: 'agronomist' }))).toEqual(['clientRecordId']);
  });
});

async function setUp() {
  const forms = new InMemoryForms();
  const companyId = newId();
  const fields = [
    aField('height', { type: 'number', required: true }),
    aField('photo', { type: 'photo', required: true }),
  ];
  const form = aForm({ fields });
  await forms.apply(companyId, (registers) => registers.forms.save([form]));
  const useCase = new ExamineRecord(forms, new FixedClock(NOON));
  const examine = async (over: Partial<SubmitRecordInput>, wrong: string[], user = aUser()) => {
    const problems = wrong.map((field) => ({ field, message: 'is wrong' }));
    const told = await useCase.execute(companyId, user, aSubmission(form.id, over), problems);
    return told.map(({ field }) => field);
  };
  return { examine };
}
