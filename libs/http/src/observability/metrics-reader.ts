import { createHash, timingSafeEqual } from 'node:crypto';
import { Unauthenticated } from '@furrow/access/domain';
import { Forbidden } from '@furrow/kernel';
import type { Request } from 'express';

const LOOPBACK = /^(::1|(::ffff:)?127\.)/;

/**
 * If a token is configured, only with this token; otherwise from this machine only, and not through a proxy on it.
 * @throws Unauthenticated | Forbidden
 */
export function checkMetricsReader(request: Request, token: string | undefined): void {
  if (token === undefined) {
    const isLocal = LOOPBACK.test(request.socket.remoteAddress ?? '');
    if (!isLocal || request.headers['x-forwarded-for'] !== undefined) throw new Forbidden();
    return;
  }
  const given = request.headers.authorization ?? '';
  if (!timingSafeEqual(sha256(given), sha256(`Bearer ${token}`))) throw new Unauthenticated();
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
