/** Text of 1 to `max` characters on one line, without blanks around it. */
export function isLine(text: unknown, max: number): text is string {
  return (
    typeof text === 'string' &&
    text !== '' &&
    text.trim() === text &&
    !/\p{Cc}/u.test(text) &&
    lengthOf(text) <= max
  );
}

/** In characters as people count them, or nearly: one emoji is one, not two. */
export function lengthOf(text: string): number {
  return [...text].length;
}
