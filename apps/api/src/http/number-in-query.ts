/**
 * A finite number as programs print it, `21.11111111111111` and `1e-7` included. `Number` would also accept `0x9`, ` 7 `
 * and an empty text. A plus sign at the start is refused, because in a query it means a space unless it is encoded.
 */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const DECIMAL_COMMA = /^-?\d+,\d+$/;

/** The number in a parameter of a query; the value as it is if it is not written as one. */
export function numberIn(value: unknown): unknown {
  return typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
}

/** Why the value of `numberIn` is not a number in this range, without the name of its parameter. */
export function problemOfNumber(value: unknown, min: number, max: number): string | undefined {
  if (typeof value === 'number')
    return value >= min && value <= max ? undefined : `must be from ${min} to ${max}`;
  if (Array.isArray(value)) return 'must be given once';
  if (typeof value === 'string' && DECIMAL_COMMA.test(value))
    return `must have a decimal point instead of a comma, such as ${value.replace(',', '.')}`;
  return `must be a number from ${min} to ${max}, written such as 0.5, -3 or 1e-7`;
}
