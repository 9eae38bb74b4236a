import { Forbidden, InsufficientScope } from './errors.ts';
import type { Scope } from './scope.ts';
import type { Role } from './user.ts';

/** A person, as proved by a JWT. */
export interface UserPrincipal {
  readonly kind: 'user';
  readonly companyId: string;
  readonly userId: string;
  readonly idpId: string;
  readonly role: Role;
}

/** A program, as proved by an API token. */
export interface TokenPrincipal {
  readonly kind: 'token';
  readonly companyId: string;
  readonly keyId: string;
  readonly scopes: readonly string[];
}

export type Principal = UserPrincipal | TokenPrincipal;

/** @param roles none: any role will do. @throws Forbidden */
export function requireRole(user: UserPrincipal, roles: readonly Role[]): void {
  if (roles.length > 0 && !roles.includes(user.role)) throw new Forbidden();
}

/** @throws InsufficientScope */
export function requireScope(token: TokenPrincipal, scope: Scope): void {
  if (!token.scopes.includes(scope)) throw new InsufficientScope(scope);
}
