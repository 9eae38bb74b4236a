import type { ReceivedBody } from '@furrow/http';
import { type DomainError, type FieldProblem, ValidationFailed } from '@furrow/kernel';
import type { AddOutcome } from '@furrow/production';
import type { RecordDraft } from '@furrow/production/domain';
import { statusOf } from '../errors/status-of-code.ts';
import { recordDraftOf } from './record-body.ts';

export const MAX_BULK_RECORDS = 1_000;

export interface BulkResult {
  readonly index: number;
  readonly clientEventId: string | null;
  readonly status: number;
  readonly recordId?: string;
  readonly code?: string;
  readonly message?: string;
}

/**
 * Adds all records of a bulk body that are well formed in one call, and tells of each what the single endpoint would.
 * @throws ValidationFailed when there are no records, or too many
 */
export async function syncInBulk(
  received: ReceivedBody,
  strict: boolean,
  add: (drafts: readonly RecordDraft[]) => Promise<AddOutcome[]>,
): Promise<BulkResult[]> {
  const { ofBody, ofRecords } = problemsByRecord(received.problems);
  const records = recordsOf(received.members, strict, ofBody);
  const parsed = records.map((record, index) => draftOrRefusal(record, strict, ofRecords.get(index)));
  const outcomes = await add(
    parsed.filter((item): item is RecordDraft => !(item instanceof ValidationFailed)),
  );
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

function recordsOf(members: Record<string, unknown>, strict: boolean, problems: FieldProblem[]): unknown[] {
  const { records, ...unknown } = members;
  const isGood = Array.isArray(records) && records.length >= 1 && records.length <= MAX_BULK_RECORDS;
  if (!isGood)
    problems.push({ field: 'records', message: `must be an array of 1 to ${MAX_BULK_RECORDS} records` });
  if (strict)
    for (const field of Object.keys(unknown)) problems.push({ field, message: 'is not known here' });
  if (problems.length > 0) throw new ValidationFailed(problems);
  return records as unknown[];
}

/** A text that cannot be kept is its record's problem, and not that of the others in the call. */
function problemsByRecord(problems: readonly FieldProblem[]) {
  const ofBody: FieldProblem[] = [];
  const ofRecords = new Map<number, FieldProblem[]>();
  for (const problem of problems) {
    const [, index, field = ''] = /^records\[(\d+)\]\.?(.*)$/s.exec(problem.field) ?? [];
    if (index === undefined) ofBody.push(problem);
    else ofRecords.set(Number(index), [...(ofRecords.get(Number(index)) ?? []), { ...problem, field }]);
  }
  return { ofBody, ofRecords };
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

function refused(index: number, clientEventId: string | null, error: DomainError): BulkResult {
  const wrong = error instanceof ValidationFailed ? error.details : [];
  const message =
    wrong.map((problem) => `${problem.field} ${problem.message}`.trim()).join('; ') || error.message;
  return { index, clientEventId, status: statusOf(error) ?? 500, code: error.code, message };
}

function eventIdOf(record: unknown): string | null {
  const { clientEventId } = (record ?? {}) as { clientEventId?: unknown };
  return typeof clientEventId === 'string' ? clientEventId.slice(0, 100) : null;
}
