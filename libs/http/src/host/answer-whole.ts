import type { INestApplication } from '@nestjs/common';

/**
 * Answers have no validators to ask for, yet Express would take `If-None-Match: *` for one that matches, and answer 304
 * without a body. Files, which do have them, are sent by a rule of their own.
 */
export function answerWhole(app: INestApplication): void {
  const { request } = app.getHttpAdapter().getInstance() as { request: object };
  Object.defineProperty(request, 'fresh', { value: false });
}
