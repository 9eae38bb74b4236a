import type { FormField } from '../field.ts';
import type { FieldValue, FieldValues } from '../field-value.ts';
import { fieldsOf } from './condition.ts';
import { holds } from './evaluate.ts';
import { parseCondition } from './parse.ts';

/** Whether a field is asked; `unknown` where that depends on a value that is itself wrong. */
export type Asked = 'yes' | 'no' | 'unknown';

/**
 * Whether a field is asked, given what was filled in before it.
 * @param values of the fields before it, without those that are not asked
 * @param wrong the fields whose values were refused
 */
export function isAsked(
  field: FormField,
  values: FieldValues,
  wrong: ReadonlySet<string> = new Set(),
): Asked {
  if (field.relevant === undefined) return 'yes';
  const condition = parseCondition(field.relevant);
  if (fieldsOf(condition).some((name) => wrong.has(name))) return 'unknown';
  return holds(condition, values) ? 'yes' : 'no';
}

/**
 * Why a value breaks the constraint of its field.
 * @param values of the fields before it
 * @param wrong the fields whose values were refused
 */
export function constraintProblem(
  { constraint, constraintMessage }: FormField,
  value: FieldValue,
  values: FieldValues,
  wrong: ReadonlySet<string> = new Set(),
): string | undefined {
  if (constraint === undefined) return undefined;
  const condition = parseCondition(constraint);
  if (fieldsOf(condition).some((name) => wrong.has(name)) || holds(condition, values, value))
    return undefined;
  return constraintMessage ?? `must fulfil ${constraint}`;
}
