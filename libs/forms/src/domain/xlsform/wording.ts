import { MAX_TRANSLATIONS, type TranslationDeclaration } from '../field.ts';
import { languageTag } from './language.ts';
import type { FoundProblems } from './problem.ts';
import type { Heading, SheetRow } from './sheet.ts';

/** The columns whose texts people read. */
const READ_BY_PEOPLE: ReadonlySet<string> = new Set(['label', 'hint', 'constraint_message']);

/** A text in the form's own language, and in others by their tags. */
export interface Wording {
  readonly own: string | undefined;
  readonly others: ReadonlyMap<string, string>;
}

/** Which languages a workbook has, and which of them is the form's own. */
export class Languages {
  readonly #tags = new Map<string, string>();
  readonly #own: string | undefined;

  /** @param named what the settings call the form's language; empty where they do not say */
  constructor(
    sheets: readonly { readonly name: string; readonly headings: readonly Heading[] }[],
    named: string,
    private readonly problems: FoundProblems,
  ) {
    for (const { name: sheet, headings } of sheets)
      for (const { language, name, written } of headings) {
        if (language === undefined || !READ_BY_PEOPLE.has(name)) continue;
        const tag = languageTag(language);
        const reason = this.#problemOf(tag, `${name}::${language}`);
        if (reason !== undefined) problems.add({ sheet, row: 1, column: written, reason });
        else if (tag !== undefined) this.#tags.set(language, tag);
      }
    const isPlain = sheets.some(({ headings }) =>
      headings.some(({ name, language }) => name === 'label' && language === undefined),
    );
    const first = isPlain ? undefined : [...this.#tags.values()][0];
    this.#own = (named === '' ? undefined : languageTag(named)) ?? first;
  }

  #problemOf(tag: string | undefined, heading: string): string | undefined {
    if (tag === undefined) return `names a language without its tag, as in "${heading} (es)"`;
    const tags = new Set(this.#tags.values());
    return !tags.has(tag) && tags.size > MAX_TRANSLATIONS
      ? `is beyond the ${MAX_TRANSLATIONS + 1} languages that a form may have`
      : undefined;
  }

  /** What a row says in a column of all languages. */
  wordingOf(row: SheetRow, column: string): Wording {
    const others = new Map<string, string>();
    let own: string | undefined;
    for (const { heading, text } of row.cellsOf(column)) {
      this.#refuseReferences(row, heading, text);
      const tag = heading.language === undefined ? undefined : this.#tags.get(heading.language);
      if (heading.language === undefined) own = text;
      else if (tag !== undefined && tag !== this.#own) others.set(tag, text);
      else if (tag !== undefined) own ??= text;
    }
    return { own: own ?? [...others.values()][0], others };
  }

  #refuseReferences(row: SheetRow, heading: Heading, text: string): void {
    if (!/\$\{[^}]*\}/u.test(text)) return;
    const reason = 'shows the value of another field: a form shows the same text always';
    this.problems.add({ sheet: row.sheet, row: row.number, column: heading.written, reason });
  }
}

/** The texts of a field in each of the other languages. */
export function translationsOf(
  texts: {
    readonly label: Wording;
    readonly hint: Wording;
    readonly constraintMessage: Wording;
  },
  options: readonly { readonly label: Wording }[] | undefined,
): TranslationDeclaration[] {
  const wordings = [...Object.values(texts), ...(options ?? []).map(({ label }) => label)];
  const languages = new Set(wordings.flatMap(({ others }) => [...others.keys()]));
  return [...languages].map((language) => {
    const isTranslated = options?.some(({ label }) => label.others.has(language)) ?? false;
    return {
      language,
      label: texts.label.others.get(language),
      hint: texts.hint.others.get(language),
      constraintMessage: texts.constraintMessage.others.get(language),
      optionLabels: isTranslated
        ? options?.map(({ label }) => label.others.get(language) ?? label.own ?? '')
        : undefined,
    };
  });
}
