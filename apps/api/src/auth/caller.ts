import type { IncomingMessage } from 'node:http';
import type { Principal } from '@furrow/access/domain';
import { type Acting, actingAs } from '@furrow/database';
import type { NextFunction, Request, Response } from 'express';

/** A request with its caller, who is known after the guard. */
export interface CallingRequest extends IncomingMessage {
  principal?: Principal;
  /** The guard that admitted the caller. */
  admittedBy?: 'access' | 'mobile';
  /** Whether it was sent to an earlier path of an operation, which admits users alone (`http/moved-reads.ts`). */
  isMoved?: true;
  /** The members about the caller in every log line: ids, nothing secret. */
  caller?: {
    readonly companyId: string;
    readonly userId?: string;
    readonly idpId?: string;
    readonly keyId?: string;
  };
}

/** Makes the caller known to everything after the guard. */
export function admit(request: CallingRequest, principal: Principal): void {
  const { companyId } = principal;
  request.principal = principal;
  request.caller =
    principal.kind === 'user'
      ? { companyId, userId: principal.userId, idpId: principal.idpId }
      : { companyId, keyId: principal.keyId };
}

/** Attributes what a request writes to its caller in the audit trail. */
export function actsOfCaller(request: Request, _response: Response, next: NextFunction): void {
  actingAs(() => actingOf(request), next);
}

function actingOf(request: CallingRequest): Acting | undefined {
  const { principal, admittedBy } = request;
  if (principal === undefined) return undefined;
  const requestId = String((request as { id?: unknown }).id);
  if (principal.kind !== 'user') return { channel: principal.kind, actor: principal.keyId, requestId };
  const { idpId: actor, userId } = principal;
  return { channel: admittedBy === 'mobile' ? 'mobile' : 'user', actor, userId, requestId };
}

/** The key of rate limits, such as `user:<userId>` or `token:<keyId>`; undefined before authentication. */
export function credentialKey({ principal }: CallingRequest): string | undefined {
  if (principal === undefined) return undefined;
  return principal.kind === 'user' ? `user:${principal.userId}` : `${principal.kind}:${principal.keyId}`;
}
