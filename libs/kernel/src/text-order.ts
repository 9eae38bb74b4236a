/** Compares two texts by code units, which is the same on every machine and in every language. For `sort`. */
export function textOrder(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
