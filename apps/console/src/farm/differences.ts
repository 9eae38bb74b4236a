import type { FarmChange, Members } from './farm-file.ts';

/** A member that a change sets, by its path, such as `defaults.pricePerUnit` or `fields.trees.label`. */
export interface Difference {
  readonly member: string;
  /** Undefined where there was none. */
  readonly from: unknown;
  /** Undefined where there will be none. */
  readonly to: unknown;
}

const isNothing = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

/** The members that a change sets otherwise; of something new, those that have a value. */
export function differencesOf({ before, after }: Pick<FarmChange, 'before' | 'after'>): Difference[] {
  const [was, is] = [flat(before ?? {}), flat(after)];
  const members = [...new Set([...was.keys(), ...is.keys()])];
  return members
    .map((member) => ({ member, from: was.get(member), to: is.get(member) }))
    .filter(
      ({ from, to }) => !(isNothing(from) && isNothing(to)) && JSON.stringify(from) !== JSON.stringify(to),
    );
}

/** Groups by the paths of their members, and lists of items by the names of these; outlines and other lists are values. */
function flat(members: Members, path = ''): Map<string, unknown> {
  return new Map(
    Object.entries(members).flatMap(([name, value]): [string, unknown][] => {
      const member = `${path}${name}`;
      if (isItems(value)) {
        const names = value.map(nameOf);
        const items = value.flatMap((item, index) => [...flat(item, `${member}.${names[index] ?? ''}.`)]);
        return [[member, names], ...items];
      }
      const isGroup = isMembers(value) && name !== 'boundary';
      return isGroup ? [...flat(value, `${member}.`)] : [[member, value]];
    }),
  );
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isItems = (value: unknown): value is readonly Members[] =>
  Array.isArray(value) && value.length > 0 && value.every(isMembers);

/** The members by which items of a list are known. */
const NAMES = ['key', 'name', 'language', 'idpId', 'deviceId'];

function nameOf(item: Members, index: number): string {
  const name = NAMES.map((each) => item[each]).find((each) => typeof each === 'string');
  return name ?? String(index + 1);
}
