import { type FieldProblem, instantOf, isLocalDate, ValidationFailed } from '@furrow/kernel';
import { type Asked, constraintProblem, isAsked } from './conditions/index.ts';
import {
  DEFAULT_TEXT_LENGTH,
  type FormField,
  hasValue,
  isMediaType,
  isObservationType,
  MEDIA_PER_FIELD,
  type ObservationType,
} from './field.ts';
import type { FieldValue, FieldValues, ObservedValue, PointValue } from './field-value.ts';
import { lengthOf } from './wording.ts';

/**
 * The maximum length of a record's values as JSON, in characters: five texts of the greatest length, or some 300 for each
 * field of the widest form. A page of 100 records stays a few megabytes.
 */
export const MAX_VALUES_LENGTH = 100_000;

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d)?$/u;

/** What a field's value was read as: the value to store, nothing, or why it is refused. */
type Reading = { readonly value?: FieldValue } | { readonly problem: string };

/**
 * Validates what was filled in against the fields of a form.
 * @param values as they were sent; null and omitted values are "not filled in"
 * @param mediaFields the field of each file that was sent with them
 * @throws ValidationFailed naming every wrong field: `values.<name>`, or `media.<name>` for files
 */
export function checkValues(
  fields: readonly FormField[],
  values: Readonly<Record<string, unknown>>,
  mediaFields: readonly string[],
): FieldValues {
  const { accepted, problems, asked } = readAll(fields, values);
  problems.push(...strangers(fields, values), ...mediaProblems(fields, asked, mediaFields));
  if (problems.length > 0) throw new ValidationFailed(problems);
  if (JSON.stringify(accepted).length > MAX_VALUES_LENGTH)
    throw new ValidationFailed([
      {
        field: 'values',
        message: `must have at most ${MAX_VALUES_LENGTH.toLocaleString('en')} characters as JSON`,
      },
    ]);
  return accepted;
}

/** Reads the values in the order of the form, because conditions depend on the fields before. */
function readAll(fields: readonly FormField[], values: Readonly<Record<string, unknown>>) {
  const accepted: Record<string, FieldValue> = {};
  const problems: FieldProblem[] = [];
  const asked = new Map<string, Asked>();
  const wrong = new Set<string>();
  for (const field of fields) {
    const { name } = field;
    const is = isAsked(field, accepted, wrong);
    asked.set(name, is);
    // What depends on it is as uncertain as it is.
    if (is === 'unknown') wrong.add(name);
    if (!hasValue(field.type)) continue;
    const given = Object.hasOwn(values, name) ? (values[name] ?? null) : null;
    const reading = is === 'no' ? readUnasked(field, given) : read(requiredIf(is, field), given);
    const problem =
      'problem' in reading
        ? reading.problem
        : reading.value !== undefined && constraintProblem(field, reading.value, accepted, wrong);
    if (problem) {
      problems.push({ field: `values.${name}`, message: problem });
      wrong.add(name);
    } else if ('value' in reading && reading.value !== undefined) accepted[name] = reading.value;
  }
  return { accepted, problems, asked };
}

/** A field that may not be asked is not required. */
function requiredIf(asked: Asked, field: FormField): FormField {
  return asked === 'yes' ? field : { ...field, required: false };
}

function readUnasked(field: FormField, given: unknown): Reading {
  return isBlank(field, given) ? {} : { problem: unaskedProblem(field) };
}

const unaskedProblem = ({ relevant }: FormField) => `is not relevant: it is asked only if ${relevant}`;

/** The pests and diseases among the values, each with its field and what was observed. */
export function observedIn(
  fields: readonly FormField[],
  values: FieldValues,
): { readonly field: FormField & { readonly type: ObservationType }; readonly seen: ObservedValue }[] {
  return fields.flatMap((field) => {
    const { name, type } = field;
    if (!isObservationType(type) || !Object.hasOwn(values, name)) return [];
    return [{ field: { ...field, type }, seen: values[name] as ObservedValue }];
  });
}

function strangers(fields: readonly FormField[], values: Readonly<Record<string, unknown>>): FieldProblem[] {
  const types = new Map(fields.map(({ name, type }) => [name, type]));
  return Object.keys(values).flatMap((name) => {
    const type = types.get(name);
    if (type === undefined)
      return [{ field: `values.${name}`, message: 'is not a field of this version of the form' }];
    if (hasValue(type) || values[name] === null) return [];
    const message = isMediaType(type)
      ? `is ${article(type)} and must be sent as a file, not as a value`
      : 'is a note, which takes no value';
    return [{ field: `values.${name}`, message }];
  });
}

function mediaProblems(
  fields: readonly FormField[],
  asked: ReadonlyMap<string, Asked>,
  mediaFields: readonly string[],
): FieldProblem[] {
  const counts = new Map<string, number>();
  for (const name of mediaFields) counts.set(name, (counts.get(name) ?? 0) + 1);
  const expected = fields.flatMap((field) => {
    if (!isMediaType(field.type)) return [];
    const count = counts.get(field.name) ?? 0;
    counts.delete(field.name);
    const is = asked.get(field.name) ?? 'yes';
    const problem =
      is === 'no'
        ? count > 0 && unaskedProblem(field)
        : countProblem(requiredIf(is, field), count, MEDIA_PER_FIELD[field.type]);
    return problem ? [{ field: `media.${field.name}`, message: problem }] : [];
  });
  const known = new Set(fields.map(({ name }) => name));
  const unexpected = [...counts.keys()].map((name) => ({
    field: `media.${name}`,
    message: known.has(name) ? 'takes a value, not a file' : 'is not a field of this version of the form',
  }));
  return [...expected, ...unexpected];
}

function read(field: FormField, given: unknown): Reading {
  if (isBlank(field, given)) return field.required ? { problem: 'is required' } : {};
  switch (field.type) {
    case 'text':
    case 'barcode':
      return readText(field, given);
    case 'number':
      return readNumber(field, given);
    case 'boolean':
      return typeof given === 'boolean' ? { value: given } : { problem: 'must be true or false' };
    case 'date':
      return isLocalDate(given) ? { value: given } : { problem: 'must be a date written YYYY-MM-DD' };
    case 'time':
      return readTime(given);
    case 'geopoint':
      return readPoint(given);
    case 'datetime': {
      const instant = instantOf(given);
      return instant
        ? { value: instant.toISOString() }
        : { problem: 'must be a date-time with Z or an offset, such as 2026-01-31T08:00:00Z' };
    }
    case 'select':
      return typeof given === 'string' && field.options?.includes(given)
        ? { value: given }
        : { problem: `must be one of ${optionsOf(field)}` };
    case 'multiselect':
      return readSelection(field, given);
    case 'pests':
    case 'diseases':
      return readObservation(field, given);
    default:
      return {}; // media are not values
  }
}

/** What a form sends for a field that nobody touched. */
function isBlank({ type }: FormField, given: unknown): boolean {
  if (type === 'text' || type === 'barcode') return given === null || given === '';
  if (type === 'multiselect' && Array.isArray(given)) return given.length === 0;
  return given === null;
}

function readText(field: FormField, given: unknown): Reading {
  if (typeof given !== 'string') return { problem: 'must be text' };
  const { min = 0, max = DEFAULT_TEXT_LENGTH } = field;
  // A character has two code units at most, so a text this long is refused without counting its characters: it may have
  // 20 MB.
  if (given.length > 2 * max) return { problem: `must have at most ${max} characters` };
  if (field.required && given.trim() === '') return { problem: 'is required' };
  const length = lengthOf(given);
  if (length > max) return { problem: `must have at most ${max} characters` };
  return length < min ? { problem: `must have at least ${min} characters` } : { value: given };
}

function readNumber({ min, max, decimals }: FormField, given: unknown): Reading {
  if (typeof given !== 'number' || !Number.isFinite(given)) return { problem: 'must be a number' };
  if (decimals === 0 && !Number.isInteger(given)) return { problem: 'must be a whole number' };
  if (decimals !== undefined && Number(given.toFixed(decimals)) !== given)
    return { problem: `must have at most ${decimals} decimals` };
  const problem = rangeProblem(given, min, max);
  return problem === undefined ? { value: withoutSignedZero(given) } : { problem };
}

/** Hours and minutes, with seconds where they are told: `08:30` and `08:30:00` are the same. */
function readTime(given: unknown): Reading {
  if (typeof given !== 'string' || !TIME.test(given))
    return { problem: 'must be a time written HH:MM or HH:MM:SS' };
  return { value: given.length === 5 ? `${given}:00` : given };
}

function readPoint(given: unknown): Reading {
  const { latitude, longitude, accuracy = null } = (given ?? {}) as Partial<Record<string, unknown>>;
  const problem = 'must be an object with latitude, longitude and, where it is known, accuracy in metres';
  if (typeof latitude !== 'number' || typeof longitude !== 'number' || !isNumberOrNull(accuracy))
    return { problem };
  if (!(Math.abs(latitude) <= 90)) return { problem: 'latitude must be from -90 to 90' };
  if (!(Math.abs(longitude) <= 180)) return { problem: 'longitude must be from -180 to 180' };
  if (accuracy !== null && accuracy < 0) return { problem: 'accuracy must be at least 0' };
  const [north, east, metres] = [latitude, longitude, accuracy].map(withoutSignedZero);
  return { value: { latitude: north, longitude: east, accuracy: metres } as PointValue };
}

function readSelection(field: FormField, given: unknown): Reading {
  const options = field.options ?? [];
  const offered = new Set<unknown>(options);
  if (!Array.isArray(given) || !given.every((item) => offered.has(item)))
    return { problem: `must be a list of ${optionsOf(field)}` };
  const chosen = new Set(given as string[]);
  if (chosen.size < given.length) return { problem: 'must not name an option twice' };
  const problem = countProblem(field, chosen.size, options.length);
  return problem === undefined ? { value: options.filter((option) => chosen.has(option)) } : { problem };
}

function readObservation({ min = 0, max }: FormField, given: unknown): Reading {
  if (typeof given !== 'object' || given === null || Array.isArray(given) || !Object.hasOwn(given, 'value'))
    return { problem: 'must be an object with value and severity, each a number or null' };
  const { value, severity = null } = given as { value?: unknown; severity?: unknown };
  if (!isNumberOrNull(value) || !isNumberOrNull(severity))
    return { problem: 'must be an object with value and severity, each a number or null' };
  const wrong = value === null ? undefined : rangeProblem(value, min, max);
  if (wrong !== undefined) return { problem: `value ${wrong}` };
  const wrongSeverity = severity === null ? undefined : rangeProblem(severity, 0, 100);
  return wrongSeverity === undefined
    ? { value: { value: withoutSignedZero(value), severity: withoutSignedZero(severity) } }
    : { problem: `severity ${wrongSeverity}` };
}

function isNumberOrNull(value: unknown): value is number | null {
  return value === null || (typeof value === 'number' && Number.isFinite(value));
}

/** JSON does not keep the sign of zero, so it would be read back as another value. */
function withoutSignedZero<N extends number | null>(value: N): N {
  return Object.is(value, -0) ? (0 as N) : value;
}

function rangeProblem(value: number, min = -Infinity, max = Infinity): string | undefined {
  if (value >= min && value <= max) return undefined;
  if (max === Infinity) return `must be at least ${min}`;
  return min === -Infinity ? `must be at most ${max}` : `must be from ${min} to ${max}`;
}

function countProblem(
  { required, min = 0, max }: FormField,
  count: number,
  most: number,
): string | undefined {
  if (count === 0) return required ? 'is required' : undefined;
  if (count > (max ?? most)) return `must be at most ${max ?? most}`;
  return count < min ? `must be at least ${min}` : undefined;
}

function optionsOf({ options = [] }: FormField): string {
  const shown = options.slice(0, 20).join(', ');
  return options.length > 20 ? `${shown}, …` : shown;
}

function article(type: string): string {
  return `${type === 'audio' ? 'an' : 'a'} ${type}`;
}
