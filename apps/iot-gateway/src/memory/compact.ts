// What is kept for long, or by many, takes up no more than it has to.

/** A view would keep all of the memory that the bytes came in, and a pooled copy all of its pool. */
export function ownCopy(bytes: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

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
