import type { FieldProblem } from '@furrow/kernel';
import { conditionProblem } from './conditions/check.ts';
import {
  DEFAULT_TEXT_LENGTH,
  FIELD_TYPES,
  type FieldType,
  type FormField,
  hasValue,
  isMediaType,
  isObservationType,
  MAX_FIELDS,
  MAX_MEDIA_PER_FIELD,
  MAX_OPTIONS,
  MAX_TEXT_LENGTH,
  MEDIA_PER_FIELD,
} from './field.ts';
import { MAX_OPTION, wordingProblems } from './field-wording.ts';
import { isLine } from './wording.ts';

/** The conditions of a form together, in characters: each record evaluates all of them. */
const MAX_CONDITIONS_LENGTH = 20_000;
const MAX_DECIMALS = 6;
const NAME = /^\p{L}[\p{L}\p{N}_-]{0,63}$/u;
const EPPO_CODE = /^[A-Z0-9]{4,8}$/;

/** Every problem of a form's fields, by member: `fields[2].options`. */
export function* fieldProblems(fields: readonly FormField[]): Generator<FieldProblem> {
  if (fields.length > MAX_FIELDS) yield { field: 'fields', message: `must have at most ${MAX_FIELDS} items` };
  if (conditionsLength(fields) > MAX_CONDITIONS_LENGTH) {
    yield {
      field: 'fields',
      message: `must have conditions of at most ${MAX_CONDITIONS_LENGTH} characters in all`,
    };
    return;
  }
  const before = new Map<string, FormField>();
  for (const [index, field] of fields.entries()) {
    const path = `fields[${index}]`;
    if (before.has(field.name)) yield { field: `${path}.name`, message: `"${field.name}" occurs twice` };
    for (const [member, message] of [...problemsOf(field), ...conditionProblems(field, before)])
      yield { field: `${path}.${member}`, message };
    before.set(field.name, field);
  }
}

function conditionsLength(fields: readonly FormField[]): number {
  return fields.reduce(
    (sum, { relevant, constraint }) => sum + (relevant?.length ?? 0) + (constraint?.length ?? 0),
    0,
  );
}

type Finding = readonly [member: string, message: string];

function* problemsOf(field: FormField): Generator<Finding> {
  const { name, type } = field;
  if (typeof name !== 'string' || !NAME.test(name))
    yield ['name', 'must begin with a letter and have at most 64 letters, digits, "_" and "-"'];
  yield* wordingProblems(field);
  if (!FIELD_TYPES.includes(type)) {
    yield ['type', `must be one of ${FIELD_TYPES.join(', ')}`];
    return; // the remaining checks need the type
  }
  if (name === 'record' && isMediaType(type))
    yield ['name', 'must not be "record" here: that part of an upload is the record itself'];
  if (type === 'note' && field.required) yield ['required', 'does not apply to the type note'];
  yield* optionProblems(field);
  yield* limitProblems(field);
  yield* observationProblems(field);
}

function* conditionProblems(field: FormField, before: ReadonlyMap<string, FormField>): Generator<Finding> {
  const { type, relevant, constraint } = field;
  if (relevant !== undefined) {
    const problem = conditionProblem(relevant, before);
    if (problem !== undefined) yield ['relevant', problem];
  }
  if (constraint !== undefined) {
    const problem =
      !hasValue(type) || type === 'geopoint'
        ? `does not apply to the type ${type}`
        : conditionProblem(constraint, before, field);
    if (problem !== undefined) yield ['constraint', problem];
  }
}

function* optionProblems({ type, options }: FormField): Generator<Finding> {
  if (type !== 'select' && type !== 'multiselect') {
    if (options !== undefined) yield ['options', `do not apply to the type ${type}`];
    return;
  }
  if (options === undefined || options.length === 0 || options.length > MAX_OPTIONS)
    yield ['options', `must be a list of 1 to ${MAX_OPTIONS} texts to select from`];
  else if (!options.every((option) => isLine(option, MAX_OPTION)))
    yield ['options', 'must each have 1 to 200 characters on one line'];
  else if (new Set(options).size < options.length) yield ['options', 'must not contain a text twice'];
}

/** The smallest and largest sensible limits of a type; undefined if it has no limits. */
function limitsOf(type: FieldType): { from: number; to: number; whole: boolean } | undefined {
  switch (type) {
    case 'number':
      return { from: -Infinity, to: Infinity, whole: false };
    case 'pests':
    case 'diseases':
      return { from: 0, to: Infinity, whole: false };
    case 'text':
    case 'barcode':
      return { from: 0, to: MAX_TEXT_LENGTH, whole: true };
    case 'multiselect':
      return { from: 0, to: MAX_OPTIONS, whole: true };
    case 'photo':
    case 'audio':
      return { from: 0, to: MAX_MEDIA_PER_FIELD, whole: true };
    default:
      return undefined;
  }
}

function* limitProblems({ type, min, max, decimals, options }: FormField): Generator<Finding> {
  const limits = limitsOf(type);
  for (const [member, value] of Object.entries({ min, max }) as ['min' | 'max', number | undefined][]) {
    if (value === undefined) continue;
    if (limits === undefined) yield [member, `does not apply to the type ${type}`];
    else if (!Number.isFinite(value) || (limits.whole && !Number.isInteger(value)))
      yield [member, limits.whole ? 'must be a whole number' : 'must be a number'];
    else if (value < limits.from || value > limits.to)
      yield [
        member,
        limits.to === Infinity ? 'must be at least 0' : `must be from ${limits.from} to ${limits.to}`,
      ];
  }
  if (decimals !== undefined && type !== 'number') yield ['decimals', `does not apply to the type ${type}`];
  else if (
    decimals !== undefined &&
    !(Number.isInteger(decimals) && decimals >= 0 && decimals <= MAX_DECIMALS)
  )
    yield ['decimals', `must be a whole number from 0 to ${MAX_DECIMALS}`];
  const highest = max ?? impliedMax(type, options);
  if (min !== undefined && limits !== undefined && highest !== undefined && min > highest)
    yield ['min', max === undefined ? `must be at most ${highest}` : 'must not be above max'];
}

/** The upper bound of a field without a `max`. */
function impliedMax(type: FieldType, options: readonly string[] | undefined): number | undefined {
  if (type === 'text' || type === 'barcode') return DEFAULT_TEXT_LENGTH;
  if (type === 'multiselect') return options?.length;
  return isMediaType(type) ? MEDIA_PER_FIELD[type] : undefined;
}

function* observationProblems({ type, eppoCode, threshold }: FormField): Generator<Finding> {
  if (isObservationType(type)) {
    if (eppoCode !== undefined && (typeof eppoCode !== 'string' || !EPPO_CODE.test(eppoCode)))
      yield ['eppoCode', 'must have 4 to 8 capital letters and digits'];
    if (threshold !== undefined && !(Number.isFinite(threshold) && threshold >= 0))
      yield ['threshold', 'must be a number of at least 0'];
    return;
  }
  if (eppoCode !== undefined) yield ['eppoCode', 'applies only to the types pests and diseases'];
  if (threshold !== undefined) yield ['threshold', 'applies only to the types pests and diseases'];
}
