import { ValidationFailed } from '@furrow/kernel';
import { isInUse, type Reconciled, type Withdrawable } from '@furrow/kernel/declarations';

/** @throws ValidationFailed for a group that no worker can have */
export function knownGroup(
  { group, status }: Withdrawable & { readonly group?: string | null | undefined },
  groups: readonly string[],
): void {
  if (typeof group !== 'string' || !isInUse({ status }) || groups.includes(group)) return;
  throw new ValidationFailed([{ field: 'group', message: notOffered(groups, 'workerOptions.group') }]);
}

export const notOffered = (offered: readonly string[], declaredAs: string): string =>
  offered.length === 0
    ? `has no options in this company yet; they are declared with ${declaredAs}`
    : `must be one of: ${offered.join(', ')}`;

/** What is stored of a section, and what is withdrawn by its status or because the file leaves it out. */
export function inUse<Item, Declaration extends Withdrawable>(
  { added, changed, left, declared }: Reconciled<Item>,
  declarations: readonly Declaration[],
  keyOf: (declaration: Declaration) => string,
  keyOfItem: (item: Item) => string,
): { readonly saved: readonly Item[]; readonly withdrawn: readonly Item[] } {
  const unused = new Set(declarations.filter((each) => !isInUse(each)).map(keyOf));
  const isLeft = new Set(left.map(keyOfItem));
  return {
    saved: [...added, ...changed].filter((item) => {
      const key = keyOfItem(item);
      return !isLeft.has(key) && !unused.has(key);
    }),
    withdrawn: [...left, ...[...declared.values()].filter((item) => unused.has(keyOfItem(item)))],
  };
}
