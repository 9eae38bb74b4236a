import { type FieldProblem, ValidationFailed } from '@furrow/kernel';

/** Gathers what several contexts say against one file, so that all of it is told at once. */
export class Problems {
  readonly #found: FieldProblem[] = [];

  /** @returns what `work` answers, undefined when it found the input wrong */
  async of<T>(place: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      this.#found.push(...error.details.map(({ field, message }) => ({ field: `${place}${field}`, message })));
      return undefined;
    }
  }

  /** @throws ValidationFailed */
  throwIfAny(): void {
    if (this.#found.length > 0)
      throw new ValidationFailed(this.#found, 'The file cannot be applied; nothing was changed:');
  }
}
