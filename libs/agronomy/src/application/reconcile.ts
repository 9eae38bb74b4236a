import { type FieldProblem, ValidationFailed } from '@furrow/kernel';

/** Something an operator states again and again; each answers itself when nothing differs. */
interface Restatable<Item, Statement> {
  restated(statement: Statement): Item;
  deactivated(): Item;
}

export interface Placed<Statement> {
  readonly statement: Statement;
  /** Where it stands in the operator's file, such as `projects[0]`. */
  readonly place: string;
  readonly key: string;
}

export interface Reconciled<Item> {
  /** What is stated, by key, as it shall be. */
  readonly stated: ReadonlyMap<string, Item>;
  /** What has to be written for that. */
  readonly changed: readonly Item[];
  readonly problems: readonly FieldProblem[];
}

/** Matches what there is with what is stated. */
export function reconcile<Item extends Restatable<Item, Statement>, Statement>(
  existing: ReadonlyMap<string, Item>,
  statements: readonly Placed<Statement>[],
  define: (statement: Statement) => Item,
  { prune }: { prune: boolean },
): Reconciled<Item> {
  const problems: FieldProblem[] = [];
  const stated = new Map<string, Item>();
  const seen = new Set<string>();
  for (const { statement, place, key } of statements) {
    if (seen.has(key)) problems.push({ field: `${place}.key`, message: 'stands there twice' });
    seen.add(key);
    try {
      stated.set(key, existing.get(key)?.restated(statement) ?? define(statement));
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      problems.push(...error.details.map(({ field, message }) => ({ field: `${place}.${field}`, message })));
    }
  }
  const left = prune ? [...existing].filter(([key]) => !seen.has(key)) : [];
  const wanted = [...stated, ...left.map(([key, item]) => [key, item.deactivated()] as const)];
  return {
    stated,
    changed: wanted.filter(([key, item]) => existing.get(key) !== item).map(([, item]) => item),
    problems,
  };
}
