import { type Identity, mayBeSignedHere } from '@furrow/access';
import { InvalidToken, TokenExpired } from '@furrow/access/domain';
import { isOfThisMachine, Overloaded, RateLimited } from '@furrow/http';
import { addressKey, TokenBuckets } from '@furrow/http/limits';
import { Clock } from '@furrow/kernel';
import { Config } from '@furrow/config';
import { PublicAddress } from '@furrow/media';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CookieScope, CookieSeal, isPlainLoopback } from '../auth/index.ts';
import { SignInFailed, SignInOff } from '../errors/api-errors.ts';
import { IdentityProvider, type SignInChecks } from './identity-provider.ts';
import { returnToOf } from './return-to.ts';

const CALLBACK = '/api/console/callback';
const COOKIE = 'furrow-sign-in';
/** The time that a user may take on the provider's pages. */
const LASTS_MS = 15 * 60_000;
/** The limits of the provider's answers that are processed at once, and per second and address. */
const MOST_AT_ONCE = 50;
const PER_ADDRESS = 20;

/** How users sign in at this installation's console. */
export type Way = 'provider' | 'chooser';

/** Sends a browser to the identity provider and back. The state travels with the browser, encrypted. */
@Injectable()
export class SignIn {
  readonly #provider: IdentityProvider | undefined;
  readonly #perAddress = new TokenBuckets(PER_ADDRESS);
  #atOnce = 0;

  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly seal: CookieSeal,
    private readonly address: PublicAddress,
  ) {
    const { oidc } = config.console;
    this.#provider = oidc && new IdentityProvider(oidc, () => `${address.url}${CALLBACK}`);
  }

  /** Whether development keys let any user of the farm be chosen. */
  get hasChooser(): boolean {
    return this.#provider === undefined && mayBeSignedHere('user', this.config);
  }

  /** @throws SignInOff with what the operator has to configure */
  wayFor(request: Request): Way {
    const isPlain = isPlainLoopback(request, this.address.url);
    if (this.#provider === undefined && !this.hasChooser)
      throw new SignInOff(
        'The console needs the identity provider: set CONSOLE_OIDC_CLIENT_ID, CONSOLE_OIDC_CLIENT_SECRET and CONSOLE_COOKIE_KEY.',
      );
    if (this.hasChooser && !(isPlain && isOfThisMachine(request)))
      throw new SignInOff(
        'Development keys let people in on this machine alone: open the console at its loopback address, or set up an identity provider.',
      );
    if (!isPlain && request.protocol === 'http' && !this.address.url.startsWith('https:'))
      throw new SignInOff('The console needs https, or the loopback address: set PUBLIC_API_URL.');
    return this.hasChooser ? 'chooser' : 'provider';
  }

  /** Where to redirect the browser. @throws IdentityProviderUnavailable */
  async begin(request: Request, response: Response, returnTo: unknown): Promise<string> {
    const { url, checks } = await this.#given.begin();
    const until = new Date(this.clock.now().getTime() + LASTS_MS);
    const claims = { ...checks, returnTo: returnToOf(returnTo) };
    this.#cookie(request).write(response, await this.seal.seal('console-sign-in', claims, until), until);
    return url.href;
  }

  /**
   * The user who returned from the provider, and where they continue.
   * @throws SignInFailed | IdentityProviderUnavailable | RateLimited | Overloaded
   */
  async complete(request: Request, response: Response): Promise<{ identity: Identity; returnTo: string }> {
    const cookie = this.#cookie(request);
    const { checks, returnTo } = await this.#begun(cookie.read(request));
    this.#take(request);
    if (this.#atOnce >= MOST_AT_ONCE) throw new Overloaded('Too many people sign in right now.');
    this.#atOnce += 1;
    try {
      const identity = await this.#given.complete(
        new URL(request.originalUrl, this.address.url).search,
        checks,
      );
      return { identity, returnTo };
    } finally {
      this.#atOnce -= 1;
      // An answer of the provider is accepted once.
      cookie.clear(response);
    }
  }

  /** The page that ends the provider's own session; the console's first page if there is none, or it is unknown. */
  async endSessionUrl(): Promise<string> {
    const home = `${this.address.url}/console/`;
    const url = await this.#provider?.endSessionUrl(home).catch(() => undefined);
    return url ?? '/console/';
  }

  get #given(): IdentityProvider {
    if (this.#provider === undefined) throw new SignInFailed();
    return this.#provider;
  }

  async #begun(cookie: string | undefined): Promise<{ checks: SignInChecks; returnTo: string }> {
    if (cookie === undefined) throw new SignInFailed();
    try {
      const { state, nonce, verifier, returnTo } = await this.seal.open('console-sign-in', cookie);
      return { checks: { state, nonce, verifier } as SignInChecks, returnTo: returnToOf(returnTo) };
    } catch (error) {
      if (error instanceof InvalidToken || error instanceof TokenExpired)
        throw new SignInFailed(undefined, error);
      throw error;
    }
  }

  /** Unauthenticated clients cause requests to the provider, so each address is limited. */
  #take(request: Request): void {
    const wait = this.#perAddress.take(addressKey(request.ip));
    if (wait > 0) throw new RateLimited('address', wait);
  }

  #cookie(request: Request): CookieScope {
    return new CookieScope(COOKIE, isPlainLoopback(request, this.address.url));
  }
}
