// Makes long-lived or numerous objects take no more memory than necessary.

/** A view would retain all of the memory of its buffer, and a pooled copy its whole pool. */
export function ownCopy(bytes: Buffer): Buffer<ArrayBuffer> {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/**
 * Adds an item, or makes a list with it: V8 grows an empty list to room for seventeen, which lists that mostly have one
 * item never use.
 * @returns the list
 */
export function appended<T>(list: T[] | undefined, item: T): T[] {
  if (list === undefined || list.length === 0) return [item];
  list.push(item);
  return list;
}
