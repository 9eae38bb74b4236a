/** Where a decoded payload has a number. */
export interface DecodedPath {
  readonly steps: readonly (string | number)[];
  /** Converts the unit; a number that is written as text counts as a number then. Null: the number as it is. */
  readonly factor: number | null;
}

const MAX_LENGTH = 200;
/** A name, and after it any indexes of lists. */
const PART = /^([^[\]]+)((?:\[\d{1,4}\])*)$/;
const NUMBER = /^-?\d{1,15}(?:\.\d{1,15})?(?:e[+-]?\d{1,2})?$/i;
/** Names of what every object has, which no decoder means. */
const OF_OBJECTS: ReadonlySet<string> = new Set(['__proto__', 'prototype', 'constructor']);

/** Undefined if it is no path. */
export function pathOf(written: string): DecodedPath | undefined {
  const [path = '', factor, ...more] = written.split('*');
  if (written.length > MAX_LENGTH || more.length > 0) return undefined;
  if (factor !== undefined && !NUMBER.test(factor.trim())) return undefined;
  const parts = path.split('.').map(stepsOf);
  if (!parts.every((part) => part !== undefined)) return undefined;
  return { steps: parts.flat(), factor: factor === undefined ? null : Number(factor) };
}

function stepsOf(part: string): (string | number)[] | undefined {
  const [, name, indexes = ''] = PART.exec(part.trim()) ?? [];
  if (name === undefined || OF_OBJECTS.has(name)) return undefined;
  return [name, ...[...indexes.matchAll(/\d+/g)].map(([index]) => Number(index))];
}

/** The value at a path: undefined where the payload itself has none; what objects inherit is not part of it. */
export function valueAt(decoded: unknown, { steps, factor }: DecodedPath): unknown {
  let value = decoded;
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[step];
  }
  return factor === null ? value : converted(value, factor);
}

function converted(value: unknown, factor: number): unknown {
  const number = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number') return number;
  // Without the last digits, which are the error of multiplying binary fractions: 412 µS/cm are 0.412 dS/m.
  return Number((number * factor).toPrecision(12));
}
