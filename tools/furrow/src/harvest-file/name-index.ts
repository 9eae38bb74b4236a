export interface Named {
  readonly id: string;
  readonly key: string;
  readonly name: string;
}

/** Looks items up by key or name, by exact match first and else ignoring case. */
export class NameIndex {
  readonly #byKey = new Map<string, Set<string>>();
  readonly #byName = new Map<string, Set<string>>();
  readonly #roughly = new Map<string, Set<string>>();

  constructor(things: Iterable<Named>) {
    for (const thing of things) this.add(thing);
  }

  add({ id, key, name }: Named): void {
    put(this.#byKey, key, id);
    put(this.#byName, name, id);
    put(this.#roughly, folded(key), id);
    put(this.#roughly, folded(name), id);
  }

  /** The ids that `text` may mean: one, none, or several. */
  find(text: string): string[] {
    return [...(this.#byKey.get(text) ?? this.#byName.get(text) ?? this.#roughly.get(folded(text)) ?? [])];
  }

  hasKey(key: string): boolean {
    return this.#byKey.has(key);
  }
}

function put(ids: Map<string, Set<string>>, text: string, id: string): void {
  ids.set(text, (ids.get(text) ?? new Set()).add(id));
}

function folded(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, ' ').trim();
}
