const REMOVED = '[removed]';
/** A text of a log begins and ends, as does a word in it, at white space or a quote. */
const WORD = /[^\s"]+/g;
/** What tokens are made of, their dots included. */
const DOTTED = /[\w.-]+/g;
/** A JWT of any issuer begins so, as its first part is the JSON of an object. */
const BEGINS_JWT = /\beyJ[\w-]/;
const KEY = /\b(fk_[0-9a-f]{20})\.[\w-]+/g;
const CREDENTIAL = /\b(Bearer|Basic)\s+(?!eyJ|fk_)[\w.~+/=-]+/gi;
/** In `postgres://login:password@host` and its like what follows the scheme, up to the password. */
const LOGIN = /:\/\/(?<=\b[a-z][a-z+]+:\/\/)[^:/@]*:/i;

/**
 * A line of the log without the secrets that found their way into a message, a stack or a statement. What stands in it may
 * be a stranger's: each expression takes what it looks at in one go, and never goes back to try it from another place.
 */
export function withoutSecrets(line: string): string {
  return line
    .replace(DOTTED, withoutSignatures)
    .replace(KEY, `$1.${REMOVED}`)
    .replace(CREDENTIAL, `$1 ${REMOVED}`)
    .replace(WORD, withoutPassword);
}

/** `header.payload.signature` without the last, which is what makes it a JWT. */
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

/** A password may hold all but white space and quotes: it ends at the last `@` of its word. */
function withoutPassword(word: string): string {
  const end = word.lastIndexOf('@');
  const login = end < 0 ? null : LOGIN.exec(word);
  if (login === null) return word;
  const start = login.index + login[0].length;
  return start < end ? word.slice(0, start) + REMOVED + word.slice(end) : word;
}
