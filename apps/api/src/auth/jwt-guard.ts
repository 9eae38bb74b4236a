import { jwtRefusal } from '@furrow/access';
import type { UserPrincipal } from '@furrow/access/domain';
import { type ExecutionContext, Injectable } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import { admit, type CallingRequest } from './caller.ts';

/** Admits the user of a JWT (401, or 403 for an unregistered user), as a strategy verifies it. */
export const jwtGuard = (strategy: 'user-jwt' | 'mobile-jwt') => {
  @Injectable()
  class JwtGuard extends AuthGuard(strategy) {
    override async canActivate(context: ExecutionContext): Promise<boolean> {
      await super.canActivate(context);
      return true;
    }

    override getAuthenticateOptions() {
      return { property: 'principal' };
    }

    // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it is the library's signature
    override handleRequest<User>(
      error: unknown,
      user: UserPrincipal | false,
      reason: unknown,
      context: ExecutionContext,
    ): User {
      const request = context.switchToHttp().getRequest<CallingRequest>();
      if (error) throw error as Error;
      if (!user) throw jwtRefusal(reason, request.headers);
      admit(request, user);
      return user as User;
    }
  }
  return JwtGuard;
};
