import { type FieldProblem, ValidationFailed } from './domain-error.ts';

/** How the farm file is applied. */
export interface ApplyOptions {
  /** Deactivates what the file leaves out; otherwise it stays as it is. */
  readonly prune: boolean;
}

/** The last member of a declaration: an item that is declared inactive is applied, and is out of use. */
export interface Withdrawable {
  /** Defaults to `active`. */
  readonly status?: 'active' | 'inactive' | null | undefined;
}

export const isInUse = ({ status }: Withdrawable): boolean => status !== 'inactive';

/** An item of the farm file. */
export interface Declared<Declaration> {
  readonly declaration: Declaration;
  /** Its identity within its list. */
  readonly key: string;
  /** Its path in the file, such as `projects[0]`. */
  readonly path: string;
  /** The name of the key's member in the file, if that is not the same for the whole list. */
  readonly keyMember?: string;
  /** What the file calls it, where that is not the key. */
  readonly as?: string;
}

export interface Reconciled<Item> {
  /** The declared items by key, in their new state. */
  readonly declared: ReadonlyMap<string, Item>;
  /** Those of them that are new. */
  readonly added: readonly Item[];
  /** Existing items that differ from now on, whether declared or left out. */
  readonly changed: readonly Item[];
  /** Items that the file leaves out and `prune` deactivates, in their old state. */
  readonly left: readonly Item[];
}

/** How an item changes; returns the same object if nothing differs. */
interface Transitions<Item, Declaration> {
  /** @throws ValidationFailed naming members of the declaration */
  readonly declare: (declaration: Declaration, before: Item | undefined) => Item;
  readonly deactivate: (left: Item) => Item;
}

/** A list of the farm file. */
export function declaredIn<Declaration>(
  list: string,
  declarations: readonly Declaration[],
  keyOf: (declaration: Declaration) => string,
): Declared<Declaration>[] {
  return declarations.map((declaration, index) => ({
    ...{ declaration, key: keyOf(declaration), path: `${list}[${index}]` },
  }));
}

/**
 * Matches the existing items with those that the farm file declares. The problems of all lists are reported together,
 * each by its path in the file, including keys that occur twice.
 */
export class Reconciliation {
  readonly #problems: FieldProblem[];

  /** @param problems that were found before */
  constructor(
    private readonly options: ApplyOptions,
    problems: readonly FieldProblem[] = [],
  ) {
    this.#problems = [...problems];
  }

  /** @param keyMember the name of the key's member in the file */
  reconcile<Item, Declaration>(
    existing: ReadonlyMap<string, Item>,
    list: readonly Declared<Declaration>[],
    { declare, deactivate }: Transitions<Item, Declaration>,
    keyMember = 'key',
  ): Reconciled<Item> {
    const declared = new Map<string, Item>();
    const listed = new Set<string>();
    for (const { declaration, key, path, keyMember: member = keyMember } of list) {
      if (listed.has(key)) this.#problems.push({ field: `${path}.${member}`, message: 'occurs twice' });
      listed.add(key);
      try {
        declared.set(key, declare(declaration, existing.get(key)));
      } catch (error) {
        if (!(error instanceof ValidationFailed)) throw error;
        for (const { field, message } of error.details)
          this.#problems.push({ field: `${path}.${field}`, message });
      }
    }
    const left = this.options.prune ? [...existing].filter(([key]) => !listed.has(key)) : [];
    const wanted = [...declared, ...left.map(([key, item]) => [key, deactivate(item)] as const)];
    const itemsWhere = (holds: (key: string, item: Item) => boolean) =>
      wanted.filter(([key, item]) => holds(key, item)).map(([, item]) => item);
    return {
      declared,
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
