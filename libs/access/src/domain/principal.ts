import { Forbidden } from '@furrow/kernel/errors';
import { InsufficientScope } from './errors.ts';
import type { Scope } from './scope.ts';
import type { Role } from './user.ts';

/** A user, authenticated by a JWT. */
export interface UserPrincipal {
  readonly kind: 'user';
  readonly companyId: string;
  readonly userId: string;
  readonly idpId: string;
  readonly role: Role;
}

/** A program, authenticated by an API token. */
export interface TokenPrincipal {
  readonly kind: 'token';
  readonly companyId: string;
  readonly keyId: string;
  readonly scopes: readonly string[];
}

/** A program, authenticated by a key of the operator's configuration. */
export interface KeyPrincipal {
  readonly kind: 'key';
  readonly companyId: string;
  /** Distinguishes the keys of a company, and reveals nothing of the key itself. */
  readonly keyId: string;
}

/** A station, probe or valve, authenticated by its secret or by a token issued for it. */
export interface DevicePrincipal {
  readonly kind: 'device';
  readonly companyId: string;
  readonly deviceId: string;
  readonly projectId: string;
  readonly sectorId: string | null;
  /** Changes with the secret: tokens issued for an earlier one are invalid. */
  readonly secretVersion: string;
}

/** Every caller of the API. */
export type Principal = UserPrincipal | TokenPrincipal | KeyPrincipal;

/** @param roles empty: any role. @throws Forbidden */
export function requireRole(user: UserPrincipal, roles: readonly Role[]): void {
  if (roles.length > 0 && !roles.includes(user.role)) throw new Forbidden();
}

/** @throws InsufficientScope */
export function requireScope(token: TokenPrincipal, scope: Scope): void {
  if (!token.scopes.includes(scope)) throw new InsufficientScope(scope);
}
