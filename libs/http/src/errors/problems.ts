import type { FieldProblem } from '@furrow/kernel';

/** The maximum number of problems reported for one request. */
export const MAX_PROBLEMS = 100;

/**
 * The problems of a request, as many as are reported: callers may stop looking once it is full. One more than
 * `most` is kept, to show that there are more.
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
