/**
 * Normalizes text for comparing names: case and accents are ignored, and white space becomes one blank. Accents are
 * those of Latin and Greek letters; the marks of other scripts make other letters and stay.
 */
export function folded(text: string): string {
  // Upper case first, so that ß equals SS and the two small sigmas are equal.
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
