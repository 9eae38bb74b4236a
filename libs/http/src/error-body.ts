import { STATUS_CODES } from 'node:http';
import { type DomainError, ValidationFailed } from '@furrow/kernel';

/** The two bodies that errors have: A `{ error, message }`, B `{ status: 'error', message, error }`, both with a code. */
export type ErrorShape = 'A' | 'B';

/** In A `error` is a short title, in B it is the detail; facts of the refusal stand beside its code. */
export function errorBody(shape: ErrorShape, status: number, refusal: DomainError): Record<string, unknown> {
  const details = refusal instanceof ValidationFailed ? { details: refusal.details } : {};
  const title = STATUS_CODES[status] ?? 'Error';
  const { code, message, facts } = refusal;
  return shape === 'A'
    ? { ...facts, error: title, message, code, ...details }
    : { ...facts, status: 'error', message, error: detailOf(refusal), code, ...details };
}

function detailOf(refusal: DomainError): string {
  if (!(refusal instanceof ValidationFailed)) return refusal.message;
  return refusal.details.map(({ field, message }) => `${field}: ${message}`).join('; ');
}
