import type { IncomingMessage } from 'node:http';
import type { Principal } from '@furrow/access/domain';
import { type Acting, actingAs } from '@furrow/platform';
import type { NextFunction, Request, Response } from 'express';

/** A request, and after its guard who makes it. */
export interface CallingRequest extends IncomingMessage {
  principal?: Principal;
  /** The guard of users that let it in, the first by a session of the console too. */
  admittedBy?: 'user-jwt' | 'mobile-jwt';
  /** What every log line of the request tells about its caller: ids, nothing secret. */
  caller?: {
    readonly companyId: string;
    readonly userId?: string;
    readonly idpId?: string;
    readonly keyId?: string;
  };
}

/** Lets everything behind the guard know who is calling. */
export function admit(request: CallingRequest, principal: Principal): void {
  const { companyId } = principal;
  request.principal = principal;
  request.caller =
    principal.kind === 'user'
      ? { companyId, userId: principal.userId, idpId: principal.idpId }
      : { companyId, keyId: principal.keyId };
}

/** From here on what is written for a request is told as its caller's act. */
export function actsOfCaller(request: Request, _response: Response, next: NextFunction): void {
  actingAs(() => actingOf(request), next);
}

function actingOf(request: CallingRequest): Acting | undefined {
  const { principal, admittedBy } = request;
  if (principal === undefined) return undefined;
  const requestId = String((request as { id?: unknown }).id);
  if (principal.kind !== 'user') return { door: principal.kind, actor: principal.keyId, requestId };
  const { idpId: actor, userId } = principal;
  return { door: admittedBy === 'mobile-jwt' ? 'mobile' : 'user', actor, userId, requestId };
}

/** What a rate is counted by, such as `user:<userId>` or `token:<keyId>`; undefined before authentication. */
export function credentialKey({ principal }: CallingRequest): string | undefined {
  if (principal === undefined) return undefined;
  return principal.kind === 'user' ? `user:${principal.userId}` : `${principal.kind}:${principal.keyId}`;
}
