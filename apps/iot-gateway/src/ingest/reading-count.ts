const OPEN_BRACE = 0x7b;

/** An estimate of the readings of a payload: items are flat objects. */
export function countOf(payload: Uint8Array): number {
  let count = 0;
  for (let at = payload.indexOf(OPEN_BRACE); at >= 0; at = payload.indexOf(OPEN_BRACE, at + 1)) count++;
  return Math.min(Math.max(count, 1), 1_000);
}
