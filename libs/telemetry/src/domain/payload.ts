import { type Problem, refuse } from './problem.ts';

/** The longest payload that is decoded, in bytes. */
export const MAX_PAYLOAD_BYTES = 1_048_576;
export const MAX_ITEMS = 1_000;
/** Items are flat; unknown members of newer devices may be nested up to this depth. */
const MAX_DEPTH = 16;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The items of a payload, one JSON object or an array of them in strict UTF-8, not validated; or what is wrong with the
 * whole payload. Never throws.
 */
export function itemsOf(
  payload: Uint8Array,
): { readonly items: readonly unknown[] } | { readonly problem: Problem } {
  if (payload.length > MAX_PAYLOAD_BYTES)
    return wrong('payload_too_large', `The payload is longer than ${MAX_PAYLOAD_BYTES} bytes.`);
  if (isTooDeep(payload))
    return wrong('payload_too_deep', `The payload is nested deeper than ${MAX_DEPTH} levels.`);
  let value: unknown;
  try {
    value = JSON.parse(utf8.decode(payload));
  } catch {
    return wrong('malformed_json', 'The payload is not valid JSON in UTF-8.');
  }
  if (!Array.isArray(value)) return { items: [value] };
  if (value.length > MAX_ITEMS)
    return wrong('too_many_items', `The payload has ${value.length} items; at most ${MAX_ITEMS} are taken.`);
  return { items: value as unknown[] };
}

function wrong(code: Problem['code'], message: string) {
  return { problem: { code, message } };
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
];

/** Counts only brackets outside of strings; parsing finds other errors. */
function isTooDeep(payload: Uint8Array): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < payload.length; i++) {
    const byte = payload[i];
    if (inString) {
      if (byte === BACKSLASH) i++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) return true;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
  }
  return false;
}

/** The members of an item by their names. @throws Wrong */
export function membersOf(item: unknown): Readonly<Record<string, unknown>> {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    refuse('validation_failed', 'must be an object');
  return item as Record<string, unknown>;
}
