import { DomainError } from '@furrow/kernel';
import { InvalidToken, TokenExpired, Unauthenticated } from '../../domain/errors.ts';
import { bearerOf } from './bearer.ts';

/** The refusal that a strategy gave as the reason of its failure. */
export function jwtRefusal(
  reason: unknown,
  headers: { readonly authorization?: string | undefined },
): DomainError {
  if (reason instanceof DomainError) return reason;
  if (bearerOf(headers) === undefined) return new Unauthenticated();
  if (reason instanceof Error && reason.name === 'TokenExpiredError') return new TokenExpired();
  return new InvalidToken();
}
