import { type FieldTranslation, type FormField, MAX_TRANSLATIONS } from './field.ts';
import { isLine } from './wording.ts';

const MAX_LABEL = 200;
/** A note may be a paragraph. */
const MAX_NOTE = 1_000;
const MAX_HINT = 500;
export const MAX_OPTION = 200;
/** The tag of a language, with its script and region where they matter (BCP 47). */
const LANGUAGE = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}|\d{3}))?$/u;

export const lineOf = (max: number): string =>
  `must have 1 to ${max.toLocaleString('en')} characters on one line`;

type Texts = Pick<FieldTranslation, 'label' | 'hint' | 'constraintMessage' | 'optionLabels'>;
type Wording = readonly [member: string, message: string];

/** What is wrong with the texts that people read of a field, in every language. */
export function* wordingProblems(field: FormField): Generator<Wording> {
  const { label } = field as { readonly label: unknown };
  if (label === undefined) yield ['label', lineOf(longestLabel(field))];
  yield* textProblems(field, field);
  const { constraint, translations = [] } = field;
  if (field.constraintMessage !== undefined && constraint === undefined)
    yield ['constraintMessage', 'applies only to a field with a constraint'];
  if (translations.length > MAX_TRANSLATIONS)
    yield ['translations', `must have at most ${MAX_TRANSLATIONS} items`];
  const languages = new Set<string>();
  for (const [index, translation] of translations.slice(0, MAX_TRANSLATIONS).entries()) {
    const path = `translations[${index}]`;
    if (!LANGUAGE.test(translation.language))
      yield [`${path}.language`, 'must be the tag of a language such as es or pt-BR'];
    if (languages.has(translation.language)) yield [`${path}.language`, 'occurs twice'];
    languages.add(translation.language);
    for (const [member, message] of textProblems(translation, field)) yield [`${path}.${member}`, message];
  }
}

function* textProblems(texts: Texts, field: FormField): Generator<Wording> {
  const { label, hint, constraintMessage, optionLabels } = texts;
  const longest = longestLabel(field);
  if (label !== undefined && !isLine(label, longest)) yield ['label', lineOf(longest)];
  if (hint !== undefined && !isLine(hint, MAX_HINT)) yield ['hint', lineOf(MAX_HINT)];
  if (constraintMessage !== undefined && field.constraint !== undefined && !isLine(constraintMessage, 500))
    yield ['constraintMessage', lineOf(500)];
  if (optionLabels === undefined) return;
  if (field.options === undefined) yield ['optionLabels', 'apply only to a field with options'];
  else if (optionLabels.length !== field.options.length)
    yield ['optionLabels', `must be ${field.options.length} texts, one for each option`];
  else if (!optionLabels.every((option) => isLine(option, MAX_OPTION)))
    yield ['optionLabels', 'must each have 1 to 200 characters on one line'];
}

const longestLabel = ({ type }: FormField): number => (type === 'note' ? MAX_NOTE : MAX_LABEL);
