import { type Kept, type Section, SECTIONS } from './census.ts';

/** A changed member by its path, such as `fields.moth.label`. Undefined where it was or is absent. */
export interface Difference {
  readonly member: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** The outcome for one item that the file states or leaves out. */
export interface Change extends Pick<Kept, 'section' | 'name'> {
  readonly change: 'created' | 'changed' | 'unchanged';
  /** Changes of an item that existed before. */
  readonly members: readonly Difference[];
}

/** How many items of a section a run created, changed and left unchanged, including those that the file leaves out. */
export type Counts = Readonly<Record<Change['change'], number>>;

/** An item as it stands, and as it stood before, if it did. */
interface Pair {
  readonly before: Kept | undefined;
  readonly after: Kept;
}

/** The items that stand now, each with what it was. */
export function pairsOf(before: readonly Kept[], after: readonly Kept[]): Pair[] {
  const known = new Map(before.map((kept) => [`${kept.section} ${kept.id}`, kept]));
  return after.map((kept) => ({ before: known.get(`${kept.section} ${kept.id}`), after: kept }));
}

/** What changed of each item as it is stored. */
export function changesBetween(before: readonly Kept[], after: readonly Kept[]): Change[] {
  return pairsOf(before, after).map(({ before: former, after: { section, name, members } }) => {
    const differences = former === undefined ? [] : differencesBetween(former.members, members);
    const change = former === undefined ? 'created' : differences.length > 0 ? 'changed' : 'unchanged';
    return { section, name, change, members: differences };
  });
}

export function countsOf(changes: readonly Change[]): Record<Section, Counts> {
  const counts = SECTIONS.map((section) => {
    const count = { created: 0, changed: 0, unchanged: 0 };
    for (const each of changes) if (each.section === section) count[each.change]++;
    return [section, count] as const;
  });
  return Object.fromEntries(counts) as Record<Section, Counts>;
}

/** Compares two JSON values member by member. List items are matched by name, not by position. */
export function differencesBetween(from: unknown, to: unknown, member = ''): Difference[] {
  const [former, latter] = [membersOf(from), membersOf(to)];
  if (former === undefined || latter === undefined)
    return JSON.stringify(from) === JSON.stringify(to) ? [] : [{ member, from, to }];
  const below = (name: string) => (member === '' ? name : `${member}.${name}`);
  const found = [...new Set([...former.keys(), ...latter.keys()])].flatMap((name) =>
    former.has(name) && latter.has(name)
      ? differencesBetween(former.get(name), latter.get(name), below(name))
      : [{ member: below(name), from: former.get(name), to: latter.get(name) }],
  );
  return found.length > 0 || !Array.isArray(to)
    ? found
    : reordered([...former.keys()], [...latter.keys()], member);
}

function reordered(from: readonly string[], to: readonly string[], member: string): Difference[] {
  return from.join('\n') === to.join('\n') ? [] : [{ member: `${member} (order)`, from, to }];
}

/** The members of an object, or of a list whose items have distinct names. */
function membersOf(value: unknown): ReadonlyMap<string, unknown> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const named = value.map((item: unknown) => [(item as { name?: unknown } | null)?.name, item] as const);
  const byName = new Map(named.filter((pair): pair is [string, unknown] => typeof pair[0] === 'string'));
  return value.length > 0 && byName.size === value.length ? byName : undefined;
}
