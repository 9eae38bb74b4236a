import { mayBeSignedHere } from '@furrow/access';
import { InvalidToken, TokenExpired } from '@furrow/access/domain';
import { addressKey, Overloaded, RateLimited, TokenBuckets } from '@furrow/http';
import { Clock } from '@furrow/kernel';
import { Config, PublicAddress } from '@furrow/platform';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CookiePlace, CookieSeal, isPlainLoopback } from '../auth/index.ts';
import { SignInFailed, SignInOff } from '../errors/refusals.ts';
import { IdentityProvider, type SignInChecks } from './identity-provider.ts';
import { returnToOf } from './return-to.ts';

const CALLBACK = '/api/console/callback';
const COOKIE = 'furrow-sign-in';
/** As long as somebody may take over the pages of the provider. */
const LASTS_MS = 15 * 60_000;
/** Answers of the provider that are looked into at once, and a second from one address. */
const MOST_AT_ONCE = 50;
const PER_ADDRESS = 20;

/** How people get into this installation's console. */
export type Way = 'provider' | 'chooser';

/** Takes a browser to the identity provider and back. What ties both ends together travels with the browser, encrypted. */
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

  /** Whether development keys let anybody of the farm be chosen. */
  get hasChooser(): boolean {
    return this.#provider === undefined && mayBeSignedHere('user', this.config);
  }

  /** @throws SignInOff saying what there is to do */
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

  /** Where to send the browser. @throws IdentityProviderUnavailable */
  async begin(request: Request, response: Response, returnTo: unknown): Promise<string> {
    const { url, checks } = await this.#given.begin();
    const until = new Date(this.clock.now().getTime() + LASTS_MS);
    const claims = { ...checks, returnTo: returnToOf(returnTo) };
    this.#place(request).write(response, await this.seal.seal('console-sign-in', claims, until), until);
    return url.href;
  }

  /**
   * Who came back from the provider, and where they go on.
   * @throws SignInFailed | IdentityProviderUnavailable | RateLimited | Overloaded
   */
  async complete(request: Request, response: Response): Promise<{ idpId: string; returnTo: string }> {
    const place = this.#place(request);
    const { checks, returnTo } = await this.#begun(place.read(request));
    this.#take(request);
    if (this.#atOnce >= MOST_AT_ONCE) throw new Overloaded('Too many people sign in right now.');
    this.#atOnce += 1;
    try {
      const idpId = await this.#given.complete(new URL(request.originalUrl, this.address.url).search, checks);
      return { idpId, returnTo };
    } finally {
      this.#atOnce -= 1;
      // An answer of the provider is taken once.
      place.clear(response);
    }
  }

  /** Where the provider ends its own session; the console's first page where there is none, or it cannot be asked. */
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

  /** The provider is asked on behalf of strangers, so each of them may have it asked now and then. */
  #take(request: Request): void {
    const wait = this.#perAddress.take(addressKey(request.ip));
    if (wait > 0) throw new RateLimited('address', wait);
  }

  #place(request: Request): CookiePlace {
    return new CookiePlace(COOKIE, isPlainLoopback(request, this.address.url));
  }
}

/** What a proxy forwards may come from anywhere, whatever its own address. */
function isOfThisMachine({ socket, headers }: Request): boolean {
  const { remoteAddress = '' } = socket;
  const isLoopback = /^(?:::ffff:)?127\.|^::1$/.test(remoteAddress);
  return isLoopback && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
}
