export interface Difference {
  /** Such as `fields.trees.label`. */
  readonly path: string;
  /** Undefined: it was not there. */
  readonly before: string | undefined;
  /** Undefined: it will not be there. */
  readonly after: string | undefined;
}

type Members = Readonly<Record<string, unknown>>;
/** The members by which items of a list are known. */
const NAMES = ['key', 'name', 'language', 'idpId', 'deviceId'] as const;

/** What differs between two states of an item of the farm file, member by member; items of lists by their names. */
export function differences(before: Members | null, after: Members): readonly Difference[] {
  const [was, is] = [flat(before ?? {}), flat(after)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((path) => {
    const [one, other] = [was.get(path), is.get(path)];
    return one === other ? [] : [{ path, before: one, after: other }];
  });
}

function flat(members: Members): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const add = (path: string, value: unknown): void => {
    if (value === null || value === undefined || value === '') return;
    if (Array.isArray(value) && value.some(isMembers)) {
      const names = value.map((item, index) => nameOf(item, index));
      found.set(path, names.join(', '));
      for (const [index, item] of value.entries()) add(`${path}.${names[index] ?? index}`, item);
    } else if (Array.isArray(value)) {
      if (value.length > 0) found.set(path, value.map(String).join(', '));
    } else if (isMembers(value)) {
      for (const [name, member] of Object.entries(value)) add(path === '' ? name : `${path}.${name}`, member);
    } else found.set(path, typeof value === 'string' ? value : JSON.stringify(value));
  };
  add('', members);
  return found;
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function nameOf(item: unknown, index: number): string {
  const name = isMembers(item)
    ? NAMES.map((each) => item[each]).find((each) => typeof each === 'string')
    : undefined;
  return typeof name === 'string' ? name : String(index + 1);
}
