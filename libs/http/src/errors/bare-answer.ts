import { STATUS_CODES } from 'node:http';
import { type DomainError, newId } from '@furrow/kernel';
import { errorBody } from './error-body.ts';
import { requestIdOf } from '../observability/request-id.ts';

/** The headers that `notStored` and helmet set on answers to requests. */
export const HARDENING = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};

/**
 * A refusal in shape B as bytes, for a socket without a complete request. The connection must be closed after it.
 * @param requestId the client's, if it sent one
 */
export function bareAnswer(
  status: number,
  refusal: DomainError,
  { requestId = newId(), headers = {} }: { requestId?: unknown; headers?: Record<string, string> } = {},
): string {
  const body = JSON.stringify(errorBody('B', status, refusal));
  const all: Record<string, string | number> = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    'x-request-id': requestIdOf(requestId),
    ...HARDENING,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
}
