import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';

/** About 1 MB. */
const MOST = 10_000;

/**
 * The companies of credentials that were accepted before, so that a request can be refused for the load of its company
 * before it is authenticated. Nothing is granted by it: a credential that was revoked since is refused later.
 */
@Injectable()
export class KnownCallers {
  /** By a hash of the credential, the longest known first. */
  readonly #companies = new Map<string, string>();

  companyOf(headers: IncomingHttpHeaders): string | undefined {
    const key = keyOf(headers);
    return key === undefined ? undefined : this.#companies.get(key);
  }

  /** @returns whether `companyOf` did not know it */
  add(headers: IncomingHttpHeaders, companyId: string): boolean {
    const key = keyOf(headers);
    if (key === undefined) return true;
    if (this.#companies.has(key)) return false;
    this.#companies.set(key, companyId);
    const [oldest] = this.#companies.keys();
    if (this.#companies.size > MOST && oldest !== undefined) this.#companies.delete(oldest);
    return true;
  }
}

/** In the order in which guards look for a credential. */
function keyOf({ authorization, 'x-api-key': apiKey, cookie }: IncomingHttpHeaders): string | undefined {
  const credential = authorization ?? apiKey ?? cookie;
  return typeof credential === 'string' ? hash('sha256', credential, 'base64') : undefined;
}
