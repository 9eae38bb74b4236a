import { type FieldProblem, ValidationFailed } from '@furrow/kernel';

/** @returns the result of `check`, or undefined after its problems were added to `problems` */
export function noted<T>(problems: FieldProblem[], check: () => T): T | undefined {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    problems.push(...error.details);
    return undefined;
  }
}
