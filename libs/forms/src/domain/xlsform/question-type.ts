import type { FieldDeclaration } from '../field.ts';

/** What the type of a row means. */
export type QuestionType =
  | { readonly kind: 'begin'; readonly of: 'group' | 'repeat' }
  | { readonly kind: 'end'; readonly of: 'group' | 'repeat' }
  | {
      readonly kind: 'field';
      readonly is: Pick<FieldDeclaration, 'type' | 'decimals'>;
      readonly list?: string;
    }
  | { readonly kind: 'unsupported'; readonly reason: string };

const SIMPLE: ReadonlyMap<string, Pick<FieldDeclaration, 'type' | 'decimals'>> = new Map([
  ['text', { type: 'text' }],
  ['string', { type: 'text' }],
  ['integer', { type: 'number', decimals: 0 }],
  ['int', { type: 'number', decimals: 0 }],
  ['decimal', { type: 'number' }],
  ['date', { type: 'date' }],
  ['time', { type: 'time' }],
  ['datetime', { type: 'datetime' }],
  ['date time', { type: 'datetime' }],
  ['geopoint', { type: 'geopoint' }],
  ['gps', { type: 'geopoint' }],
  ['location', { type: 'geopoint' }],
  ['image', { type: 'photo' }],
  ['photo', { type: 'photo' }],
  ['picture', { type: 'photo' }],
  ['audio', { type: 'audio' }],
  ['barcode', { type: 'barcode' }],
  ['note', { type: 'note' }],
] as const);
const SELECTS: readonly (readonly [pattern: RegExp, type: 'select' | 'multiselect'])[] = [
  [/^select(?:[ _]one|1)(?: from)? (?<list>\S+)$/iu, 'select'],
  [/^select(?:[ _]multiple|[ _]all[ _]that[ _]apply)(?: from)? (?<list>\S+)$/iu, 'multiselect'],
];

/** The words of the first version of XLSForm: `add select one prompt using yes_no`. */
const OLD_WORDS = /^add (?<type>.+) prompt(?: using)?(?<rest>(?: .*)?)$/iu;

/** @param appearance an image that is drawn as a signature is one */
export function questionTypeOf(written: string, appearance: string): QuestionType {
  const text = written.replace(OLD_WORDS, '$<type>$<rest>');
  const block = /^(begin|end)[ _](group|repeat)$/iu.exec(text);
  if (block) {
    const of = block[2]?.toLowerCase() === 'group' ? 'group' : 'repeat';
    return block[1]?.toLowerCase() === 'begin' ? { kind: 'begin', of } : { kind: 'end', of };
  }
  const simple = SIMPLE.get(text.toLowerCase());
  if (simple?.type === 'photo' && /\bsignature\b/iu.test(appearance))
    return { kind: 'field', is: { type: 'signature' } };
  if (simple !== undefined) return { kind: 'field', is: simple };
  if (/ or[ _](?:other|specify[ _]other)$/iu.test(text))
    return {
      kind: 'unsupported',
      reason: 'offers another answer than the choices: ask for it in a text field',
    };
  for (const [pattern, type] of SELECTS) {
    const list = pattern.exec(text)?.groups?.['list'];
    if (list !== undefined) return { kind: 'field', is: { type }, list };
  }
  return { kind: 'unsupported', reason: `is of the type "${text}", which has no counterpart in a form` };
}
