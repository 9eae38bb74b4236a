import type { Principal } from '@furrow/access/domain';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { CallingRequest } from './caller.ts';

/** The `UserPrincipal` on a route with `@UserAccess`. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext) =>
  principal('user', context),
);

/** The `TokenPrincipal` on a route with `@TokenAccess`. */
export const CurrentToken = createParamDecorator((_: unknown, context: ExecutionContext) =>
  principal('token', context),
);

/** The `TokenPrincipal` or `KeyPrincipal` on a route with `@KeyAccess`. */
export const CurrentKey = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const found = context.switchToHttp().getRequest<CallingRequest>().principal;
  if (found?.kind !== 'key' && found?.kind !== 'token')
    throw new Error('The route has no guard that admits a key');
  return found;
});

function principal(kind: Principal['kind'], context: ExecutionContext): Principal {
  const found = context.switchToHttp().getRequest<CallingRequest>().principal;
  if (found?.kind !== kind) throw new Error(`The route has no guard that admits a ${kind}`);
  return found;
}
