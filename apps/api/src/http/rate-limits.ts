import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { RateLimited, TokenBuckets } from '@furrow/http';
import { Config } from '@furrow/platform';
import type { NextFunction, Request, Response } from 'express';
import { credentialKey } from '../auth/index.ts';

const ADDRESS_RATE = 2_000;

/** Before anybody is known: so many requests a second from one address. */
export function addressRateLimit(
  config: Config,
  refuse: (error: unknown, req: Request, res: Response) => void,
) {
  const buckets = new TokenBuckets(ADDRESS_RATE);
  return (request: Request, response: Response, next: NextFunction): void => {
    const wait = config.rateLimitPerSecond === 0 ? 0 : buckets.take(request.ip ?? '');
    if (wait === 0) next();
    else refuse(new RateLimited('address', wait), request, response);
  };
}

/** After the guards: so many requests a second with one credential, before its body is read. */
@Injectable()
export class CredentialRateLimit implements NestInterceptor {
  readonly #buckets: TokenBuckets | undefined;

  constructor(config: Config) {
    if (config.rateLimitPerSecond > 0) this.#buckets = new TokenBuckets(config.rateLimitPerSecond);
  }

  intercept(context: ExecutionContext, next: CallHandler) {
    const key = credentialKey(context.switchToHttp().getRequest<Request>());
    const wait = key === undefined ? 0 : (this.#buckets?.take(key) ?? 0);
    if (wait > 0) throw new RateLimited('credential', wait);
    return next.handle();
  }
}
