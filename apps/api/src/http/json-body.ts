import { ValidationFailed } from '@furrow/kernel';
import { MalformedJson } from '../errors/refusals.ts';

const MAX_DEPTH = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * A JSON body as the domain may see it: an object, its texts in Unicode NFC and free of U+0000.
 * @throws MalformedJson | ValidationFailed
 */
export function parseJsonBody(bytes: Uint8Array): Record<string, unknown> {
  const { body, hasEscapes } = parse(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw ValidationFailed.of('', 'the body must be a JSON object');
  // Texts written plainly were normalised with the whole; only escapes can still bring in anything else.
  return (hasEscapes ? cleaned(body, '', 0) : body) as Record<string, unknown>;
}

function parse(bytes: Uint8Array): { body: unknown; hasEscapes: boolean } {
  try {
    const text = utf8.decode(bytes).normalize('NFC');
    return { body: JSON.parse(text), hasEscapes: text.includes('\\u') };
  } catch {
    throw new MalformedJson();
  }
}

function cleaned(value: unknown, path: string, depth: number): unknown {
  if (typeof value === 'string') return cleanText(value, path);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) throw ValidationFailed.of(path, `must not be nested deeper than ${MAX_DEPTH}`);
  if (Array.isArray(value)) return value.map((item, index) => cleaned(item, `${path}[${index}]`, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = cleanText(key, path);
      return [name, cleaned(item, path === '' ? name : `${path}.${name}`, depth + 1)];
    }),
  );
}

/** @throws ValidationFailed on U+0000, which PostgreSQL cannot keep */
export function cleanText(text: string, field: string): string {
  if (text.includes('\0')) throw ValidationFailed.of(field.replaceAll('\0', '�'), 'must not contain U+0000');
  return text.toWellFormed().normalize('NFC');
}
