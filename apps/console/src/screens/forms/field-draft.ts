import type { FormField } from '../../api/types.ts';

/** A field as it is typed. */
export interface FieldDraft {
  readonly name: string;
  readonly label: string;
  readonly type: FormField['type'];
  readonly required: boolean;
  readonly hint: string;
  /** One option in a line; a label after `=`. */
  readonly options: string;
  readonly min: string;
  readonly max: string;
  readonly decimals: string;
  readonly relevant: string;
  readonly constraint: string;
  readonly constraintMessage: string;
}

export const NEW_FIELD: FieldDraft = {
  ...{ name: '', label: '', type: 'text', required: false, hint: '', options: '', min: '', max: '' },
  ...{ decimals: '', relevant: '', constraint: '', constraintMessage: '' },
};

export const hasOptions = ({ type }: Pick<FieldDraft, 'type'>) => type === 'select' || type === 'multiselect';
export const hasLimits = ({ type }: Pick<FieldDraft, 'type'>) =>
  ['number', 'text', 'barcode', 'multiselect', 'photo', 'audio', 'pests', 'diseases'].includes(type);

export function draftOf(field: FormField): FieldDraft {
  const { options = [], optionLabels, min, max, decimals } = field;
  const lines = options.map((option, index) => {
    const label = optionLabels?.[index] ?? option;
    return label === option ? option : `${option} = ${label}`;
  });
  return {
    ...{ name: field.name, label: field.label, type: field.type, required: field.required },
    ...{ hint: field.hint ?? '', options: lines.join('\n'), relevant: field.relevant ?? '' },
    ...{ min: String(min ?? ''), max: String(max ?? ''), decimals: String(decimals ?? '') },
    ...{ constraint: field.constraint ?? '', constraintMessage: field.constraintMessage ?? '' },
  };
}

/** @param before what the draft does not say, such as translations, stays as it is there */
export function fieldOf(draft: FieldDraft, before: FormField | undefined): FormField {
  const choices = hasOptions(draft) ? choicesOf(draft.options) : [];
  const isLabelled = choices.some(({ value, label }) => value !== label);
  const { eppoCode, threshold, translations } = before ?? {};
  const members = {
    ...{ hint: draft.hint.trim(), relevant: draft.relevant.trim(), constraint: draft.constraint.trim() },
    constraintMessage: draft.constraint.trim() === '' ? '' : draft.constraintMessage.trim(),
    options: hasOptions(draft) ? choices.map(({ value }) => value) : undefined,
    optionLabels: isLabelled ? choices.map(({ label }) => label) : undefined,
    ...(hasLimits(draft) && { min: numberIn(draft.min), max: numberIn(draft.max) }),
    decimals: draft.type === 'number' ? numberIn(draft.decimals) : undefined,
    ...{ eppoCode, threshold, translations: sameOptions(before, choices) ? translations : undefined },
  };
  const given = Object.entries(members).filter(([, value]) => value !== '' && value !== undefined);
  return {
    ...{ name: draft.name.trim(), label: draft.label.trim(), type: draft.type },
    required: draft.type !== 'note' && draft.required,
    ...Object.fromEntries(given),
  };
}

function choicesOf(text: string): { readonly value: string; readonly label: string }[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf('=');
      const value = (at === -1 ? line : line.slice(0, at)).trim();
      return { value, label: at === -1 ? value : line.slice(at + 1).trim() };
    });
}

/** Translated options belong to the options that there were. */
function sameOptions(before: FormField | undefined, choices: readonly { readonly value: string }[]): boolean {
  const options = before?.options ?? [];
  return options.length === choices.length && choices.every(({ value }, index) => value === options[index]);
}

const numberIn = (text: string): number | undefined => (text.trim() === '' ? undefined : Number(text));
