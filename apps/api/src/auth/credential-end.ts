import { bearerOf } from '@furrow/access';
import type { CallingRequest } from './caller.ts';
import type { SessionRequest } from './console/console-sessions.ts';

/**
 * Until when the credential of an admitted user is valid: that of a session of the console, else of a JWT. It has been
 * verified already; this only reads it.
 */
export function credentialEnd(request: CallingRequest & Pick<SessionRequest, 'consoleSession'>): Date {
  if (request.consoleSession) return request.consoleSession.expiresAt;
  const [, claims = ''] = bearerOf(request.headers)?.split('.') ?? [];
  const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { exp: number };
  return new Date(exp * 1_000);
}
