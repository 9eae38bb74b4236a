import type { KeyObject } from 'node:crypto';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy, type StrategyOptionsWithoutRequest } from 'passport-jwt';
import type { AuthenticateUser } from '../../application/users/authenticate-user.ts';
import { InvalidToken } from '../../domain/errors.ts';
import type { UserPrincipal } from '../../domain/principal.ts';
import { bearerOf } from './bearer.ts';
import { ALGORITHMS, type TrustedIssuer } from './verification-keys.ts';

/** Clocks of issuer and service may differ by this many seconds. */
const LEEWAY = 5;

interface Claims {
  readonly sub?: unknown;
  readonly exp?: unknown;
}

/** Admits users of the web by a JWT of the user issuer. */
export class UserJwtStrategy extends PassportStrategy(Strategy, 'user-jwt') {
  constructor(
    trust: TrustedIssuer,
    private readonly users: AuthenticateUser,
  ) {
    super(optionsFor(trust));
  }

  validate(claims: Claims): Promise<UserPrincipal> {
    return this.users.execute(subjectOf(claims));
  }
}

/** Admits users of the mobile app by a JWT of the mobile issuer. */
export class MobileJwtStrategy extends PassportStrategy(Strategy, 'mobile-jwt') {
  constructor(
    trust: TrustedIssuer,
    private readonly users: AuthenticateUser,
  ) {
    super(optionsFor(trust));
  }

  validate(claims: Claims): Promise<UserPrincipal> {
    return this.users.execute(subjectOf(claims));
  }
}

function optionsFor({ issuer, audience, keys }: TrustedIssuer): StrategyOptionsWithoutRequest {
  return {
    jwtFromRequest: (request: { headers: { authorization?: string } }) => bearerOf(request.headers) ?? null,
    issuer,
    audience,
    algorithms: [...ALGORITHMS],
    // Deprecated for its other members alone; leeway has no other way in.
    // eslint-disable-next-line @typescript-eslint/no-deprecated
    jsonWebTokenOptions: { clockTolerance: LEEWAY },
    secretOrKeyProvider: (_request, token: string, done) => {
      // jsonwebtoken takes a KeyObject as it is, which saves parsing it every time; its typings lag behind.
      const give = (key: KeyObject) => done(null, key as unknown as Buffer);
      // `done` verifies: what it may throw must end here as well, and refuse the token.
      keyFor(token, keys).then(give).catch(done);
    },
  };
}

/** The key that a token's header names. Whatever else it says (`jku`, `x5u`, `jwk`) is only what a stranger says. */
async function keyFor(token: string, keys: TrustedIssuer['keys']): Promise<KeyObject> {
  const { alg, kid, crit } = headerOf(token);
  const understood = (ALGORITHMS as readonly unknown[]).includes(alg) && crit === undefined;
  if (!understood || (kid !== undefined && typeof kid !== 'string')) throw new InvalidToken();
  const key = await keys.find(kid);
  if (key === undefined) throw new InvalidToken();
  return key;
}

function headerOf(token: string): { alg?: unknown; kid?: unknown; crit?: unknown } {
  const [header = '', , signature] = token.split('.');
  if (!signature) throw new InvalidToken();
  try {
    const parsed: unknown = JSON.parse(Buffer.from(header, 'base64url').toString());
    if (typeof parsed === 'object' && parsed !== null) return parsed;
  } catch {
    // falls through: no JSON
  }
  throw new InvalidToken();
}

function subjectOf({ sub, exp }: Claims): string {
  if (typeof sub !== 'string' || sub === '' || typeof exp !== 'number') throw new InvalidToken();
  return sub;
}
