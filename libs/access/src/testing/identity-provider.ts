import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import jwt from 'jsonwebtoken';
import { rsaKeyPair } from '@furrow/testbed/keys';

interface Key {
  readonly kid: string;
  readonly alg: 'RS256' | 'ES256';
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** An identity provider on loopback: it signs, publishes its keys, rotates them, and can be made to fail. */
export class TestIdentityProvider {
  readonly audience = 'furrow-test';
  /** How often its JWKS was fetched. */
  fetches = 0;
  /** While true, every fetch is answered 500. */
  isDown = false;
  /** While true, every fetch is accepted and never answered. */
  hangs = false;
  #keys: Key[] = [newKey('RS256')];

  private constructor(
    readonly issuer: string,
    readonly stop: () => Promise<void>,
  ) {}

  static async start(): Promise<TestIdentityProvider> {
    const server = createServer((_request, response) => {
      provider.fetches += 1;
      if (provider.hangs) return;
      response.statusCode = provider.isDown ? 500 : 200;
      response.end(JSON.stringify(provider.jwks));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const provider = new TestIdentityProvider(`http://127.0.0.1:${port}/`, async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    });
    return provider;
  }

  get jwksUri(): string {
    return `${this.issuer}.well-known/jwks.json`;
  }

  get jwks(): { keys: object[] } {
    return {
      keys: this.#keys.map(({ kid, alg, publicKey }) => ({
        ...publicKey.export({ format: 'jwk' }),
        kid,
        alg,
        use: 'sig',
      })),
    };
  }

  /** The current signing key. */
  get key(): Key {
    return this.#keys[0]!;
  }

  /** Signs with a new key from now on and withdraws the old ones. */
  rotate(alg: Key['alg'] = 'RS256'): void {
    this.#keys = [newKey(alg)];
  }

  /** A JWT as this provider issues them, with these claims changed; `undefined` leaves a claim out. */
  sign(claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}): string {
    const { kid, alg, privateKey } = this.key;
    const now = Math.floor(Date.now() / 1_000);
    const usual = { iss: this.issuer, aud: this.audience, sub: 'idp|ana', iat: now, exp: now + 60 };
    const payload = JSON.parse(JSON.stringify({ ...usual, ...claims })) as object;
    return jwt.sign(payload, privateKey, { algorithm: alg, header: { alg, typ: 'JWT', kid, ...header } });
  }
}

function newKey(alg: Key['alg']): Key {
  const pair = alg === 'RS256' ? rsaKeyPair() : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { kid: randomUUID(), alg, ...pair };
}
