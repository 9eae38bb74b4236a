/**
 * Numbers or ids as the text of a PostgreSQL array. The driver asks of each element what it is and quotes it, which
 * takes longer than all else a flush does in this process. Not for texts: nothing is escaped.
 */
export function arrayLiteral(values: readonly (number | string | null)[]): string {
  let literal = '{';
  for (let i = 0; i < values.length; i++) literal += (i === 0 ? '' : ',') + String(values[i] ?? 'NULL');
  return `${literal}}`;
}
