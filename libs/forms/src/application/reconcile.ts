import { type ApplyOptions, declaredIn, Reconciliation } from '@furrow/kernel';

/** A form or a task, which the farm file declares by key. */
interface Restatable<Item> {
  readonly id: string;
  readonly key: string;
  deactivated(): Item;
}

/**
 * @param state applies a statement to the existing item; returns the same object if nothing differs
 * @returns what has to be written, and the ids of the stated items by key
 * @throws ValidationFailed
 */
export function reconcile<Item extends Restatable<Item>, Statement extends { readonly key: string }>(
  list: string,
  existing: readonly Item[],
  statements: readonly Statement[],
  options: ApplyOptions,
  state: (statement: Statement, before: Item | undefined) => Item,
): { readonly written: readonly Item[]; readonly ids: Record<string, string> } {
  const file = new Reconciliation(options);
  const { stated, added, changed } = file.reconcile(
    new Map(existing.map((item) => [item.key, item])),
    declaredIn(list, statements, ({ key }) => key),
    { state, retire: (item) => item.deactivated() },
  );
  file.assertValid();
  return {
    written: [...added, ...changed],
    ids: Object.fromEntries([...stated].map(([key, item]) => [key, item.id])),
  };
}
