import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import { MalformedJson } from './refusals.ts';

const MAX_DEPTH = 64;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A JSON body, and which of its texts the domain must not see. Whoever validates the members tells of both at once. */
export interface ReceivedBody {
  readonly members: Record<string, unknown>;
  readonly problems: readonly FieldProblem[];
}

/**
 * A JSON body as the domain may see it: an object, its texts in Unicode NFC.
 * @throws MalformedJson | ValidationFailed
 */
export function parseJsonBody(bytes: Uint8Array): ReceivedBody {
  const { body, isNormal } = parse(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw ValidationFailed.of('body', 'must be a JSON object');
  const problems: FieldProblem[] = [];
  const isClean = isNormal && !isDeeperThan(MAX_DEPTH, body);
  const members = (isClean ? body : cleaned(body, '', 0, problems)) as Record<string, unknown>;
  return { members, problems };
}

/** Text without escapes is normalised whole. With them it cannot be: `\n` before a tilde would become `\ñ`. */
function parse(bytes: Uint8Array): { body: unknown; isNormal: boolean } {
  try {
    const text = utf8.decode(bytes);
    const isNormal = !text.includes('\\');
    return { body: JSON.parse(isNormal ? text.normalize('NFC') : text), isNormal };
  } catch {
    throw new MalformedJson();
  }
}

function isDeeperThan(levels: number, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels < 0 || Object.values(value).some((item) => isDeeperThan(levels - 1, item));
}

/** Depth is bounded, for what comes after this walks a body by recursion. */
function cleaned(value: unknown, path: string, depth: number, problems: FieldProblem[]): unknown {
  if (typeof value === 'string') return cleanedText(value, path, problems);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) {
    problems.push({ field: path, message: `must not be nested deeper than ${MAX_DEPTH}` });
    return null;
  }
  if (Array.isArray(value))
    return value.map((item, index) => cleaned(item, `${path}[${index}]`, depth + 1, problems));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const below = path === '' ? key : `${path}.${key}`;
      return [cleanedText(key, below, problems), cleaned(item, below, depth + 1, problems)];
    }),
  );
}

function cleanedText(text: string, field: string, problems: FieldProblem[]): string {
  if (text.includes('\0')) problems.push(nulIn(field));
  return text.toWellFormed().normalize('NFC');
}

/** @throws ValidationFailed on U+0000, which PostgreSQL cannot keep */
export function cleanText(text: string, field: string): string {
  if (text.includes('\0')) throw new ValidationFailed([nulIn(field)]);
  return text.toWellFormed().normalize('NFC');
}

function nulIn(field: string): FieldProblem {
  return { field: field.replaceAll('\0', '\ufffd').toWellFormed(), message: 'must not contain U+0000' };
}
