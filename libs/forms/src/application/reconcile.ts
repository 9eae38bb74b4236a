import { type ApplyOptions, declaredIn, Reconciliation } from '@furrow/kernel/declarations';

/** A form or a task, which the farm file declares by key. */
interface Declarable<Item> {
  readonly id: string;
  readonly key: string;
  deactivated(): Item;
}

/**
 * @param declare applies a declaration to the existing item; returns the same object if nothing differs
 * @returns what has to be written, and the ids of the declared items by key
 * @throws ValidationFailed
 */
export function reconcile<Item extends Declarable<Item>, Declaration extends { readonly key: string }>(
  list: string,
  existing: readonly Item[],
  declarations: readonly Declaration[],
  options: ApplyOptions,
  declare: (declaration: Declaration, before: Item | undefined) => Item,
): { readonly written: readonly Item[]; readonly ids: Record<string, string> } {
  const file = new Reconciliation(options);
  const { declared, added, changed } = file.reconcile(
    new Map(existing.map((item) => [item.key, item])),
    declaredIn(list, declarations, ({ key }) => key),
    { declare, deactivate: (item) => item.deactivated() },
  );
  file.assertValid();
  return {
    written: [...added, ...changed],
    ids: Object.fromEntries([...declared].map(([key, item]) => [key, item.id])),
  };
}
