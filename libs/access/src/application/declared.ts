import { type FieldProblem, ValidationFailed } from '@furrow/kernel';

export interface ApplyOptions {
  /** Deactivates what the file leaves out; without it that stays as it is. */
  readonly prune: boolean;
}

/**
 * Goes through a list of the operator's file: all problems of all items are told together, each by its place in the
 * file, and so is a name that stands there twice.
 * @throws ValidationFailed
 */
export function eachDeclared<Item, Result>(
  list: string,
  nameField: keyof Item & string,
  items: readonly Item[],
  work: (item: Item) => Result,
): Result[] {
  const problems: FieldProblem[] = [];
  const names = new Set<unknown>();
  const results = items.flatMap((item, index) => {
    const place = `${list}[${index}]`;
    const name = item[nameField];
    if (names.has(name))
      problems.push({ field: `${place}.${nameField}`, message: `"${String(name)}" stands there twice` });
    names.add(name);
    try {
      return [work(item)];
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      problems.push(...error.details.map(({ field, message }) => ({ field: `${place}.${field}`, message })));
      return [];
    }
  });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return results;
}
