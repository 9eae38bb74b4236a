import type { IncomingHttpHeaders } from 'node:http';
import { bearerOf } from '@furrow/access';
import { InvalidToken, Unauthenticated } from '@furrow/access/domain';

/**
 * The credential `<keyId>.<token>` of a request, as bearer or as `x-api-key`.
 * @throws Unauthenticated without one; InvalidToken for two that differ
 */
export function tokenCredentialOf(headers: IncomingHttpHeaders): string {
  const bearer = bearerOf(headers);
  const key = headers['x-api-key']?.toString().trim() || undefined;
  if (bearer !== undefined && key !== undefined && bearer !== key)
    throw new InvalidToken('Authorization and x-api-key carry different credentials.');
  const credential = bearer ?? key;
  if (credential === undefined)
    throw new Unauthenticated(
      'An API token is needed, as "Authorization: Bearer <keyId>.<token>" or as x-api-key.',
    );
  return credential;
}
