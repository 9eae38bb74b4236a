/**
 * An expected refusal of the domain. `code` is the stable snake_case word that clients branch on;
 * `facts` are what a client needs to act on it, beside the code in an answer. The transport (an HTTP status, an MQTT
 * report) is decided by the application that reports the error.
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

/** Input that is malformed or missing; lists every wrong field. */
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
