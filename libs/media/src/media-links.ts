import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '@furrow/kernel';
import { Forbidden } from '@furrow/kernel/errors';
import type { SharedSecret } from '@furrow/config';
import type { PublicAddress } from './public-address.ts';

/** Signs and verifies links to media on the disk of this machine; the API serves the files. */
export class MediaLinks {
  constructor(
    private readonly signingKey: SharedSecret,
    private readonly ttlSeconds: number,
    private readonly address: PublicAddress,
    private readonly clock: Clock,
  ) {}

  async urlOf(key: string): Promise<string> {
    const expires = String(this.#now() + this.ttlSeconds);
    const signature = await this.#signature(key, expires);
    return `${this.address.url}/media/${key}?expires=${expires}&signature=${signature.toString('base64url')}`;
  }

  /**
   * @returns for how many seconds the link is still valid
   * @throws Forbidden if the link has no signature, a wrong one, or is past its time
   */
  async check(key: string, expires: unknown, signature: unknown): Promise<number> {
    if (typeof expires !== 'string' || typeof signature !== 'string')
      throw new Forbidden('This link has no signature.');
    const right = await this.#signature(key, expires);
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== right.length || !timingSafeEqual(given, right))
      throw new Forbidden('The signature of this link is wrong.');
    const left = Number(expires) - this.#now();
    if (left <= 0) throw new Forbidden('This link has expired; ask for what it belongs to again.');
    return left;
  }

  async #signature(key: string, expires: string): Promise<Buffer> {
    return createHmac('sha256', await this.signingKey.text())
      .update(`${key}\n${expires}`)
      .digest();
  }

  #now(): number {
    return Math.floor(this.clock.now().getTime() / 1000);
  }
}
