/**
 * Adds an item, or makes a list of it alone: onto an empty list V8 would put it with room for sixteen more, which lists
 * that mostly stay at one never use.
 * @returns the list to go on with
 */
export function appended<T>(list: T[] | undefined, item: T): T[] {
  if (list === undefined || list.length === 0) return [item];
  list.push(item);
  return list;
}
