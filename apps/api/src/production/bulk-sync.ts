import { Problems, type ReceivedBody, shortened } from '@furrow/http';
import { type DomainError, type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { AddOutcome } from '@furrow/production';
import type { RecordDraft } from '@furrow/production/domain';
import { statusOf } from '../errors/status-of-code.ts';
import { RECORD_BODY, recordDraftOf } from './record-body.ts';

export const MAX_BULK_RECORDS = 1_000;

export interface BulkResult {
  readonly index: number;
  readonly clientEventId: string | null;
  readonly status: number;
  readonly recordId?: string;
  readonly code?: string;
  readonly message?: string;
}

/** Of what a client invents no more than this is told in the messages of a whole answer, in characters. */
const MAX_ECHO = 16_384;
const MAX_MESSAGE = 500;
/** What a record is told by the names of its own members is no echo. */
const OWN = new Set(['', ...Object.keys(RECORD_BODY.properties)]);

/**
 * Adds all records of a bulk body that are well formed in one call, and tells of each what the single endpoint would.
 * @throws ValidationFailed when there are no records, or too many
 */
export async function syncInBulk(
  { members, problems, problemsOfItems }: ReceivedBody,
  strict: boolean,
  add: (drafts: readonly RecordDraft[]) => Promise<AddOutcome[]>,
): Promise<BulkResult[]> {
  const records = recordsOf(members, strict, problems);
  const parsed = records.map((record, index) => draftOrRefusal(record, strict, problemsOfItems.get(index)));
  const outcomes = await add(
    parsed.filter((item): item is RecordDraft => !(item instanceof ValidationFailed)),
  );
  const tell = messages();
  const refused = (index: number, clientEventId: string | null, error: DomainError): BulkResult => ({
    ...{ index, clientEventId, status: statusOf(error) ?? 500, code: error.code, message: tell(error) },
  });
  let next = 0;
  return parsed.map((item, index) => {
    const clientEventId = eventIdOf(records[index]);
    if (item instanceof ValidationFailed) return refused(index, clientEventId, item);
    const outcome = outcomes[next++] as AddOutcome;
    if (outcome.kind === 'refused') return refused(index, clientEventId, outcome.error);
    const status = outcome.kind === 'created' ? 201 : 200;
    return { index, clientEventId, status, recordId: outcome.record.state.recordId };
  });
}

function recordsOf(
  { records, ...unknown }: Record<string, unknown>,
  strict: boolean,
  problems: readonly FieldProblem[],
): unknown[] {
  const found = new Problems();
  const isGood = Array.isArray(records) && records.length >= 1 && records.length <= MAX_BULK_RECORDS;
  if (!isGood) found.add('records', `must be an array of 1 to ${MAX_BULK_RECORDS} records`);
  if (strict) for (const field of Object.keys(unknown)) found.add(field, 'is not known here');
  found.addAll(problems);
  if (!isGood || found.found.length > 0) throw new ValidationFailed(found.found);
  return records as unknown[];
}

function draftOrRefusal(
  record: unknown,
  strict: boolean,
  problems: readonly FieldProblem[] | undefined,
): RecordDraft | ValidationFailed {
  try {
    return recordDraftOf(record, strict, problems);
  } catch (error) {
    if (error instanceof ValidationFailed) return error;
    throw error;
  }
}

/** Tells of one record after the other; once too much of what the client invents has been told, of its own members alone. */
function messages(): (error: DomainError) => string {
  let echo = 0;
  return (error) => {
    if (!(error instanceof ValidationFailed)) return shortened(error.message, MAX_MESSAGE);
    const own = error.details.filter(({ field }) => OWN.has(field));
    const message = sentenceOf(error.details);
    if (own.length < error.details.length) echo += message.length;
    if (echo <= MAX_ECHO) return message;
    return own.length > 0 ? sentenceOf(own) : error.message;
  };
}

function sentenceOf(problems: readonly FieldProblem[]): string {
  const told = problems.map(({ field, message }) => `${field} ${message}`.trim());
  return shortened(told.join('; '), MAX_MESSAGE);
}

function eventIdOf(record: unknown): string | null {
  const { clientEventId } = (record ?? {}) as { clientEventId?: unknown };
  return typeof clientEventId === 'string' ? clientEventId.slice(0, 100) : null;
}
