import { type FieldProblem, ValidationFailed } from '@furrow/kernel';

/** Collects the problems that several contexts find in one file, so that all are reported at once. */
export class Problems {
  readonly #found: FieldProblem[] = [];

  /**
   * Records the validation errors of `work` and continues, so that the next context can check its part.
   * @returns a function that returns the result of `work`, or throws ValidationFailed without one
   */
  async of<T>(path: string, work: () => Promise<T>): Promise<() => T> {
    let answer: { value: T } | undefined;
    try {
      answer = { value: await work() };
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      if (!(error instanceof FileRefused))
        this.#found.push(
          ...error.details.map(({ field, message }) => ({ field: `${path}${field}`, message })),
        );
    }
    return () => {
      if (answer === undefined) throw new FileRefused(this.#found);
      return answer.value;
    };
  }

  get isAny(): boolean {
    return this.#found.length > 0;
  }

  /** @throws ValidationFailed */
  throwIfAny(): void {
    if (this.isAny) throw new FileRefused(this.#found);
  }
}

class FileRefused extends ValidationFailed {
  constructor(found: readonly FieldProblem[]) {
    super(found, 'The file cannot be applied; nothing was changed.');
  }
}
