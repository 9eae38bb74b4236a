import type { FieldValue, FieldValues } from '../field-value.ts';
import type { Comparison, Condition, Operand } from './condition.ts';

/**
 * Whether a condition holds, as XPath 1.0 compares: what is not filled in equals the empty text and no number, and is
 * neither less nor greater than anything.
 *
 * @param values of the fields before it; those that are not relevant are left out
 * @param self what `.` stands for
 */
export function holds(condition: Condition, values: FieldValues, self?: FieldValue): boolean {
  const valueOf = (operand: Operand): FieldValue | undefined => {
    switch (operand.kind) {
      case 'field':
        return Object.hasOwn(values, operand.name) ? values[operand.name] : undefined;
      case 'self':
        return self;
      case 'text':
        return operand.text;
      case 'number':
        return operand.number;
    }
  };
  const evaluated = (of: Condition): boolean => {
    switch (of.kind) {
      case 'compare':
        return compares(of.by, valueOf(of.left), valueOf(of.right));
      case 'selected':
        return isSelected(valueOf(of.of), of.option);
      case 'not':
        return !evaluated(of.of);
      case 'and':
        return of.parts.every(evaluated);
      case 'or':
        return of.parts.some(evaluated);
    }
  };
  return evaluated(condition);
}

function isSelected(value: FieldValue | undefined, option: string): boolean {
  return Array.isArray(value) ? value.includes(option) : value === option;
}

function compares(by: Comparison, left: FieldValue | undefined, right: FieldValue | undefined): boolean {
  const [a, b] = [plain(left), plain(right)];
  if (by === '=' || by === '!=') return equals(a, b) === (by === '=');
  const [x, y] = isDate(a) && isDate(b) ? [Date.parse(a), Date.parse(b)] : [numberOf(a), numberOf(b)];
  switch (by) {
    case '<':
      return x < y;
    case '>':
      return x > y;
    case '<=':
      return x <= y;
    default:
      return x >= y;
  }
}

/** Numbers are compared with anything as numbers, everything else as text. */
function equals(a: string | number, b: string | number): boolean {
  if (typeof a === 'number' || typeof b === 'number') return numberOf(a) === numberOf(b);
  return a === b;
}

function plain(value: FieldValue | undefined): string | number {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'string' || typeof value === 'number') return value;
  if ('severity' in value) return value.value ?? '';
  if ('latitude' in value) return `${value.latitude} ${value.longitude}`;
  return value.join(' ');
}

function numberOf(value: string | number): number {
  if (typeof value === 'number') return value;
  return /^\s*-?(?:\d+(?:\.\d*)?|\.\d+)\s*$/u.test(value) ? Number(value) : Number.NaN;
}

const DATE = /^\d{4}-\d\d-\d\d(?:T.*)?$/u;

function isDate(value: string | number): value is string {
  return typeof value === 'string' && DATE.test(value);
}
