import { ValidationFailed } from '@furrow/kernel';

export const MAX_BADGE_CODE = 64;
/** What a badge code looks like, for JSON Schema as well: printable ASCII without spaces at its ends. */
export const BADGE_CODE_PATTERN = '^[!-~]([ -~]*[!-~])?$';
export const BADGE_CODE_ACCEPTED = `must be 1 to ${MAX_BADGE_CODE} printable ASCII characters, without spaces at its ends`;

const CODE = new RegExp(BADGE_CODE_PATTERN);

export const isBadgeCode = (code: string): boolean => code.length <= MAX_BADGE_CODE && CODE.test(code);

/** @throws ValidationFailed */
export function checkBadgeCode(code: string): void {
  if (!isBadgeCode(code)) throw ValidationFailed.of('code', BADGE_CODE_ACCEPTED);
}

/** Crockford's base 32: digits and capitals without I, L, O and U, which look like others. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The modulus of Crockford's check symbol. */
const MODULUS = 37;
const RANDOM_CHARACTERS = 7;

/**
 * A new random code: seven characters of Crockford's base 32, and as the eighth their check character, which tells every
 * wrong character and every two that are swapped. Codes whose check symbol is none of the 32 characters are not given.
 */
export function newBadgeCode(): string {
  for (;;) {
    const random = crypto.getRandomValues(new Uint8Array(RANDOM_CHARACTERS));
    const text = Array.from(random, (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
    const check = ALPHABET.charAt(remainderOf(text));
    if (check !== '') return text + check;
  }
}

/** Whether the last character is the check character of those before it. */
export function hasCheckCharacter(code: string): boolean {
  const text = code.slice(0, -1);
  return [...text].every((each) => ALPHABET.includes(each)) && code.at(-1) === ALPHABET[remainderOf(text)];
}

const remainderOf = (text: string): number =>
  [...text].reduce((rest, each) => (rest * ALPHABET.length + ALPHABET.indexOf(each)) % MODULUS, 0);
