import { type FieldProblem, ValidationFailed } from './domain-error.ts';

/** How the farm file is applied. */
export interface ApplyOptions {
  /** Deactivates what the file leaves out; otherwise it stays as it is. */
  readonly prune: boolean;
}

/** An item of the farm file. */
export interface Declared<Statement> {
  readonly statement: Statement;
  /** Its identity within its list. */
  readonly key: string;
  /** Its path in the file, such as `projects[0]`. */
  readonly place: string;
}

export interface Reconciled<Item> {
  /** The declared items by key, in their new state. */
  readonly stated: ReadonlyMap<string, Item>;
  /** Those of them that are new. */
  readonly added: readonly Item[];
  /** Existing items that differ from now on, whether declared or left out. */
  readonly changed: readonly Item[];
  /** Items that the file leaves out and `prune` deactivates, in their old state. */
  readonly left: readonly Item[];
}

/** How an item changes; returns the same object if nothing differs. */
interface Transitions<Item, Statement> {
  /** @throws ValidationFailed naming members of the statement */
  readonly state: (statement: Statement, before: Item | undefined) => Item;
  readonly retire: (left: Item) => Item;
}

/** A list of the farm file. */
export function declaredIn<Statement>(
  list: string,
  statements: readonly Statement[],
  keyOf: (statement: Statement) => string,
): Declared<Statement>[] {
  return statements.map((statement, index) => ({
    ...{ statement, key: keyOf(statement), place: `${list}[${index}]` },
  }));
}

/**
 * Matches the existing items with those that the farm file declares. The problems of all lists are reported together,
 * each by its path in the file, including keys that occur twice.
 */
export class Reconciliation {
  readonly #problems: FieldProblem[] = [];

  constructor(private readonly options: ApplyOptions) {}

  /** @param keyMember the name of the key's member in the file */
  reconcile<Item, Statement>(
    existing: ReadonlyMap<string, Item>,
    declared: readonly Declared<Statement>[],
    { state, retire }: Transitions<Item, Statement>,
    keyMember = 'key',
  ): Reconciled<Item> {
    const stated = new Map<string, Item>();
    const listed = new Set<string>();
    for (const { statement, key, place } of declared) {
      if (listed.has(key))
        this.#problems.push({ field: `${place}.${keyMember}`, message: 'stands there twice' });
      listed.add(key);
      try {
        stated.set(key, state(statement, existing.get(key)));
      } catch (error) {
        if (!(error instanceof ValidationFailed)) throw error;
        for (const { field, message } of error.details)
          this.#problems.push({ field: `${place}.${field}`, message });
      }
    }
    const left = this.options.prune ? [...existing].filter(([key]) => !listed.has(key)) : [];
    const wanted = [...stated, ...left.map(([key, item]) => [key, retire(item)] as const)];
    const itemsWhere = (holds: (key: string, item: Item) => boolean) =>
      wanted.filter(([key, item]) => holds(key, item)).map(([, item]) => item);
    return {
      stated,
      added: itemsWhere((key) => !existing.has(key)),
      changed: itemsWhere((key, item) => existing.has(key) && existing.get(key) !== item),
      left: left.map(([, item]) => item),
    };
  }

  /** Call it before anything is written. @throws ValidationFailed with every problem so far */
  assertValid(): void {
    if (this.#problems.length > 0) throw new ValidationFailed(this.#problems);
  }
}
