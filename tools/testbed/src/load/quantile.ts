/** By the nearest rank; 0 where there are no values. @param share 0 to 1 */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? 0;
}
