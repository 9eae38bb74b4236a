/**
 * Text as people compare names: case and accents do not count, and white space is one blank.
 * Accents are those of Latin and Greek letters; the marks of other scripts make other letters and stay.
 */
export function folded(text: string): string {
  // Upper case first, so that ß meets SS and the two small sigmas meet each other.
  return withoutAccents(text.toUpperCase().toLowerCase().replaceAll('ς', 'σ'))
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
}

export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replace(/(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, '')
    .normalize('NFC');
}
