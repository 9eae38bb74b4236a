import { jwtRefusal } from '@furrow/access';
import { requireRole, type Role, type UserPrincipal } from '@furrow/access/domain';
import { applyDecorators, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { ApiSecurity } from '@nestjs/swagger';
import { admit, type CallingRequest } from './caller.ts';

const Roles = Reflector.createDecorator<Role[]>();

/**
 * Opens a route, or a whole controller, to users with a JWT.
 * @param roles none: every registered user. On a route they stand instead of the controller's.
 */
export function UserAccess(...roles: Role[]) {
  return applyDecorators(Roles(roles), UseGuards(UserGuard), ApiSecurity('user', roles));
}

/** The same for users of the mobile app, whose JWTs another issuer makes: neither is taken for the other. */
export function MobileAccess(...roles: Role[]) {
  return applyDecorators(Roles(roles), UseGuards(MobileGuard), ApiSecurity('mobile', roles));
}

/** First the JWT (401, 403 for nobody's), then the role (403); the body is not touched. */
const jwtGuard = (strategy: 'user-jwt' | 'mobile-jwt') => {
  @Injectable()
  class JwtGuard extends AuthGuard(strategy) {
    constructor(private readonly reflector: Reflector) {
      super();
    }

    override async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<CallingRequest>();
      // A route may be guarded through its controller and by itself.
      if (request.admittedBy !== strategy) await super.canActivate(context);
      const roles = this.reflector.getAllAndOverride(Roles, [context.getHandler(), context.getClass()]);
      requireRole(request.principal as UserPrincipal, roles);
      return true;
    }

    override getAuthenticateOptions() {
      return { property: 'principal' };
    }

    // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- it is the library's signature
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
      request.admittedBy = strategy;
      return user as User;
    }
  }
  return JwtGuard;
};

export class UserGuard extends jwtGuard('user-jwt') {}
export class MobileGuard extends jwtGuard('mobile-jwt') {}
