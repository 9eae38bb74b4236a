import { type FieldProblem, ValidationFailed } from './domain-error.ts';

/** How the operator's file is applied. */
export interface ApplyOptions {
  /** Takes out of use what the file leaves out; without it that stays as it is. */
  readonly prune: boolean;
}

/** An item of the operator's file. */
export interface Declared<Statement> {
  readonly statement: Statement;
  /** What it is known by. */
  readonly key: string;
  /** Where it stands in the file, such as `projects[0]`. */
  readonly place: string;
}

export interface Reconciled<Item> {
  /** What is stated, by key, as it shall be. */
  readonly stated: ReadonlyMap<string, Item>;
  /** Of that, what was not there. */
  readonly added: readonly Item[];
  /** What was there and differs from now on, left out or stated. */
  readonly changed: readonly Item[];
  /** What the file leaves out and prunes, as it was. */
  readonly left: readonly Item[];
}

/** What becomes of an item; the very same one when nothing differs. */
interface Transitions<Item, Statement> {
  /** @throws ValidationFailed naming members of the statement */
  readonly state: (statement: Statement, before: Item | undefined) => Item;
  readonly retire: (left: Item) => Item;
}

/** A list of the operator's file. */
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
 * Matches what there is with what the operator's file states. All problems of all lists are told together, each by its
 * place in the file, and so is a key that stands there twice.
 */
export class Reconciliation {
  readonly #problems: FieldProblem[] = [];

  constructor(private readonly options: ApplyOptions) {}

  /** @param keyMember what the file calls the key */
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

  /** To be asked before anything is written. @throws ValidationFailed with every problem so far */
  assertValid(): void {
    if (this.#problems.length > 0) throw new ValidationFailed(this.#problems);
  }
}
