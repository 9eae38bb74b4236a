import { createHash, timingSafeEqual } from 'node:crypto';
import { Unauthenticated } from '@furrow/access/domain';
import { Forbidden } from '@furrow/kernel/errors';
import type { Config } from '@furrow/config';
import type { Request } from 'express';
import { isAskedByOwnName, isOfThisMachine } from '../host/of-this-machine.ts';

/**
 * If a token is configured, only with this token; otherwise from this machine only, under its own name, and not through
 * a proxy on it.
 * @throws Unauthenticated | Forbidden
 */
export function checkMetricsAccess(request: Request, config: Config): void {
  const { metricsToken } = config;
  if (metricsToken === undefined) {
    if (!isOfThisMachine(request) || !isAskedByOwnName(request, ownNames(config))) throw new Forbidden();
    return;
  }
  const given = request.headers.authorization ?? '';
  if (!timingSafeEqual(sha256(given), sha256(`Bearer ${metricsToken}`))) throw new Unauthenticated();
}

/** The configured names of both hosts, without ports. */
function ownNames({ api, iot }: Config): string[] {
  const published = [api.publicUrl, iot.publicUrl].flatMap((url) => (url ? [new URL(url).hostname] : []));
  return [api.host, ...published];
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
