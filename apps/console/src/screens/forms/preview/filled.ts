import { constraintProblem, type FieldValue, isAsked } from '@furrow/forms/conditions';
import type { FormField } from '../../../api/types.ts';

/** What somebody has typed, by field. */
export type Typed = Readonly<Record<string, string | readonly string[]>>;

/** A field as a phone shows it at this moment. */
export interface ShownField {
  readonly field: FormField;
  /** Why the value is refused; undefined while it is not. */
  readonly problem: string | undefined;
  readonly isMissing: boolean;
}

/** The fields that are asked, given what was typed so far: by the code with which the service checks a record. */
export function shownFields(fields: readonly FormField[], typed: Typed): readonly ShownField[] {
  const values: Record<string, FieldValue> = {};
  const shown: ShownField[] = [];
  for (const field of fields) {
    if (isWrong(() => isAsked(field, values)) === 'no') continue;
    const value = valueOf(field, typed[field.name]);
    const problem = value === undefined ? undefined : isWrong(() => constraintProblem(field, value, values));
    if (value !== undefined && problem === undefined) values[field.name] = value;
    shown.push({ field, problem, isMissing: field.required && value === undefined && hasValue(field) });
  }
  return shown;
}

/** A condition that is still being edited may be wrong; the server says how. */
function isWrong<T>(evaluate: () => T): T | undefined {
  try {
    return evaluate();
  } catch {
    return undefined;
  }
}

export const hasValue = ({ type }: FormField): boolean =>
  !['note', 'photo', 'audio', 'signature'].includes(type);

function valueOf({ type }: FormField, typed: string | readonly string[] | undefined): FieldValue | undefined {
  if (typed === undefined || typed.length === 0) return undefined;
  if (typeof typed !== 'string') return typed;
  switch (type) {
    case 'number':
      return Number(typed);
    case 'pests':
    case 'diseases':
      return { value: Number(typed), severity: null };
    case 'boolean':
      return typed === 'true';
    case 'datetime':
      return new Date(typed).toISOString();
    case 'time':
      return typed.length === 5 ? `${typed}:00` : typed;
    default:
      return typed;
  }
}
