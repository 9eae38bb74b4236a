/** The maximum of one bulk call. */
export const MAX_RECORDS = 1_000;
export const MAX_BYTES = 5_000_000;

const ENVELOPE = '{"records":[]}'.length;

/** Splits records into calls, in order. A record that is too large for any call makes a call of its own. */
export function* batchesOf<T>(
  items: readonly T[],
  bodyOf: (item: T) => object,
): Generator<T[], void, undefined> {
  let batch: T[] = [];
  let bytes = ENVELOPE;
  for (const item of items) {
    const size = utf8Length(JSON.stringify(bodyOf(item))) + 1;
    if (batch.length > 0 && (batch.length === MAX_RECORDS || bytes + size > MAX_BYTES)) {
      yield batch;
      batch = [];
      bytes = ENVELOPE;
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Without TextEncoder, which some phones lack. */
function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit <= 0x7f) continue;
    const isHalfOfPair = unit >= 0xd800 && unit <= 0xdfff; // two units, four bytes
    length += unit <= 0x7ff || isHalfOfPair ? 1 : 2;
  }
  return length;
}
