/**
 * When a field is asked and which values it takes, for programs that show a form: it needs no other library, so that a
 * browser loads little.
 */
export { type Asked, constraintProblem, isAsked } from './domain/conditions/index.ts';
export type { FormField } from './domain/field.ts';
export type { FieldValue, FieldValues } from './domain/field-value.ts';
