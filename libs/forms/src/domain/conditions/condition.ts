/** A side of a comparison: another field's value, the value that a constraint is about (`.`), or a literal. */
export type Operand =
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'self' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly number: number };

export const COMPARISONS = ['=', '!=', '<', '>', '<=', '>='] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** A condition on the values of a record, as it was parsed. */
export type Condition =
  | {
      readonly kind: 'compare';
      readonly by: Comparison;
      readonly left: Operand;
      readonly right: Operand;
    }
  | { readonly kind: 'selected'; readonly of: Operand; readonly option: string }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition };

export function operandsOf(condition: Condition): readonly Operand[] {
  switch (condition.kind) {
    case 'compare':
      return [condition.left, condition.right];
    case 'selected':
      return [condition.of];
    case 'not':
      return operandsOf(condition.of);
    default:
      return condition.parts.flatMap(operandsOf);
  }
}

/** The names of the fields on whose values a condition depends. */
export function fieldsOf(condition: Condition): readonly string[] {
  const names = operandsOf(condition).flatMap((operand) => (operand.kind === 'field' ? [operand.name] : []));
  return [...new Set(names)];
}
