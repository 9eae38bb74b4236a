import { isAscii } from 'node:buffer';
import { type FieldProblem, ValidationFailed } from '@furrow/kernel';
import { hasEndlessMarks } from './combining-marks.ts';
import { MAX_VALUES, refuseTooManyValues } from './json-amount.ts';
import { Problems } from '../errors/problems.ts';
import { MalformedJson } from '../errors/transport-errors.ts';

const MB = 1_048_576;
const MAX_DEPTH = 64;
/** Of one object. Copying and checking many more takes longer than other requests may wait. */
const MAX_MEMBERS = 10_000;
/**
 * The bytes that UTF-8 has beyond one per character: enough for more than a thousand records of Chinese text.
 * Normalizing as many combining marks as fit takes a tenth of a second.
 */
const MAX_BYTES_BEYOND_ASCII = 1.5 * MB;
/** Fewer problems are reported of one item of a bulk body than of a whole body. */
const MAX_ITEM_PROBLEMS = 10;
const DEPTH_OF_ITEM = 2;
/** The reported part of a path, because names of members may be as long as the body. */
const MAX_PATH = 500;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A JSON body, and which of its texts are not acceptable. Validation of the members reports both together. */
export interface ReceivedBody {
  readonly members: Record<string, unknown>;
  readonly problems: readonly FieldProblem[];
  /** The problems of items that are validated one by one, by their index; fields are relative to the item. */
  readonly problemsOfItems: ReadonlyMap<number, readonly FieldProblem[]>;
}

export const EMPTY_BODY: ReceivedBody = { members: {}, problems: [], problemsOfItems: new Map() };

/**
 * A JSON body in the form that the domain accepts: an object whose texts are in Unicode NFC. The search for problems
 * stops when as many are found as are reported; the body past that point must not be used, because it is refused.
 * @param list the member whose items are validated one by one, so that no item is refused for another one
 * @throws MalformedJson | ValidationFailed
 */
export function parseJsonBody(bytes: Uint8Array, list?: string): ReceivedBody {
  if (bytes.length > MB) refuseTooManyValues(bytes);
  const { body, isNormal } = parse(bytes);
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw ValidationFailed.of('body', 'must be a JSON object');
  const members = body as Record<string, unknown>;
  const { isDeep } = measured(body, bytes);
  return isNormal && !isDeep ? { ...EMPTY_BODY, members } : cleaned(members, list);
}

/**
 * Text without escapes is normalized as a whole. With escapes that would be wrong: `\n` before a tilde would become
 * `\ñ`.
 */
function parse(bytes: Uint8Array): { body: unknown; isNormal: boolean } {
  const text = decoded(bytes);
  if (bytes.length - text.length > MAX_BYTES_BEYOND_ASCII)
    throw ValidationFailed.of('body', 'must have at most 1.5 MB more bytes in UTF-8 than characters');
  const isPlain = isAscii(bytes);
  const isNormal = !text.includes('\\') && (isPlain || !hasEndlessMarks(text));
  try {
    return { body: JSON.parse(isNormal && !isPlain ? text.normalize('NFC') : text), isNormal };
  } catch {
    throw new MalformedJson();
  }
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new MalformedJson();
  }
}

/** @throws ValidationFailed if there are too many values or members, before they are examined one by one */
function measured(body: object, bytes: Uint8Array): { isDeep: boolean } {
  let values = 0;
  let isDeep = false;
  const look = (value: unknown, levels: number): void => {
    if (typeof value !== 'object' || value === null) return;
    if (levels < 0) {
      isDeep = true;
      return;
    }
    const inside = Array.isArray(value) ? (value as unknown[]) : Object.values(value);
    if (inside.length > MAX_MEMBERS && !Array.isArray(value))
      throw ValidationFailed.of('body', `must not have more than ${MAX_MEMBERS} members in an object`);
    values += inside.length;
    if (values > MAX_VALUES) refuseTooManyValues(bytes);
    for (const item of inside) look(item, levels - 1);
  };
  look(body, MAX_DEPTH);
  return { isDeep };
}

function cleaned(members: Record<string, unknown>, list: string | undefined): ReceivedBody {
  const cleaning = new Cleaning();
  const items = list === undefined ? undefined : members[list];
  if (list === undefined || !Array.isArray(items))
    return { ...EMPTY_BODY, members: cleaning.cleanMembers(members), problems: cleaning.found };
  const { [list]: _, ...others } = members;
  const body = cleaning.cleanMembers(others);
  const problemsOfItems = new Map<number, readonly FieldProblem[]>();
  body[list] = items.map((item, index) => {
    const ofItem = new Cleaning({ most: MAX_ITEM_PROBLEMS, depth: DEPTH_OF_ITEM });
    const clean = ofItem.clean(item);
    if (ofItem.found.length > 0) problemsOfItems.set(index, ofItem.found);
    return clean;
  });
  return { members: body, problems: cleaning.found, problemsOfItems };
}

/** Normalizes a body, and notes where that is impossible. */
class Cleaning {
  readonly #path: (string | number)[] = [];
  readonly #problems: Problems;
  readonly #depth: number;

  /** @param options `depth`: the depth of the value within the body */
  constructor({ most, depth = 0 }: { most?: number; depth?: number } = {}) {
    this.#problems = new Problems(most);
    this.#depth = depth;
  }

  get found(): readonly FieldProblem[] {
    return this.#problems.found;
  }

  /** Depth is bounded, because later code walks the body recursively. */
  clean(value: unknown): unknown {
    if (typeof value === 'string') return this.#problems.isFull ? value : this.#cleanText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (this.#depth + this.#path.length > MAX_DEPTH) {
      this.#refuse(`must not be nested deeper than ${MAX_DEPTH}`);
      return null;
    }
    if (this.#problems.isFull) return null;
    if (Array.isArray(value)) return value.map((item, index) => this.#cleanAt(index, item));
    return this.cleanMembers(value as Record<string, unknown>);
  }

  cleanMembers(members: Record<string, unknown>): Record<string, unknown> {
    const clean: [string, unknown][] = [];
    for (const [name, member] of Object.entries(members))
      clean.push([this.#cleanName(name), this.#cleanAt(name, member)]);
    return Object.fromEntries(clean);
  }

  #cleanName(name: string): string {
    this.#path.push(name);
    const clean = this.#cleanText(name);
    this.#path.pop();
    return clean;
  }

  #cleanAt(step: string | number, value: unknown): unknown {
    this.#path.push(step);
    const clean = this.clean(value);
    this.#path.pop();
    return clean;
  }

  #cleanText(text: string): string {
    const message = problemOf(text);
    if (message === undefined) return text.toWellFormed().normalize('NFC');
    this.#refuse(message);
    return text;
  }

  #refuse(message: string): void {
    if (!this.#problems.isFull) this.#problems.add(pathOf(this.#path), message);
  }
}

/** `bonus.steps[2].value` */
function pathOf(steps: readonly (string | number)[]): string {
  let path = '';
  for (const step of steps) {
    if (path.length > MAX_PATH) break;
    path += typeof step === 'number' ? `[${step}]` : `${path === '' ? '' : '.'}${step.slice(0, MAX_PATH)}`;
  }
  return path;
}

/** @throws ValidationFailed on U+0000, which PostgreSQL cannot store, and on text that takes too long to normalize */
export function cleanText(text: string, field: string): string {
  const message = problemOf(text);
  if (message !== undefined) throw ValidationFailed.of(field, message);
  return text.toWellFormed().normalize('NFC');
}

function problemOf(text: string): string | undefined {
  if (text.includes('\0')) return 'must not contain U+0000';
  if (hasEndlessMarks(text)) return 'must not have more than 30 combining marks in a row';
  return undefined;
}
