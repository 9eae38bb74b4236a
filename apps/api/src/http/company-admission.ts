import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { tooManyRequests } from '@furrow/http/limits';
import { Database } from '@furrow/database';
import type { Request } from 'express';
import { type CallingRequest, KnownCallers } from '../auth/index.ts';

/**
 * Refuses a request before its body is read while earlier ones of its company wait for long: the first of a caller,
 * whose company no one knew before the guards.
 */
@Injectable()
export class CompanyAdmission implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly callers: KnownCallers,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler) {
    const { headers, principal } = context.switchToHttp().getRequest<Request & CallingRequest>();
    const isNew = principal !== undefined && this.callers.add(headers, principal.companyId);
    if (isNew && this.database.queues.isCongested(principal.companyId)) throw tooManyRequests;
    return next.handle();
  }
}
