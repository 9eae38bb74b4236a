import type { FieldProblem } from '@furrow/kernel';

/** So many problems are told of one request. */
export const MAX_PROBLEMS = 100;

/**
 * What is wrong with a request, up to as much as is told: whoever looks for more may stop once it is full. One more than
 * `most` is kept, which says that there are more.
 */
export class Problems {
  readonly #found: FieldProblem[] = [];

  constructor(private readonly most = MAX_PROBLEMS) {}

  get found(): readonly FieldProblem[] {
    return this.#found;
  }

  get isFull(): boolean {
    return this.#found.length > this.most;
  }

  add(field: string, message: string): void {
    if (!this.isFull) this.#found.push({ field, message });
  }

  addAll(problems: Iterable<FieldProblem>): void {
    for (const { field, message } of problems) {
      if (this.isFull) return;
      this.add(field, message);
    }
  }
}
