import { expect, it } from '@jest/globals';
import { askedOf, type Draft, labelOf, optionOf, sentOf } from './form-draft.ts';

const field = (name: string, over: object = {}) => ({
  name,
  label: name,
  type: 'text',
  required: false,
  ...over,
});
const form = {
  formId: 'f',
  version: 3,
  fields: [
    field('seen', { type: 'select', options: ['yes', 'no'], required: true, optionLabels: ['Yes', 'No'] }),
    field('count', { type: 'number', relevant: "${seen} = 'yes'", constraint: '. <= 500', required: true }),
    field('why', { relevant: '${count} > 100', translations: [{ language: 'es', label: 'por qué' }] }),
    field('leaf', { type: 'photo', required: true }),
  ],
} as never as Parameters<typeof askedOf>[0];
const draft = (values: Draft['values'], files: Draft['files'] = []): Draft => ({
  ...{ clientRecordId: 'c', formId: 'f', formVersion: 3, values, files },
});
const askedWith = (values: Draft['values'], files?: Draft['files']) =>
  askedOf(form, draft(values, files)).map(({ field: { name }, problem }) =>
    problem === undefined ? name : `${name}: ${problem === 'missing' ? problem : problem.text}`,
  );

it.each([
  [{}, ['seen: missing', 'leaf: missing']],
  [{ seen: 'no' }, ['seen', 'leaf: missing']],
  [{ seen: 'yes' }, ['seen', 'count: missing', 'leaf: missing']],
  [{ seen: 'yes', count: 120 }, ['seen', 'count', 'why', 'leaf: missing']],
])('of %j asks %j', (values, asked) => expect(askedWith(values)).toEqual(asked));

it('tells a value that breaks its constraint', () => {
  expect(askedWith({ seen: 'yes', count: 501 })[1]).toMatch(/^count: must fulfil/);
});

it('sends nothing of a field that is not asked any more', () => {
  const leaf = { field: 'leaf', type: 'image/png', bytes: new ArrayBuffer(1) };
  const sent = sentOf(form, draft({ seen: 'no', count: 120, why: 'rain' }, [leaf]));
  expect(sent).toEqual({ values: { seen: 'no' }, files: [leaf] });
});

it('speaks the language of the phone where the form does', () => {
  const [seen, , why] = form.fields;
  expect([labelOf(why!, 'es'), labelOf(why!, 'en'), optionOf(seen!, 'no', 'es')]).toEqual([
    'por qué',
    'why',
    'No',
  ]);
});
