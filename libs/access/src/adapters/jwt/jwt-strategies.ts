import { hash, type KeyObject } from 'node:crypto';

import { PassportStrategy } from '@nestjs/passport';
import { LRUCache } from 'lru-cache';
import { Strategy, type StrategyOptionsWithRequest } from 'passport-jwt';
import type { AuthenticateUser, Identity } from '../../application/users/authenticate-user.ts';
import { InvalidToken } from '../../domain/errors.ts';
import type { UserPrincipal } from '../../domain/principal.ts';
import { bearerOf } from './bearer.ts';
import { ALGORITHMS, type TrustedIssuer } from './verification-keys.ts';
import { verifiedEmail } from './verified-email.ts';

/** The accepted difference between the clocks of issuer and service, in seconds. */
const LEEWAY = 5;

type Request = Parameters<Strategy['authenticate']>[0];

interface Claims {
  readonly sub?: unknown;
  readonly exp?: unknown;
  readonly email?: unknown;
  readonly email_verified?: unknown;
}

interface VerifiedClaims extends Identity {
  /** Seconds since 1970. */
  readonly exp: number;
}

/** How long a verified token is not verified again. A withdrawn key keeps admitting its tokens for as long. */
const REMEMBERED_MS = 30_000;
const MAX_REMEMBERED = 10_000;

/**
 * Admits users by a JWT of one issuer. Verifying the signature is the most expensive part of a small request, so the
 * claims of a verified token are cached; the user, and whether they still have access, are looked up on every request.
 */
const issuedJwt = (name: string) =>
  class extends PassportStrategy(Strategy, name) {
    /** Claims by the digest of their token, so that no token is kept in memory. */
    private readonly verified = new LRUCache<string, VerifiedClaims>({
      max: MAX_REMEMBERED,
      ttl: REMEMBERED_MS,
    });

    constructor(
      trust: TrustedIssuer,
      private readonly users: AuthenticateUser,
    ) {
      super(optionsFor(trust));
    }

    override authenticate(request: Request, options?: object): void {
      const token = bearerOf(request.headers);
      const claims = token === undefined ? undefined : this.verified.get(digestOf(token));
      if (claims === undefined || hasExpired(claims)) super.authenticate(request, options);
      else
        this.users.execute(claims).then(
          (user) => this.success(user),
          (error: unknown) => this.error(error as Error),
        );
    }

    validate(request: Request, claims: Claims): Promise<UserPrincipal> {
      const verified = verifiedClaims(claims);
      const token = bearerOf(request.headers);
      if (token !== undefined) this.verified.set(digestOf(token), verified);
      return this.users.execute(verified);
    }
  };

/** Admits users of the web. */
export class UserJwtStrategy extends issuedJwt('user-jwt') {}

/** Admits users of the mobile app. */
export class MobileJwtStrategy extends issuedJwt('mobile-jwt') {}

const digestOf = (token: string) => hash('sha256', token, 'base64url');

const hasExpired = ({ exp }: VerifiedClaims) => Date.now() / 1_000 >= exp + LEEWAY;

function optionsFor({ issuer, audience, keys }: TrustedIssuer): StrategyOptionsWithRequest {
  return {
    passReqToCallback: true,
    jwtFromRequest: (request: { headers: { authorization?: string } }) => bearerOf(request.headers) ?? null,
    issuer,
    audience,
    algorithms: [...ALGORITHMS],
    // Deprecated for its other members alone; leeway has no other way in.
    // oxlint-disable-next-line typescript/no-deprecated
    jsonWebTokenOptions: { clockTolerance: LEEWAY },
    secretOrKeyProvider: (_request, token: string, done) => {
      // jsonwebtoken accepts a KeyObject, which saves parsing the key every time; its typings do not say so.
      const give = (key: KeyObject) => done(null, key as unknown as Buffer);
      // `done` verifies the token, so an error that it throws must also end here and refuse the token.
      keyFor(token, keys).then(give).catch(done);
    },
  };
}

/** The key that a token's header names. Its other members (`jku`, `x5u`, `jwk`) are not trusted. */
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
    // falls through: not JSON
  }
  throw new InvalidToken();
}

function verifiedClaims({ sub, exp, email, email_verified: isVerified }: Claims): VerifiedClaims {
  if (typeof sub !== 'string' || sub === '' || typeof exp !== 'number') throw new InvalidToken();
  return { subject: sub, exp, email: verifiedEmail(email, isVerified) };
}
