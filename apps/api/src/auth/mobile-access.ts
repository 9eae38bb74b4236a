import { applyDecorators, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import type { CallingRequest } from './caller.ts';
import { jwtGuard } from './jwt-guard.ts';

/** Admits every user of the mobile app, whose JWTs have another issuer: neither is accepted as the other. */
export function MobileAccess() {
  return applyDecorators(UseGuards(MobileGuard), ApiSecurity('mobile'));
}

@Injectable()
export class MobileGuard extends jwtGuard('mobile-jwt') {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    context.switchToHttp().getRequest<CallingRequest>().admittedBy = 'mobile';
    return true;
  }
}
