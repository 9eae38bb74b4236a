/** Which of two texts comes first by its code units: the same on every machine, in every language. For `sort`. */
export function textOrder(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
