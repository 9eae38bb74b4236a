import { ValidationFailed } from '@furrow/kernel';

/** Far more than any form, record or list of them has. */
export const MAX_VALUES = 100_000;

/** The bytes of a name that a refusal tells. */
const MAX_NAME = 500;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENS_LIST = 0x5b;
const CLOSES_LIST = 0x5d;
const OPENS_OBJECT = 0x7b;
const CLOSES_OBJECT = 0x7d;

/**
 * Refuses JSON with more values than any body may have, counted by the bytes that open and separate them: 20 MB of empty
 * lists take a second to parse. Stops at the limit.
 * @throws ValidationFailed naming the member with most of the values up to the limit, if there is one
 */
export function refuseTooManyValues(json: Uint8Array): void {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  // Usually there are few of these bytes even including those in strings, and counting them is as fast as reading
  // memory.
  const all = [COMMA, OPENS_LIST, OPENS_OBJECT].reduce((sum, byte) => sum + countOf(byte, bytes), 0);
  const member = all > MAX_VALUES ? memberWithTooMany(bytes) : undefined;
  if (member !== undefined)
    throw ValidationFailed.of(member, `has too many values: the whole body may have at most ${MAX_VALUES}`);
}

function countOf(byte: number, bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at >= 0 && count <= MAX_VALUES; at = bytes.indexOf(byte, at + 1))
    count++;
  return count;
}

/** If there are too many values outside of texts: the member with most of them, or `body`. */
function memberWithTooMany(bytes: Buffer): string | undefined {
  let [values, depth] = [0, 0];
  let [nameBegins, nameEnds, valuesBefore] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const begins = at + 1;
      at = endOfText(bytes, begins);
      if (depth === 1) [nameBegins, nameEnds, valuesBefore] = [begins, at, values];
    } else if (byte === CLOSES_LIST || byte === CLOSES_OBJECT) depth--;
    else if (byte === COMMA || byte === OPENS_LIST || byte === OPENS_OBJECT) {
      if (byte !== COMMA) depth++;
      if (++values <= MAX_VALUES) continue;
      const isMost = nameEnds > 0 && values - valuesBefore > MAX_VALUES / 2;
      return isMost ? bytes.toString('utf8', nameBegins, Math.min(nameEnds, nameBegins + MAX_NAME)) : 'body';
    }
  }
  return undefined;
}

/** The position of the quote that ends a string. */
function endOfText(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
