import { STATUS_CODES } from 'node:http';
import { type DomainError, type FieldProblem, ValidationFailed } from '@furrow/kernel';
import { MAX_PROBLEMS } from './problems.ts';
import { shortened } from './shortened.ts';

/**
 * The two shapes of error bodies: A `{ error, message }`, B `{ status: 'error', message, error }`, both with a code.
 */
export type ErrorShape = 'A' | 'B';

const KB = 1_024;
/** The maximum size of an error body, whatever was wrong with the request. */
export const MAX_ERROR_BYTES = 64 * KB;
/** The part of it for the list of problems; the rest is enough for texts of these lengths at 3 bytes per code unit. */
const DETAILS_BYTES = 40 * KB;
const FACTS_BYTES = 4 * KB;
const MAX_FIELD = 200;
const MAX_MESSAGE = 1_000;
const MAX_DETAIL = 4_000;

/**
 * In A `error` is a short title, in B it is the detail; the facts of the refusal are beside its code. Of many problems
 * the first ones are listed, with a note that there are more.
 * @returns at most 64 kB as JSON
 */
export function errorBody(shape: ErrorShape, status: number, refusal: DomainError): Record<string, unknown> {
  const title = STATUS_CODES[status] ?? 'Error';
  const { code } = refusal;
  const { message, detail, members } =
    refusal instanceof ValidationFailed
      ? validation(refusal)
      : { message: refusal.message, detail: refusal.message, members: {} };
  const listed = { message: shortened(message, MAX_MESSAGE) };
  const facts = factsOf(refusal);
  return shape === 'A'
    ? { ...facts, error: title, ...listed, code, ...members }
    : { ...facts, status: 'error', ...listed, error: shortened(detail, MAX_DETAIL), code, ...members };
}

function validation({ message, details }: ValidationFailed) {
  const listed = listedOf(details);
  const detail = listed.map(({ field, message }) => `${field}: ${message}`).join('; ');
  if (listed.length === details.length) return { message, detail, members: { details: listed } };
  return {
    message: `${message} Only the first ${listed.length} problems are listed.`,
    detail,
    members: { details: listed, moreProblems: true },
  };
}

/** The first problems, as many as may be listed and fit. */
function listedOf(details: readonly FieldProblem[]): FieldProblem[] {
  const listed: FieldProblem[] = [];
  let bytes = 0;
  for (const { field, message } of details.slice(0, MAX_PROBLEMS)) {
    const problem = { field: shortened(field, MAX_FIELD), message: shortened(message, MAX_MESSAGE) };
    bytes += bytesOf(problem);
    if (bytes > DETAILS_BYTES) break;
    listed.push(problem);
  }
  return listed;
}

/** Facts may contain texts of the client. A fact that is larger than any useful one is left out. */
function factsOf({ facts }: DomainError): Record<string, unknown> {
  const listed: Record<string, unknown> = {};
  let bytes = 0;
  for (const [name, fact] of Object.entries(facts)) {
    const value = typeof fact === 'string' ? shortened(fact, MAX_FIELD) : fact;
    bytes += bytesOf({ [name]: value });
    if (bytes > FACTS_BYTES) break;
    listed[name] = value;
  }
  return listed;
}

function bytesOf(value: object): number {
  return Buffer.byteLength(JSON.stringify(value));
}
