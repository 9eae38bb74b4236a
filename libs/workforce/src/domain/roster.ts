import { folded } from './folding.ts';
import { documentKey } from './person-key.ts';

/** A worker with every name that an imported file may use. */
export interface RosterEntry {
  readonly workerId: string;
  readonly code: string;
  readonly documentId: string | null;
  readonly fullName: string;
}

/**
 * First and last name of a worker whom a file calls `Ana Rojas` or `Rojas, Ana`. A bare number or mark, such as
 * `W01`, becomes the last name of a `Worker`.
 */
export function nameOf(called: string): { firstName: string; lastName: string } {
  const [, last, afterComma] = /^([^,]+),(.+)$/u.exec(called) ?? [];
  if (last !== undefined && afterComma !== undefined)
    return { firstName: afterComma.trim(), lastName: last.trim() };
  const [first = '', ...rest] = called.trim().split(/\s+/u);
  return rest.length === 0
    ? { firstName: 'Worker', lastName: first }
    : { firstName: first, lastName: rest.join(' ') };
}

/** Finds workers by code, document or name, ignoring case, accents and spacing. */
export class Roster {
  /** Ids by code, by document, by name; several if the name is ambiguous. */
  readonly #maps = [
    new Map<string, Set<string>>(),
    new Map<string, Set<string>>(),
    new Map<string, Set<string>>(),
  ];

  constructor(entries: Iterable<RosterEntry>) {
    for (const entry of entries) this.add(entry);
  }

  add({ workerId, code, documentId, fullName }: RosterEntry): void {
    const keys = [folded(code), documentKey({ documentId }), squeezed(fullName)];
    this.#maps.forEach((map, kind) => {
      const key = keys[kind] ?? '';
      if (key !== '') map.set(key, (map.get(key) ?? new Set()).add(workerId));
    });
  }

  /** Adds a worker of whom only the name in the file is known. */
  enter(called: string, workerId: string): void {
    const { firstName, lastName } = nameOf(called);
    this.add({ workerId, code: '', documentId: null, fullName: `${firstName} ${lastName}` });
  }

  /**
   * Ids of the workers that `called` may mean: one, none, or several. A code takes precedence over a document, and that
   * over a name.
   */
  find(called: string): string[] {
    const { firstName, lastName } = nameOf(called);
    const keys = [folded(called), documentKey({ documentId: called }), squeezed(`${firstName} ${lastName}`)];
    for (const [kind, map] of this.#maps.entries()) {
      const ids = map.get(keys[kind] ?? '');
      if (ids !== undefined) return [...ids];
    }
    return [];
  }
}

function squeezed(name: string): string {
  return folded(name).replaceAll(' ', '');
}
