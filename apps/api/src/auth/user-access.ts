import { bearerOf, jwtRefusal } from '@furrow/access';
import { requireRole, type Role, type UserPrincipal } from '@furrow/access/domain';
import { applyDecorators, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import { ApiSecurity } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { admit, type CallingRequest } from './caller.ts';
import { ConsoleSessions } from './console/console-sessions.ts';

const Roles = Reflector.createDecorator<Role[]>();

/**
 * Admits users with a JWT or a session of the console to a route or controller.
 * @param roles empty: every registered user. On a route they replace the controller's.
 */
export function UserAccess(...roles: Role[]) {
  return applyDecorators(
    Roles(roles),
    UseGuards(UserGuard),
    ApiSecurity('user', roles),
    ApiSecurity('console', roles),
  );
}

/** The same for users of the mobile app, whose JWTs have another issuer: neither is accepted as the other. */
export function MobileAccess(...roles: Role[]) {
  return applyDecorators(Roles(roles), UseGuards(MobileGuard), ApiSecurity('mobile', roles));
}

/** Checks the JWT (401, or 403 for an unregistered user), then the role (403); does not read the body. */
const jwtGuard = (strategy: 'user-jwt' | 'mobile-jwt') => {
  @Injectable()
  class JwtGuard extends AuthGuard(strategy) {
    constructor(private readonly reflector: Reflector) {
      super();
    }

    override async canActivate(context: ExecutionContext): Promise<boolean> {
      const request = context.switchToHttp().getRequest<CallingRequest>();
      // A route may have a guard through its controller and one of its own.
      if (request.admittedBy !== strategy) await this.authenticate(context);
      const roles = this.reflector.getAllAndOverride(Roles, [context.getHandler(), context.getClass()]);
      requireRole(request.principal as UserPrincipal, roles);
      return true;
    }

    /** Admits the caller. */
    protected async authenticate(context: ExecutionContext): Promise<void> {
      await super.canActivate(context);
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
      request.admittedBy = strategy;
      return user as User;
    }
  }
  return JwtGuard;
};

/** By JWT, or else by a session of the console: a JWT takes precedence over cookies that the browser adds. */
@Injectable()
export class UserGuard extends jwtGuard('user-jwt') {
  constructor(
    reflector: Reflector,
    private readonly sessions: ConsoleSessions,
  ) {
    super(reflector);
  }

  protected override async authenticate(context: ExecutionContext): Promise<void> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request & CallingRequest>();
    if (bearerOf(request.headers) !== undefined || !this.sessions.isBroughtBy(request))
      return super.authenticate(context);
    admit(request, await this.sessions.admit(request, http.getResponse<Response>()));
    request.admittedBy = 'user-jwt';
  }
}

export class MobileGuard extends jwtGuard('mobile-jwt') {}
