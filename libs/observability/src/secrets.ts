const REMOVED = '[removed]';
/** Texts and words of a log line are separated by white space or quotes. */
const WORD = /[^\s"]+/g;
/** The characters of tokens, including dots. */
const DOTTED = /[\w.-]+/g;
/** Every JWT begins like this, because its first part is the JSON of an object. */
const BEGINS_JWT = /\beyJ[\w-]/;
const KEY = /\b(fk_[0-9a-f]{20})\.[\w-]+/g;
const CREDENTIAL = /\b(Bearer|Basic)\s+(?!eyJ|fk_)[\w.~+/=-]+/gi;
/** The path of a page whose address is its credential. */
const PAGE = /\/my\/[\w-]+/g;
/** The part of `postgres://login:password@host` and similar URLs between scheme and password. */
const LOGIN = /:\/\/(?<=\b[a-z][a-z+]+:\/\/)[^:/@]*:/i;

/**
 * A log line without the secrets that got into a message, a stack or a statement. The line may be hostile: each
 * expression consumes what it inspects, and never backtracks.
 */
export function withoutSecrets(line: string): string {
  return line
    .replace(DOTTED, withoutSignatures)
    .replace(PAGE, `/my/${REMOVED}`)
    .replace(KEY, `$1.${REMOVED}`)
    .replace(CREDENTIAL, `$1 ${REMOVED}`)
    .replace(WORD, withoutPassword);
}

/** `header.payload.signature` without the signature, which makes it useless. */
function withoutSignatures(dotted: string): string {
  if (!dotted.includes('eyJ')) return dotted;
  const parts = dotted.split('.');
  for (let i = 0; i + 2 < parts.length; i++) {
    const [header = '', payload, signature] = parts.slice(i, i + 3);
    if (payload === '' || signature === '' || !BEGINS_JWT.test(header)) continue;
    parts[i + 2] = REMOVED;
    i += 2;
  }
  return parts.join('.');
}

/** A password may contain anything but white space and quotes: it ends at the last `@` of its word. */
function withoutPassword(word: string): string {
  const end = word.lastIndexOf('@');
  const login = end < 0 ? null : LOGIN.exec(word);
  if (login === null) return word;
  const start = login.index + login[0].length;
  return start < end ? word.slice(0, start) + REMOVED + word.slice(end) : word;
}
