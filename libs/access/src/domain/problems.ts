import { type FieldProblem, ValidationFailed } from '@furrow/kernel';

const CONTROL = /\p{Cc}/u;

/** Collects the problems of an input, so that every wrong field is reported at once. */
export class Problems {
  readonly #found: FieldProblem[] = [];

  unless(valid: boolean, field: string, message: string): this {
    if (!valid) this.#found.push({ field, message });
    return this;
  }

  /** @throws ValidationFailed */
  throwIfAny(): void {
    if (this.#found.length > 0) throw new ValidationFailed(this.#found);
  }
}

/** Printable text of 1 to `max` characters without surrounding white space. */
export function isLine(text: unknown, max: number): text is string {
  return (
    typeof text === 'string' &&
    text.length > 0 &&
    text.length <= max &&
    text.trim() === text &&
    !CONTROL.test(text)
  );
}
