import { expect } from '@jest/globals';
import type { Answer } from '@furrow/testbed/system';

const LEAKS =
  /\.[jt]s:\d+|node_modules|\/src\/|\/dist\/|SELECT |INSERT |UPDATE |relation "|column "|furrow_tenant/;

/** The headers of every answer. */
export function expectCommonHeaders({ headers }: Answer): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/);
}

/**
 * Checks a complete refusal: status, code, exactly the members of its shape, and the headers.
 * @param facts members beside the code, such as `sessionId`; `details` of a validation is expected in any case
 */
export function expectRefusal(
  answer: Answer,
  status: number,
  shape: 'A' | 'B',
  code: string,
  facts: Record<string, unknown> = {},
): void {
  expect({ status: answer.status, code: answer.body?.code }).toEqual({ status, code });
  const text = expect.stringMatching(/\S/);
  const members =
    shape === 'A' ? { error: text, message: text } : { status: 'error', message: text, error: text };
  const details =
    code === 'validation_failed'
      ? { details: expect.arrayContaining([{ field: expect.any(String), message: text }]) }
      : {};
  expect(answer.body).toEqual({ ...members, code, ...details, ...facts });
  expect(answer.headers.get('content-type')).toMatch(/^application\/json; charset=utf-8$/);
  expectCommonHeaders(answer);
  expect(answer.text).not.toMatch(LEAKS);
  if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
  if (status === 429 || status === 503)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
}

/** The fields that a validation error names, sorted. */
export function wrongFields(answer: Answer): string[] {
  return (answer.body.details as { field: string }[]).map(({ field }) => field).sort();
}
