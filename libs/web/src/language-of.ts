export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language in the address, else the one chosen here before, else the first of the browser's that is available. */
export function languageOf(search: string, kept: string | null, preferred: readonly string[]): Language {
  const asked = [new URLSearchParams(search).get('lang'), kept, ...preferred];
  const found = asked.map((tag) => LANGUAGES.find((one) => one === tag?.slice(0, 2).toLowerCase()));
  return found.find((language) => language !== undefined) ?? 'en';
}
