import type { HeaderObject, ReferenceObject } from '@nestjs/swagger';
import { EXAMPLE_IDS } from '../openapi/schema.ts';

/** The headers of answers. */
export const HEADERS: Readonly<Record<string, HeaderObject>> = {
  RequestId: {
    description:
      'The request’s own `x-request-id` if it is 1 to 128 characters of `[A-Za-z0-9._-]`, else a new one. Every log ' +
      'line of the request has it: quote it when you ask for help.',
    required: true,
    schema: { type: 'string', pattern: '^[A-Za-z0-9._-]{1,128}$' },
    example: EXAMPLE_IDS.request,
  },
  RetryAfter: {
    description: 'Seconds to wait before repeating the request.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  WwwAuthenticate: {
    description: 'The kind of credential that is required.',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer realm="furrow"',
  },
};

/** The headers of every answer with this status. */
export function headersOf(status: number): Record<string, ReferenceObject> {
  const named = (name: string): ReferenceObject => ({ $ref: `#/components/headers/${name}` });
  return {
    'x-request-id': named('RequestId'),
    ...(status === 401 && { 'www-authenticate': named('WwwAuthenticate') }),
    ...((status === 429 || status === 503) && { 'retry-after': named('RetryAfter') }),
  };
}
