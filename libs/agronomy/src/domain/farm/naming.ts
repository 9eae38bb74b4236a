import type { FieldProblem } from '@furrow/kernel';

/** Longest name of a project, sector, crop or variety, in characters. */
export const MAX_NAME = 200;

export function* nameProblems(field: string, name: string): Generator<FieldProblem> {
  if (name.trim() === '' || name.length > MAX_NAME)
    yield { field, message: `must have 1 to ${MAX_NAME} characters` };
}

export function* optionalNameProblems(field: string, name: string | null): Generator<FieldProblem> {
  if (name !== null) yield* nameProblems(field, name);
}
