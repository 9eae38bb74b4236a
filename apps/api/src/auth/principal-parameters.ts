import type { Principal } from '@furrow/access/domain';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { CallingRequest } from './caller.ts';

/** The caller whom the route's guard has admitted, for handlers with several kinds of callers. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const found = context.switchToHttp().getRequest<CallingRequest>().principal;
  if (found === undefined) throw new Error('The route has no guard');
  return found;
});

/** The `UserPrincipal` on a route that admits users alone. */
export const CurrentUser = createParamDecorator((_: unknown, context: ExecutionContext) =>
  principal('user', context),
);

/** The `TokenPrincipal` on a route that admits API tokens alone. */
export const CurrentToken = createParamDecorator((_: unknown, context: ExecutionContext) =>
  principal('token', context),
);

function principal(kind: Principal['kind'], context: ExecutionContext): Principal {
  const found = context.switchToHttp().getRequest<CallingRequest>().principal;
  if (found?.kind !== kind) throw new Error(`The route has no guard that admits a ${kind}`);
  return found;
}
