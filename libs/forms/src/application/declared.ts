import { type FieldProblem, ValidationFailed } from '@furrow/kernel';

export interface ApplyOptions {
  /** Takes out of use what the file leaves out; without it that stays as it is. */
  readonly prune: boolean;
}

/** Something that the operator's file states again and again. */
interface Restatable<Item> {
  readonly id: string;
  readonly key: string;
  deactivated(): Item;
}

/**
 * Matches what there is with what the file states: all problems of all items are told together, each by its place.
 * @param state makes the item as stated, out of the one there is; the very same one when nothing differs
 * @returns what has to be written for that, and the ids of what is stated by key
 * @throws ValidationFailed
 */
export function reconcile<Item extends Restatable<Item>, Statement extends { readonly key: string }>(
  list: string,
  existing: readonly Item[],
  statements: readonly Statement[],
  { prune }: ApplyOptions,
  state: (statement: Statement, before: Item | undefined) => Item,
): { readonly changed: readonly Item[]; readonly ids: Record<string, string> } {
  const before = new Map(existing.map((item) => [item.key, item]));
  const problems: FieldProblem[] = [];
  const stated = new Map<string, Item>();
  const seen = new Set<string>();
  for (const [index, statement] of statements.entries()) {
    const place = `${list}[${index}]`;
    if (seen.has(statement.key)) problems.push({ field: `${place}.key`, message: 'stands there twice' });
    seen.add(statement.key);
    try {
      stated.set(statement.key, state(statement, before.get(statement.key)));
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      problems.push(...error.details.map(({ field, message }) => ({ field: `${place}.${field}`, message })));
    }
  }
  if (problems.length > 0) throw new ValidationFailed(problems);
  const left = prune ? existing.filter(({ key }) => !seen.has(key)).map((item) => item.deactivated()) : [];
  return {
    changed: [...stated.values(), ...left].filter((item) => before.get(item.key) !== item),
    ids: Object.fromEntries([...stated].map(([key, item]) => [key, item.id])),
  };
}
