import { AuthenticateApiKey, AuthenticateApiToken, bearerOf } from '@furrow/access';
import { requireRole, requireScope, type Role, type Scope, type UserPrincipal } from '@furrow/access/domain';
import { applyDecorators, type ExecutionContext, Injectable, UseGuards } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { admit, type CallingRequest } from './caller.ts';
import { ConsoleSessions } from './console/console-sessions.ts';
import { jwtGuard } from './jwt-guard.ts';
import { tokenCredentialOf } from './token-credential.ts';

/** Who may call a route or controller. Kinds of callers that are left out are refused. */
interface Admitted {
  /**
   * Users with one of these roles, by JWT or by a session of the console; empty: every registered user. Where programs
   * are admitted too, a bearer token must be an API token, so users are admitted by their session alone.
   */
  readonly roles?: readonly Role[];
  /** Programs whose API token has this scope; `any`: those with any active token or static key, as `x-api-key`. */
  readonly scope?: Scope | 'any';
}

const AdmittedCallers = Reflector.createDecorator<Admitted>();

/** Admits callers to a route or controller. On a route it replaces the controller's. */
export function Access(admitted: Admitted) {
  const { roles, scope } = admitted;
  const scopes = scope === undefined || scope === 'any' ? [] : [scope];
  return applyDecorators(
    AdmittedCallers(admitted),
    UseGuards(AccessGuard),
    ...scopes.map((each) => ApiSecurity('token', [each])),
    ...(scope === undefined ? [] : [ApiSecurity('key', scopes)]),
    ...(roles === undefined || scope !== undefined ? [] : [ApiSecurity('user', [...roles])]),
    ...(roles === undefined ? [] : [ApiSecurity('console', [...roles])]),
  );
}

/** Admits users alone. @param roles empty: every registered user */
export const UserAccess = (...roles: Role[]) => Access({ roles });

/**
 * Checks the credential (401, or 403 for an unregistered user), then its role or scope (403); does not read the body.
 * Bearer tokens and keys take precedence over cookies that the browser adds.
 */
@Injectable()
export class AccessGuard extends jwtGuard('user-jwt') {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: ConsoleSessions,
    private readonly tokens: AuthenticateApiToken,
    private readonly keys: AuthenticateApiKey,
  ) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request & CallingRequest>();
    // A route may have this guard through its controller and one of its own.
    if (request.admittedBy === 'access') return true;
    const { roles, scope } = this.reflector.getAllAndOverride(AdmittedCallers, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (roles !== undefined && (scope === undefined || this.#isOfUser(request))) {
      await this.#authenticateUser(context, request, http.getResponse<Response>());
      requireRole(request.principal as UserPrincipal, roles);
    } else if (scope !== undefined) await this.#admitProgram(request, scope);
    else throw new Error('The route admits nobody');
    request.admittedBy = 'access';
    return true;
  }

  #isOfUser(request: Request & CallingRequest): boolean {
    const isOfProgram = apiKeyOf(request) !== undefined || bearerOf(request.headers) !== undefined;
    return request.isMoved === true || (!isOfProgram && this.sessions.isBroughtBy(request));
  }

  async #authenticateUser(context: ExecutionContext, request: Request & CallingRequest, response: Response) {
    if (bearerOf(request.headers) !== undefined || !this.sessions.isBroughtBy(request))
      await super.canActivate(context);
    else admit(request, await this.sessions.admit(request, response));
  }

  async #admitProgram(request: CallingRequest, scope: Scope | 'any'): Promise<void> {
    if (scope === 'any') {
      admit(request, await this.keys.execute(apiKeyOf(request)));
      return;
    }
    const token = await this.tokens.execute(tokenCredentialOf(request.headers));
    admit(request, token);
    requireScope(token, scope);
  }
}

const apiKeyOf = ({ headers }: CallingRequest) => headers['x-api-key']?.toString().trim() || undefined;
