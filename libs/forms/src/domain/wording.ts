/** Text of 1 to `max` characters on one line, without surrounding white space. */
export function isLine(text: unknown, max: number): text is string {
  return (
    typeof text === 'string' &&
    text !== '' &&
    text.trim() === text &&
    !/\p{Cc}/u.test(text) &&
    lengthOf(text) <= max
  );
}

/** The length in code points, close to what people count: an emoji is one, not two. */
export function lengthOf(text: string): number {
  return [...text].length;
}
