import { AuthenticateApiToken } from '@furrow/access';
import { requireScope, type Scope } from '@furrow/access/domain';
import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  UseGuards,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import { admit, type CallingRequest } from './caller.ts';
import { tokenCredentialOf } from './token-credential.ts';

const RequiredScope = Reflector.createDecorator<Scope>();

/** Admits API tokens with the scope to a route or controller. */
export function TokenAccess(scope: Scope) {
  return applyDecorators(
    RequiredScope(scope),
    UseGuards(TokenGuard),
    ApiSecurity('token', [scope]),
    ApiSecurity('key', [scope]),
  );
}

/** Checks the token (401), then its scope (403); does not read the body. */
@Injectable()
export class TokenGuard implements CanActivate {
  constructor(
    private readonly tokens: AuthenticateApiToken,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<CallingRequest>();
    const token = await this.tokens.execute(tokenCredentialOf(request.headers));
    admit(request, token);
    requireScope(
      token,
      this.reflector.getAllAndOverride(RequiredScope, [context.getHandler(), context.getClass()]),
    );
    return true;
  }
}
