export const FIELD_TYPES = [
  'text',
  'number',
  'boolean',
  'date',
  'datetime',
  'select',
  'multiselect',
  'photo',
  'audio',
  'signature',
  'pests',
  'diseases',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** The types whose content is sent as a file beside the values. */
export const MEDIA_TYPES = ['photo', 'audio', 'signature'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** The types whose values are observations of the field's pest or disease. */
const OBSERVATION_TYPES = ['pests', 'diseases'] as const;
export type ObservationType = (typeof OBSERVATION_TYPES)[number];

/** One question of a form, as getForms answers it: members that do not apply are left out. */
export interface FormField {
  /** Names the field in values and media: letters, digits, `_` and `-`. */
  readonly name: string;
  /** The text that people read. */
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** For `select` and `multiselect`. */
  readonly options?: readonly string[];
  /**
   * Lower and upper limit, both included: of a `number`, of the `value` of `pests` and `diseases`, of the length of a
   * `text` in characters, of the number of items of a `multiselect`, `photo` or `audio`.
   */
  readonly min?: number;
  readonly max?: number;
  /** EPPO code of the pest or disease, such as `LOBEBO`. */
  readonly eppoCode?: string;
  /** The `value` from which the pest or disease has to be treated. */
  readonly threshold?: number;
  /** The condition on fields before it under which the field is asked; without one it always is. */
  readonly relevant?: string;
  /** The condition that a value must fulfil; `.` is the value. */
  readonly constraint?: string;
  /** What somebody is told whose value breaks the constraint. */
  readonly constraintMessage?: string;
}

/** A field as the farm file declares it. */
export interface FieldDeclaration {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly required?: boolean | null | undefined;
  readonly options?: readonly string[] | null | undefined;
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
  readonly eppoCode?: string | null | undefined;
  readonly threshold?: number | null | undefined;
  readonly relevant?: string | null | undefined;
  readonly constraint?: string | null | undefined;
  readonly constraintMessage?: string | null | undefined;
}

/** The maximum length of a text without a `max`, in characters, and the largest `max` allowed. */
export const DEFAULT_TEXT_LENGTH = 2_000;
export const MAX_TEXT_LENGTH = 20_000;

/** The number of files that a field without a `max` takes; a signature is always one. */
export const MEDIA_PER_FIELD: Readonly<Record<MediaType, number>> = { photo: 10, audio: 10, signature: 1 };
/** The largest `max` allowed. */
export const MAX_MEDIA_PER_FIELD = 20;

export const MAX_FIELDS = 300;

export function isMediaType(type: FieldType): type is MediaType {
  return (MEDIA_TYPES as readonly string[]).includes(type);
}

export function isObservationType(type: FieldType): type is ObservationType {
  return (OBSERVATION_TYPES as readonly string[]).includes(type);
}

/** The field without the members that are not declared. */
export function fieldOf(declaration: FieldDeclaration): FormField {
  const { name, label, type, required, options, min, max, eppoCode, threshold } = declaration;
  const { relevant, constraint, constraintMessage } = declaration;
  const optional = Object.entries({
    ...{ options: options && [...options], min, max, eppoCode, threshold },
    ...{ relevant, constraint, constraintMessage },
  });
  const declared = optional.filter(([, value]) => value !== null && value !== undefined);
  return { name, label, type, required: required ?? false, ...Object.fromEntries(declared) };
}
