import { describe, expect, it } from '@jest/globals';
import type { FormField } from '../../../api/types.ts';
import { shownFields, type Typed } from './filled.ts';

const field = (name: string, over: Partial<FormField> = {}): FormField => ({
  ...{ name, label: name, type: 'text', required: false },
  ...over,
});
const FORM = [
  field('trees', { type: 'number', required: true, constraint: '. > 0', constraintMessage: 'At least one' }),
  field('organs', { type: 'multiselect', options: ['leaf', 'fruit'], relevant: '${trees} > 1' }),
  field('which', { relevant: "selected(${organs}, 'fruit')" }),
  field('thanks', { type: 'note', required: false }),
];
const names = (typed: Typed) => shownFields(FORM, typed).map(({ field: { name } }) => name);

describe('the preview of a form', () => {
  it('asks what the answers before make relevant', () => {
    expect(names({})).toEqual(['trees', 'thanks']);
    expect(names({ trees: '2' })).toEqual(['trees', 'organs', 'thanks']);
    expect(names({ trees: '2', organs: ['fruit'] })).toEqual(['trees', 'organs', 'which', 'thanks']);
    // What is no longer asked counts no longer.
    expect(names({ trees: '1', organs: ['fruit'] })).toEqual(['trees', 'thanks']);
  });

  it('says why a value is refused, and what is missing', () => {
    expect(shownFields(FORM, { trees: '0' })[0]).toMatchObject({ problem: 'At least one', isMissing: false });
    expect(shownFields(FORM, {})[0]).toMatchObject({ problem: undefined, isMissing: true });
  });

  it('shows a field whose condition is not finished', () => {
    const [shown] = shownFields([field('a', { relevant: '${b', constraint: '. >' })], { a: 'x' });
    expect(shown).toMatchObject({ problem: undefined });
  });
});
