/** Exact in the database, a number in JSON. */
export function numberOf(decimal: string | null): number | null {
  return decimal === null ? null : Number(decimal);
}
