import { constraintProblem, type FieldValue, type FieldValues, isAsked } from '@furrow/forms/conditions';
import type { Form } from '../office/answers.ts';

export type Field = Form['fields'][number];

export interface DraftFile {
  readonly field: string;
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

/** A form that somebody fills in; it is stored with each change. */
export interface Draft {
  /** The key of the record, from the first touch: whatever happens, it counts once. */
  readonly clientRecordId: string;
  readonly formId: string;
  readonly formVersion: number;
  readonly taskId?: string;
  readonly values: FieldValues;
  readonly files: readonly DraftFile[];
  readonly place?: { readonly projectId: string; readonly sectorId: string };
  readonly position?: { readonly latitude: number; readonly longitude: number; readonly accuracy: number };
}

const MEDIA = new Set<Field['type']>(['photo', 'audio', 'signature']);
export const isMedia = ({ type }: Field): boolean => MEDIA.has(type);

/** A field that is asked, and what is wrong with its answer. */
export interface Asked {
  readonly field: Field;
  readonly problem?: 'missing' | { readonly text: string };
}

/** The fields that the answers so far make relevant, in order, by the rules that the office checks them with. */
export function askedOf({ fields }: Form, { values, files }: Draft): readonly Asked[] {
  const before: Record<string, FieldValue> = {};
  const asked: Asked[] = [];
  for (const field of fields) {
    if (isAsked(field, before) !== 'yes') continue;
    const value = values[field.name];
    if (value !== undefined) before[field.name] = value;
    asked.push({ field, ...problemOf(field, value, before, files) });
  }
  return asked;
}

function problemOf(
  field: Field,
  value: FieldValue | undefined,
  before: FieldValues,
  files: readonly DraftFile[],
): Pick<Asked, 'problem'> {
  if (field.type === 'note') return {};
  const isMissing = isMedia(field) ? !files.some((file) => file.field === field.name) : value === undefined;
  if (isMissing) return field.required ? { problem: 'missing' } : {};
  const text = value === undefined ? undefined : constraintProblem(field, value, before);
  return text === undefined ? {} : { problem: { text } };
}

/** The answers of fields that are asked; those of others would be refused. */
export function sentOf(form: Form, draft: Draft): Pick<Draft, 'values' | 'files'> {
  const names = new Set(askedOf(form, draft).map(({ field }) => field.name));
  return {
    values: Object.fromEntries(Object.entries(draft.values).filter(([name]) => names.has(name))),
    files: draft.files.filter(({ field }) => names.has(field)),
  };
}

/** The text of a field in a language. */
export const labelOf = ({ label, translations = [] }: Field, language: string): string =>
  translations.find((one) => one.language === language)?.label ?? label;

/** The text of an option in a language. */
export function optionOf(field: Field, option: string, language: string): string {
  const at = field.options?.indexOf(option) ?? -1;
  const translated = field.translations?.find((one) => one.language === language)?.optionLabels?.[at];
  return translated ?? field.optionLabels?.[at] ?? option;
}
