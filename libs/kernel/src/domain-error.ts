/**
 * A refusal that the domain foresees. `code` is the stable snake_case word that clients branch on;
 * `facts` are what a client needs to act on it, and stand beside the code in an answer.
 * Transport (an HTTP status, an MQTT report) is decided by whoever carries the error out.
 */
export abstract class DomainError extends Error {
  abstract readonly code: string;

  constructor(
    message: string,
    readonly facts: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** One field that is wrong, and what it accepts. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** Input that is malformed or missing, every wrong field told at once. */
export class ValidationFailed extends DomainError {
  override readonly code = 'validation_failed';

  constructor(
    readonly details: readonly FieldProblem[],
    message = 'The request has fields that are missing or wrong.',
  ) {
    super(message);
  }

  static of(field: string, message: string): ValidationFailed {
    return new ValidationFailed([{ field, message }]);
  }
}
