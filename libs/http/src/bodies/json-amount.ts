import { ValidationFailed } from '@furrow/kernel';

/** Far more than any form, record or list of them has. */
export const MAX_VALUES = 100_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENS_LIST = 0x5b;
const OPENS_OBJECT = 0x7b;

export function tooManyValues(): ValidationFailed {
  return ValidationFailed.of('body', `must not have more than ${MAX_VALUES} values in all`);
}

/**
 * Whether JSON has more values than any body may have, counted by the bytes that open and separate them: 20 MB of empty
 * lists take a second to parse. Stops at the limit.
 */
export function hasTooManyValues(json: Uint8Array): boolean {
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength);
  // Usually there are few of these bytes even including those in strings, and counting them is as fast as reading
  // memory.
  const all = [COMMA, OPENS_LIST, OPENS_OBJECT].reduce((sum, byte) => sum + countOf(byte, bytes), 0);
  return all > MAX_VALUES && hasTooManyOutsideOfTexts(bytes);
}

function countOf(byte: number, bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(byte); at >= 0 && count <= MAX_VALUES; at = bytes.indexOf(byte, at + 1))
    count++;
  return count;
}

function hasTooManyOutsideOfTexts(bytes: Buffer): boolean {
  let values = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = endOfText(bytes, at + 1);
    else if ((byte === COMMA || byte === OPENS_LIST || byte === OPENS_OBJECT) && ++values > MAX_VALUES)
      return true;
  }
  return false;
}

/** The position of the quote that ends a string. */
function endOfText(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}
