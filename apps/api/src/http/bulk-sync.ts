import { setImmediate } from 'node:timers/promises';
import { Problems, type ReceivedBody, shortened } from '@furrow/http';
import { type DomainError, type FieldProblem, ValidationFailed } from '@furrow/kernel';
import { statusOf } from '../errors/codes.ts';
import { anyItem } from './bodies/compiled-body.ts';
import { type BulkResult, MAX_BULK_ITEMS } from './bulk-schema.ts';

/** A kind of bulk sync: a list of bodies, each validated by itself. */
export interface BulkKind<Draft> {
  /** The member of the body with the list. */
  readonly list: string;
  /** The member of a result with the id of what was created. */
  readonly id: string;
  /** The maximum of items. */
  readonly most?: number;
  /** The fields of an item; messages that name them do not repeat text of the client. */
  readonly fields: ReadonlySet<string>;
  /** @throws ValidationFailed */
  readonly draftOf: (body: unknown, strict: boolean, problems?: readonly FieldProblem[]) => Draft;
}

/** The outcome of a draft. */
export type BulkOutcome =
  | { readonly kind: 'created' | 'repeated'; readonly id: string | undefined }
  | { readonly kind: 'refused'; readonly error: DomainError };

/** The maximum of the client's own text in the messages of a whole answer, in characters. */
const MAX_ECHO = 16_384;
const MAX_MESSAGE = 500;
/** Other requests are served between two slices of items, because a wrong item takes up to a tenth of a millisecond. */
const CHECKED_AT_ONCE = 100;

/**
 * Adds all well-formed items of a bulk body in one call, and answers for each what the single endpoint would.
 * @throws ValidationFailed if there are no items, or too many
 */
export async function syncInBulk<Draft extends object>(
  kind: BulkKind<Draft>,
  { members, problems, problemsOfItems }: ReceivedBody,
  strict: boolean,
  add: (drafts: readonly Draft[]) => Promise<readonly BulkOutcome[]>,
): Promise<{ results: BulkResult[]; summary: { created: number; repeated: number; failed: number } }> {
  const items = itemsOf(kind, members, strict, problems);
  const eventIds = items.map(eventIdOf);
  const parsed: (Draft | ValidationFailed)[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % CHECKED_AT_ONCE === 0) await setImmediate();
    parsed.push(draftOrRefusal(kind, item, strict, problemsOfItems.get(index)));
  }
  items.length = 0; // otherwise the body would stay in memory while PostgreSQL works, beside the drafts
  const outcomes = await add(parsed.filter((item): item is Draft => !(item instanceof ValidationFailed)));
  const messageOf = messages(kind.fields);
  const summary = { created: 0, repeated: 0, failed: 0 };
  let next = 0;
  const results = parsed.map((item, index): BulkResult => {
    const clientEventId = eventIds[index] ?? null;
    const outcome: BulkOutcome =
      item instanceof ValidationFailed ? { kind: 'refused', error: item } : (outcomes[next++] as BulkOutcome);
    summary[outcome.kind === 'refused' ? 'failed' : outcome.kind]++;
    if (outcome.kind !== 'refused')
      return {
        index,
        clientEventId,
        status: outcome.kind === 'created' ? 201 : 200,
        ...(outcome.id && { [kind.id]: outcome.id }),
      };
    const { error } = outcome;
    return {
      index,
      clientEventId,
      status: statusOf(error) ?? 500,
      code: error.code,
      message: messageOf(error),
    };
  });
  return { results, summary };
}

function itemsOf(
  { list, most = MAX_BULK_ITEMS }: Pick<BulkKind<unknown>, 'list' | 'most'>,
  { [list]: items, ...unknown }: Record<string, unknown>,
  strict: boolean,
  problems: readonly FieldProblem[],
): unknown[] {
  const found = new Problems();
  const isGood = Array.isArray(items) && items.length >= 1 && items.length <= most;
  if (!isGood) found.add(list, `must be a list of 1 to ${most} ${list}`);
  if (strict) for (const field of Object.keys(unknown)) found.add(field, 'is not accepted here');
  found.addAll(problems);
  if (!isGood || found.found.length > 0) throw new ValidationFailed(found.found);
  return items as unknown[];
}

function draftOrRefusal<Draft>(
  { draftOf }: BulkKind<Draft>,
  item: unknown,
  strict: boolean,
  problems: readonly FieldProblem[] | undefined,
): Draft | ValidationFailed {
  try {
    return draftOf(item, strict, problems);
  } catch (error) {
    if (error instanceof ValidationFailed) return error;
    throw error;
  }
}

/**
 * Writes the message of one item after the other; once they contain too much of the client's own text, only of our own
 * fields.
 */
function messages(ownFields: ReadonlySet<string>): (error: DomainError) => string {
  let echo = 0;
  return (error) => {
    if (!(error instanceof ValidationFailed)) return shortened(error.message, MAX_MESSAGE);
    const own = error.details.filter(({ field }) => field === '' || ownFields.has(anyItem(field)));
    const message = sentenceOf(error.details);
    if (own.length < error.details.length) echo += message.length;
    if (echo <= MAX_ECHO) return message;
    return own.length > 0 ? sentenceOf(own) : error.message;
  };
}

function sentenceOf(problems: readonly FieldProblem[]): string {
  const messages = problems.map(({ field, message }) => `${field} ${message}`.trim());
  return shortened(messages.join('; '), MAX_MESSAGE);
}

function eventIdOf(item: unknown): string | null {
  const { clientEventId } = (item ?? {}) as { clientEventId?: unknown };
  return typeof clientEventId === 'string' ? clientEventId.slice(0, 100) : null;
}
