/** What must not be read in a log, in whatever text it stands, and what stands there instead. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  // A JWT of any issuer, IoT tokens included: its signature is what makes it one.
  [/\b(eyJ[\w-]+\.[\w-]+)\.[\w-]+/g, '$1.[removed]'],
  [/\b(fk_[0-9a-f]{20})\.[\w-]+/g, '$1.[removed]'],
  [/\b(Bearer|Basic)\s+(?!eyJ|fk_)[\w.~+/=-]+/gi, '$1 [removed]'],
  // The password in postgres://login:password@host and its like, which may hold all but what ends it.
  [/(\b[a-z][a-z+]+:\/\/[^\s:/@"]*):[^\s"]+@/gi, '$1:[removed]@'],
];

/** A line of the log without the secrets that found their way into a message, a stack or a statement. */
export function withoutSecrets(line: string): string {
  return SECRETS.reduce((text, [secret, instead]) => text.replace(secret, instead), line);
}
