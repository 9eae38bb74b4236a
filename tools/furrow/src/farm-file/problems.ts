import { type FieldProblem, ValidationFailed } from '@furrow/kernel';

/** Gathers what several contexts say against one file, so that all of it is told at once. */
export class Problems {
  readonly #found: FieldProblem[] = [];

  /**
   * Goes on when `work` finds the input wrong, so that the next context can say what it thinks of its part.
   * @returns what gives the answer of `work`, or throws ValidationFailed when there is none
   */
  async of<T>(place: string, work: () => Promise<T>): Promise<() => T> {
    let answer: { value: T } | undefined;
    try {
      answer = { value: await work() };
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      if (!(error instanceof FileRefused))
        this.#found.push(
          ...error.details.map(({ field, message }) => ({ field: `${place}${field}`, message })),
        );
    }
    return () => {
      if (answer === undefined) throw new FileRefused(this.#found);
      return answer.value;
    };
  }

  /** @throws ValidationFailed */
  throwIfAny(): void {
    if (this.#found.length > 0) throw new FileRefused(this.#found);
  }
}

class FileRefused extends ValidationFailed {
  constructor(found: readonly FieldProblem[]) {
    super(found, 'The file cannot be applied; nothing was changed:');
  }
}
