export const FIELD_TYPES = [
  'text',
  'number',
  'boolean',
  'date',
  'time',
  'datetime',
  'select',
  'multiselect',
  'barcode',
  'geopoint',
  'photo',
  'audio',
  'signature',
  'pests',
  'diseases',
  'note',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** The types whose content is sent as a file beside the values. */
export const MEDIA_TYPES = ['photo', 'audio', 'signature'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** A text between the fields: it has no value. */
const NOTE = 'note';

/** The types whose values are observations of the field's pest or disease. */
const OBSERVATION_TYPES = ['pests', 'diseases'] as const;
export type ObservationType = (typeof OBSERVATION_TYPES)[number];

/** The texts of a field in another language; what it lacks is shown in the form's own. */
export interface FieldTranslation {
  /** A tag such as `es` or `pt-BR` (BCP 47). */
  readonly language: string;
  readonly label?: string;
  readonly hint?: string;
  readonly constraintMessage?: string;
  /** In the order of the options. */
  readonly optionLabels?: readonly string[];
}

/** One question of a form, as getForms answers it: members that do not apply are left out. */
export interface FormField {
  /** Names the field in values and media: letters, digits, `_` and `-`. */
  readonly name: string;
  /** The text that people read. */
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** What helps to answer, below the label. */
  readonly hint?: string;
  /** For `select` and `multiselect`: the values. */
  readonly options?: readonly string[];
  /** What people read in place of each option, in the order of the options. */
  readonly optionLabels?: readonly string[];
  /**
   * Lower and upper limit, both included: of a `number`, of the `value` of `pests` and `diseases`, of the length of a
   * `text` in characters, of the number of items of a `multiselect`, `photo` or `audio`.
   */
  readonly min?: number;
  readonly max?: number;
  /** The decimals that a `number` may have; 0 is a whole number. */
  readonly decimals?: number;
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
  readonly translations?: readonly FieldTranslation[];
}

/** Members as the farm file declares them: what does not apply is left out, or null. */
type Omissible<Members> = { readonly [Name in keyof Members]?: Members[Name] | null | undefined };

/** A translation as the farm file declares it. */
export type TranslationDeclaration = Pick<FieldTranslation, 'language'> &
  Omissible<Omit<FieldTranslation, 'language'>>;

/** A field as the farm file declares it. */
export type FieldDeclaration = Pick<FormField, 'name' | 'label' | 'type'> &
  Omissible<Omit<FormField, 'name' | 'label' | 'type' | 'translations'>> & {
    readonly translations?: readonly TranslationDeclaration[] | null | undefined;
  };

/** The maximum length of a text without a `max`, in characters, and the largest `max` allowed. */
export const DEFAULT_TEXT_LENGTH = 2_000;
export const MAX_TEXT_LENGTH = 20_000;

/** The number of files that a field without a `max` takes; a signature is always one. */
export const MEDIA_PER_FIELD: Readonly<Record<MediaType, number>> = { photo: 10, audio: 10, signature: 1 };
/** The largest `max` allowed. */
export const MAX_MEDIA_PER_FIELD = 20;

export const MAX_FIELDS = 300;
/** Of a field. */
export const MAX_OPTIONS = 500;
/** Of a field, besides its own language. */
export const MAX_TRANSLATIONS = 10;

export function isMediaType(type: FieldType): type is MediaType {
  return (MEDIA_TYPES as readonly string[]).includes(type);
}

/** Whether a record has a value for a field of this type. */
export function hasValue(type: FieldType): boolean {
  return type !== NOTE && !isMediaType(type);
}

export function isObservationType(type: FieldType): type is ObservationType {
  return (OBSERVATION_TYPES as readonly string[]).includes(type);
}

/** The field without the members that are not declared. */
export function fieldOf(declaration: FieldDeclaration): FormField {
  const { name, label, type, required, options, min, max, eppoCode, threshold } = declaration;
  const { relevant, constraint, constraintMessage, hint, optionLabels, decimals, translations } = declaration;
  const declared = withoutNulls({
    ...{ options: options && [...options], min, max, eppoCode, threshold },
    ...{ relevant, constraint, constraintMessage },
    ...{ hint, optionLabels: optionLabels && [...optionLabels], decimals },
    translations: translations && translations.length > 0 ? translations.map(translationOf) : undefined,
  });
  return { name, label, type, required: required ?? false, ...declared };
}

function translationOf({
  language,
  label,
  hint,
  constraintMessage,
  optionLabels,
}: TranslationDeclaration): FieldTranslation {
  const labels = optionLabels && [...optionLabels];
  return { language, ...withoutNulls({ label, hint, constraintMessage, optionLabels: labels }) };
}

/** Members are written in a fixed order, so that equal fields are equal as text. */
function withoutNulls(members: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const given = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given);
}
