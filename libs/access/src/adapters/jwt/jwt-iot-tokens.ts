import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Clock } from '@furrow/kernel';
import type { SharedSecret } from '@furrow/config';
import jwt from 'jsonwebtoken';
import type { IotToken, IotTokens } from '../../application/ports.ts';
import { InvalidToken, TokenExpired } from '../../domain/errors.ts';
import type { DevicePrincipal } from '../../domain/principal.ts';

const ISSUER = 'urn:furrow:iot';
const AUDIENCE = 'furrow-iot-gateway';
const MAX_LENGTH = 2_048;

/**
 * JWTs signed with one key that all processes share. No leeway, because the processes that verify them also issue them.
 */
export class JwtIotTokens implements IotTokens {
  #key: Promise<KeyObject> | undefined;

  constructor(
    private readonly secret: SharedSecret,
    private readonly ttlSeconds: number,
    private readonly clock: Clock,
  ) {}

  async issue({ deviceId, secretVersion }: DevicePrincipal): Promise<IotToken> {
    const iat = Math.floor(this.clock.now().getTime() / 1_000);
    const exp = iat + this.ttlSeconds;
    const claims = { iss: ISSUER, aud: AUDIENCE, sub: deviceId, ver: secretVersion, iat, exp };
    const token = jwt.sign(claims, await this.#signingKey(), { algorithm: 'HS256' });
    return { token, expiresAt: new Date(exp * 1_000) };
  }

  async read(token: string) {
    if (token.length > MAX_LENGTH) throw new InvalidToken();
    const { sub, exp, ver } = verified(token, await this.#signingKey(), this.clock.now());
    if (typeof sub !== 'string' || typeof exp !== 'number' || typeof ver !== 'string')
      throw new InvalidToken();
    return { deviceId: sub, secretVersion: ver, expiresAt: new Date(exp * 1_000) };
  }

  #signingKey(): Promise<KeyObject> {
    this.#key ??= this.secret.text().then(
      (text) => createSecretKey(text, 'utf8'),
      (error: unknown) => {
        this.#key = undefined;
        throw error;
      },
    );
    return this.#key;
  }
}

function verified(token: string, key: KeyObject, now: Date): Record<string, unknown> {
  try {
    return jwt.verify(token, key, {
      ...{ algorithms: ['HS256'], issuer: ISSUER, audience: AUDIENCE },
      clockTimestamp: Math.floor(now.getTime() / 1_000),
    }) as Record<string, unknown>;
  } catch (error) {
    throw error instanceof Error && error.name === 'TokenExpiredError'
      ? new TokenExpired()
      : new InvalidToken();
  }
}
