import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { RateLimited } from '@furrow/http';
import { addressKey, TokenBuckets } from '@furrow/http/limits';
import { Config } from '@furrow/config';
import { Metrics } from '@furrow/observability';
import type { NextFunction, Request, Response } from 'express';
import { credentialKey } from '../../auth/caller.ts';
import type { RedisLender } from './redis-lender.ts';
import { SharedBuckets } from './shared-buckets.ts';

interface Limit {
  /** @returns 0 if the request may pass, else the seconds until the next one may */
  take(key: string): number | Promise<number>;
}

/** A rate of requests per second, shared by all processes if they share a Redis. */
@Injectable()
export class RateLimits implements OnApplicationShutdown {
  private constructor(
    readonly address: Limit,
    readonly credential: Limit,
    private readonly lender?: RedisLender,
  ) {}

  static async of(config: Config, metrics: Metrics): Promise<RateLimits> {
    const { rateLimitPerSecond: rate, rateLimitPerAddress: addressRate, iot } = config;
    if (rate === 0) return new RateLimits(NO_LIMIT, NO_LIMIT);
    if (iot.redisUrl === undefined)
      return new RateLimits(
        addressRate === 0 ? NO_LIMIT : new TokenBuckets(addressRate),
        new TokenBuckets(rate),
      );
    // The client of Redis is loaded by those who have one.
    const { RedisLender } = await import('./redis-lender.ts');
    const lender = await RedisLender.connect(iot.redisUrl);
    metrics.gauge(
      'furrow_rate_limits_alone',
      '1 while Redis is unavailable and this process counts rate limits alone',
      () => (lender.isThere ? 0 : 1),
    );
    return new RateLimits(
      addressRate === 0 ? NO_LIMIT : new SharedBuckets(lender, addressRate),
      new SharedBuckets(lender, rate),
      lender,
    );
  }

  onApplicationShutdown(): void {
    this.lender?.close();
  }
}

const NO_LIMIT: Limit = { take: () => 0 };

/** Before authentication: by address. */
export function addressRateLimit(
  { address }: RateLimits,
  refuse: (error: unknown, req: Request, res: Response) => void,
) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const decide = (wait: number) => {
      if (wait === 0) next();
      else refuse(new RateLimited('address', wait), request, response);
    };
    const wait = address.take(`address:${addressKey(request.ip)}`);
    if (typeof wait === 'number') decide(wait);
    else void wait.then(decide);
  };
}

/** After the guards: by credential, before the body is read. */
@Injectable()
export class CredentialRateLimit implements NestInterceptor {
  constructor(private readonly limits: RateLimits) {}

  async intercept(context: ExecutionContext, next: CallHandler) {
    const key = credentialKey(context.switchToHttp().getRequest<Request>());
    const wait = key === undefined ? 0 : await this.limits.credential.take(key);
    if (wait > 0) throw new RateLimited('credential', wait);
    return next.handle();
  }
}
