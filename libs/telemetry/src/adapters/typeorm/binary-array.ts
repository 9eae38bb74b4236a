// Arrays in PostgreSQL's binary format (array_recv in its arrayfuncs.c): dimensions, then each element after its
// length. As text, both sides would format and parse every number and id, which is half of a flush's work in this
// process.

/** Types of elements by their object ids (pg_type.dat). */
const [FLOAT8, TEXT, UUID] = [701, 25, 2950];
const HEAD_BYTES = 20;
const LENGTH_BYTES = 4;
const FLOAT8_BYTES = 8;
const UUID_BYTES = 16;
const NULL_LENGTH = -1;
/** The maximum number of UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_A_UNIT = 3;
/** The positions of each byte's two digits in the text of a UUID. */
const UUID_DIGITS = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34] as const;

/** `float8[]` */
export function float8s(values: readonly (number | null)[]): Buffer {
  const array = arrayOf(FLOAT8, values, values.length * FLOAT8_BYTES);
  let at = HEAD_BYTES;
  // By index, because an iterator makes an object of each number.
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number | null;
    at = array.writeInt32BE(value === null ? NULL_LENGTH : FLOAT8_BYTES, at);
    if (value !== null) at = array.writeDoubleBE(value, at);
  }
  return array.subarray(0, at);
}

/** `uuid[]` of ids as PostgreSQL writes them; equal ids often follow each other. */
export function uuids(values: readonly (string | null)[]): Buffer {
  const array = arrayOf(UUID, values, values.length * UUID_BYTES);
  let at = HEAD_BYTES;
  let last = '';
  let lastAt = 0;
  for (const value of values) {
    at = array.writeInt32BE(value === null ? NULL_LENGTH : UUID_BYTES, at);
    if (value === null) continue;
    if (value === last) array.copyWithin(at, lastAt, lastAt + UUID_BYTES);
    else writeUuid(array, value, at);
    last = value;
    lastAt = at;
    at += UUID_BYTES;
  }
  return array.subarray(0, at);
}

function writeUuid(array: Buffer, value: string, from: number): void {
  let at = from;
  for (const digits of UUID_DIGITS)
    array[at++] = (hexDigit(value.charCodeAt(digits)) << 4) | hexDigit(value.charCodeAt(digits + 1));
}

/** `text[]` */
export function texts(values: readonly string[]): Buffer {
  const array = arrayOf(
    TEXT,
    values,
    values.reduce((sum, { length }) => sum + length * MAX_BYTES_A_UNIT, 0),
  );
  let at = HEAD_BYTES;
  for (const value of values) {
    const length = array.write(value, at + LENGTH_BYTES);
    at = array.writeInt32BE(length, at) + length;
  }
  return array.subarray(0, at);
}

/** With room for elements of so many bytes, and its header: one dimension, counted from 1. */
function arrayOf(type: number, values: readonly unknown[], bytes: number): Buffer {
  const array = Buffer.allocUnsafe(HEAD_BYTES + values.length * LENGTH_BYTES + bytes);
  array.writeInt32BE(1, 0);
  array.writeInt32BE(values.includes(null) ? 1 : 0, 4);
  array.writeInt32BE(type, 8);
  array.writeInt32BE(values.length, 12);
  array.writeInt32BE(1, 16);
  return array;
}

/** The value of a digit 0–9 or a–f by its character code. */
function hexDigit(code: number): number {
  return code < 0x3a ? code - 0x30 : code - 0x57;
}
