/** More than any script puts on one letter. */
const MAX_MARKS = 30;
/** Where combining marks begin in Unicode. */
const FIRST = 0x300;
const MARK = /\p{M}/u;

/**
 * Whether more than 30 combining marks follow each other. Normalization sorts them in time quadratic in their number:
 * 100,000 of them take ten seconds.
 */
export function hasEndlessMarks(text: string): boolean {
  // A run that is too long covers one of these positions, so that no others need to be checked.
  for (let at = MAX_MARKS; at < text.length; at += MAX_MARKS + 1) {
    if (!isMark(text, at)) continue;
    let [first, last] = [at, at];
    while (last - first < MAX_MARKS && isMark(text, first - 1)) first--;
    while (last - first < MAX_MARKS && isMark(text, last + 1)) last++;
    if (last - first >= MAX_MARKS) return true;
  }
  return false;
}

/** @param at the index of a UTF-16 code unit; each half of a surrogate pair counts */
function isMark(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (!(unit >= FIRST)) return false;
  const isSecondHalf = unit >= 0xdc00 && unit <= 0xdfff;
  const point = text.codePointAt(isSecondHalf ? at - 1 : at) ?? 0;
  // Half of a surrogate pair by itself is not a mark.
  if (isSecondHalf && point < 0x1_0000) return false;
  return MARK.test(String.fromCodePoint(point));
}
