/** Languages whose own names people write into headings. */
const WRITTEN_IN_THEMSELVES = [
  'ar',
  'bn',
  'de',
  'es',
  'fr',
  'hi',
  'id',
  'it',
  'ne',
  'nl',
  'pt',
  'ru',
  'sw',
  'tr',
  'vi',
  'zh',
];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

let tagsByName: ReadonlyMap<string, string> | undefined;

/**
 * The tag of a language as XLSForms name it: `English (en)`, `en`, or by its name alone.
 * @returns undefined for a name that is not known
 */
export function languageTag(named: string): string | undefined {
  const tag = /\(([a-z]{2,3}(?:-[a-z\d]{2,8})*)\)\s*$/iu.exec(named)?.[1] ?? named.trim();
  const known = (tagsByName ??= languageNames()).get(tag.toLowerCase());
  if (known !== undefined) return known;
  if (!/^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/iu.test(tag)) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** The tags of all languages with two letters, by their names in English and some of them in themselves. */
function languageNames(): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const addIn = (shown: Intl.DisplayNames, tag: string) => {
    const name = shown.of(tag);
    if (name !== undefined) names.set(name.toLowerCase(), tag);
  };
  const options = { type: 'language', fallback: 'none' } as const;
  const english = new Intl.DisplayNames('en', options);
  for (const first of LETTERS) for (const second of LETTERS) addIn(english, first + second);
  for (const tag of WRITTEN_IN_THEMSELVES) addIn(new Intl.DisplayNames(tag, options), tag);
  return names;
}
