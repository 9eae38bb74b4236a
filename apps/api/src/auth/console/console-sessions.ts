import { AuthenticateUser, type Identity } from '@furrow/access';
import { InvalidToken, type UserPrincipal } from '@furrow/access/domain';
import { Clock } from '@furrow/kernel';
import { Config, developmentIssuer } from '@furrow/config';
import { PublicAddress } from '@furrow/media';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CookieScope, isPlainLoopback } from './cookie-scope.ts';
import { CookieSeal } from './cookie-seal.ts';
import { requireOwnPage } from './same-origin.ts';

const COOKIE = 'furrow';
const MINUTE = 60_000;
/** An unused session ends after this long. */
const IDLE_MS = 120 * MINUTE;
/** A used session is renewed at this age, rather than on each request. */
const RENEWED_AFTER_MS = 10 * MINUTE;

/** The request header in which a page names the user whom it shows, by `userId`. */
const USER_OF_PAGE = 'furrow-user';

/** A request with a session that its guard has verified. */
export interface SessionRequest extends Request {
  consoleSession?: { readonly expiresAt: Date };
}

/** The content of the cookie. */
interface Session {
  /** The user's subject at the identity provider. */
  readonly idpId: string;
  readonly signedInAt: Date;
  readonly expiresAt: Date;
}

/**
 * The sessions of users of the console, each stored only in an encrypted cookie. A session ends two hours after its
 * last use, CONSOLE_SESSION_TTL after signing in, and at once if the user is no longer active.
 */
@Injectable()
export class ConsoleSessions {
  constructor(
    private readonly config: Config,
    private readonly clock: Clock,
    private readonly seal: CookieSeal,
    private readonly users: AuthenticateUser,
    private readonly address: PublicAddress,
  ) {}

  /** Whether the request has a session cookie, valid or not. */
  isBroughtBy(request: Request): boolean {
    return request.headers.cookie !== undefined && this.#cookie(request).read(request) !== undefined;
  }

  /**
   * Signs a user in after the identity provider or the development chooser has authenticated them.
   * @throws UserNotRegistered | InvitationAmbiguous
   */
  async begin(request: Request, response: Response, identity: Identity): Promise<void> {
    await this.users.execute(identity);
    await this.#write(request, response, { idpId: identity.subject, signedInAt: this.clock.now() });
  }

  /**
   * The user of the request's session, which is renewed from time to time.
   * @throws InvalidToken | TokenExpired | CrossSiteRequest | UserNotRegistered
   */
  async admit(request: SessionRequest, response: Response): Promise<UserPrincipal> {
    const cookie = this.#cookie(request).read(request);
    if (cookie === undefined) throw new InvalidToken();
    const session = await this.#open(cookie);
    this.requireOwnPage(request);
    const user = await this.users.execute({ subject: session.idpId });
    requireUserOfPage(request, user);
    const expiresAt = this.#isDue(session)
      ? await this.#write(request, response, session)
      : session.expiresAt;
    request.consoleSession = { expiresAt };
    return user;
  }

  /** Ensures that only our own pages sign users in or out. @throws CrossSiteRequest */
  requireOwnPage(request: Request): void {
    requireOwnPage(request, this.address.url);
  }

  /** @throws CrossSiteRequest */
  end(request: Request, response: Response): void {
    this.requireOwnPage(request);
    this.#cookie(request).clear(response);
  }

  async #open(cookie: string): Promise<Session> {
    const { iss, sub, exp, auth_time: signedIn } = await this.seal.open('console-session', cookie);
    // An issuer that signed the user in earlier, such as the development keys, may no longer be trusted.
    if (iss !== this.#issuer || sub === undefined || exp === undefined || typeof signedIn !== 'number')
      throw new InvalidToken();
    return { idpId: sub, signedInAt: new Date(signedIn * 1_000), expiresAt: new Date(exp * 1_000) };
  }

  async #write(
    request: Request,
    response: Response,
    { idpId, signedInAt }: Pick<Session, 'idpId' | 'signedInAt'>,
  ): Promise<Date> {
    const expiresAt = this.#endOf(signedInAt);
    const claims = { iss: this.#issuer, sub: idpId, auth_time: Math.floor(signedInAt.getTime() / 1_000) };
    const cookie = await this.seal.seal('console-session', claims, expiresAt);
    this.#cookie(request).write(response, cookie, expiresAt);
    return expiresAt;
  }

  #isDue({ signedInAt, expiresAt }: Session): boolean {
    return this.#endOf(signedInAt).getTime() - expiresAt.getTime() >= RENEWED_AFTER_MS;
  }

  /** When a session that is used now ends unless it is used again; in whole seconds, as in the cookie. */
  #endOf(signedInAt: Date): Date {
    const idle = this.clock.now().getTime() + IDLE_MS;
    const last = signedInAt.getTime() + this.config.console.sessionTtlSeconds * 1_000;
    return new Date(Math.floor(Math.min(idle, last) / 1_000) * 1_000);
  }

  #cookie(request: Request): CookieScope {
    return new CookieScope(COOKIE, isPlainLoopback(request, this.address.url));
  }

  get #issuer(): string {
    return this.config.console.oidc?.issuer ?? developmentIssuer('user').issuer;
  }
}

/**
 * All tabs of a browser have one cookie. A page that still shows a user whom another tab has replaced must neither get
 * nor change anything as the new one.
 */
function requireUserOfPage({ headers }: Request, { userId }: UserPrincipal): void {
  const shown = headers[USER_OF_PAGE];
  if (shown !== undefined && shown !== userId)
    throw new InvalidToken('The session belongs to another user than the one in the header Furrow-User.');
}
