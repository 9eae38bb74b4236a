import type { INestApplication } from '@nestjs/common';

/**
 * Answers have no validators, yet Express would match `If-None-Match: *` and answer 304 without a body. Files, which
 * have validators, are sent by a separate middleware.
 */
export function answerWhole(app: INestApplication): void {
  const { request } = app.getHttpAdapter().getInstance() as { request: object };
  Object.defineProperty(request, 'fresh', { value: false });
}
