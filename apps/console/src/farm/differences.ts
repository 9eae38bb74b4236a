import type { FarmChange, Members } from './farm-file.ts';

/** A member that a change sets, by its path, such as `defaults.pricePerUnit`. */
export interface Difference {
  readonly member: string;
  /** Undefined where there was none. */
  readonly from: unknown;
  readonly to: unknown;
}

const isNothing = (value: unknown) => value === null || value === undefined;

/** The members that a change sets otherwise; of something new, those that have a value. */
export function differencesOf({ before, after }: FarmChange): Difference[] {
  const [was, is] = [flat(before ?? {}), flat(after)];
  const members = [...new Set([...was.keys(), ...is.keys()])];
  return members
    .map((member) => ({ member, from: was.get(member), to: is.get(member) }))
    .filter(
      ({ from, to }) => !(isNothing(from) && isNothing(to)) && JSON.stringify(from) !== JSON.stringify(to),
    );
}

/** Groups by the paths of their members; an outline and lists are values. */
function flat(members: Members, path = ''): Map<string, unknown> {
  return new Map(
    Object.entries(members).flatMap(([name, value]): [string, unknown][] => {
      const member = `${path}${name}`;
      const isGroup =
        typeof value === 'object' && value !== null && !Array.isArray(value) && name !== 'boundary';
      return isGroup ? [...flat(value as Members, `${member}.`)] : [[member, value]];
    }),
  );
}
