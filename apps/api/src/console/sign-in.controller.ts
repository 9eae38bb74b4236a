import { ShowSelf } from '@furrow/access';
import type { UserPrincipal } from '@furrow/access/domain';
import { Config } from '@furrow/config';
import { RetryLater } from '@furrow/http';
import { currencyDecimals, DomainError, ValidationFailed } from '@furrow/kernel';
import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { ConsoleSessions, CurrentUser, type SessionRequest, UserAccess } from '../auth/index.ts';
import { SignInOff } from '../errors/api-errors.ts';
import { statusOf } from '../errors/codes.ts';
import { Answers, AnswersBytes, Does, Refuses, RefusesInPages } from '../openapi/decorators.ts';
import { ok } from '../http/ok.ts';
import { languageOf } from '../http/pages/page.ts';
import { Candidates } from './candidates.ts';
import { returnToOf } from './return-to.ts';
import { SESSION_OF_CONSOLE, SIGN_IN_OPTIONS, SIGNED_OUT } from './console-session.answer.ts';
import { chooserPage, refusalPage, SIGN_IN_POLICY } from './sign-in-pages.ts';
import { SignIn } from './sign-in.ts';

const ReturnTo = ApiQuery({
  ...{ name: 'returnTo', required: false },
  description: 'The page of the console to return to; anything that is not one of its paths is ignored',
  schema: { type: 'string', examples: ['/console/today'] },
});
const RefusesToSignIn = (...more: string[]) =>
  Refuses('sign_in_off', 'identity_provider_unavailable', ...more);

/** Signing in at the console and out of it. Pages for browsers; refusals are JSON for programs. */
@Controller('api/console')
export class SignInController {
  constructor(
    private readonly signIn: SignIn,
    private readonly sessions: ConsoleSessions,
    private readonly candidates: Candidates,
    private readonly showSelf: ShowSelf,
    private readonly config: Config,
  ) {}

  @Get('session')
  @UserAccess()
  @Does('The signed-in user', '401 if nobody is signed in.')
  @Answers(200, 'The user and their company', SESSION_OF_CONSOLE)
  async session(@CurrentUser() principal: UserPrincipal, @Req() request: SessionRequest) {
    const { userId, idpId, name, email, role, companyId, companyName, timezone, currency } =
      await this.showSelf.execute(principal);
    const expiresAt = request.consoleSession?.expiresAt.toISOString() ?? null;
    const money = { currency, currencyDecimals: currencyDecimals(currency) };
    const company = { companyId, name: companyName, timezone, ...money };
    const { hasChooser: devLogin } = this.signIn;
    const tiles = this.config.console.tiles ?? null;
    return ok({ user: { userId, idpId, name, email, role }, company, expiresAt, tiles, devLogin });
  }

  @Get('sign-in')
  @Does(
    'Sign in at the console',
    'Redirects the browser to the identity provider (OpenID Connect). With development keys it is a page that lists the users to choose from, on this machine only.',
  )
  @ReturnTo
  @AnswersBytes(200, 'The users to choose from', ['text/html'])
  @Answers(302, 'To the identity provider')
  @RefusesInPages()
  @RefusesToSignIn()
  begin(@Query('returnTo') returnTo: unknown, @Req() request: Request, @Res() response: Response) {
    return shown(request, response, async () => {
      if (this.signIn.wayFor(request) === 'provider') {
        sendTo(response, 302, await this.signIn.begin(request, response, returnTo));
        return;
      }
      const { candidates, more } = await this.candidates.list();
      const asked = { returnTo: returnToOf(returnTo), language: languageOf(request), more };
      sendPage(response, chooserPage(candidates, asked));
    });
  }

  @Get('sign-in/options')
  @Does(
    'How to sign in at the console',
    'At the identity provider, or with development keys as a user to choose, on this machine only.',
  )
  @Answers(200, 'The way, and who may be chosen', SIGN_IN_OPTIONS)
  @RefusesToSignIn()
  async options(@Req() request: Request) {
    const way = this.signIn.wayFor(request);
    const nobody = { candidates: [], more: false };
    return ok({ way, ...(way === 'chooser' ? await this.candidates.list() : nobody) });
  }

  @Get('callback')
  @Does('Return from the identity provider', 'With the query that OpenID Connect defines.')
  @ApiQuery({ name: 'code', required: false, description: 'The provider’s', schema: { type: 'string' } })
  @ApiQuery({ name: 'state', required: false, description: 'The provider’s', schema: { type: 'string' } })
  @Answers(302, 'Signed in; redirects to the requested page of the console')
  @RefusesInPages()
  @RefusesToSignIn('sign_in_failed', 'user_not_registered', 'invitation_ambiguous')
  callback(@Req() request: Request, @Res() response: Response) {
    return shown(request, response, async () => {
      this.signIn.wayFor(request);
      const { identity, returnTo } = await this.signIn.complete(request, response);
      await this.sessions.begin(request, response, identity);
      sendTo(response, 302, returnTo);
    });
  }

  @Post('sign-in')
  @Does('Sign in as a user of the farm', 'With development keys only; sent by the sign-in page.')
  @ReturnTo
  @ApiQuery({
    name: 'user',
    description: 'Their idpId; of an invited person the e-mail address',
    schema: { type: 'string', examples: ['idp|ana'] },
  })
  @Answers(303, 'Signed in; redirects to the requested page of the console')
  @RefusesInPages()
  @Refuses('sign_in_off', 'cross_site_request', 'user_not_registered', 'invitation_ambiguous')
  choose(
    @Query('user') user: unknown,
    @Query('returnTo') returnTo: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    return shown(request, response, async () => {
      this.sessions.requireOwnPage(request);
      if (this.signIn.wayFor(request) !== 'chooser') throw new SignInOff('Sign in at the identity provider.');
      // Invited people are listed by their address, which here is all that there is to verify.
      if (typeof user !== 'string') throw ValidationFailed.of('user', 'must be the idpId of a user');
      await this.sessions.begin(request, response, { subject: user, email: user });
      sendTo(response, 303, returnToOf(returnTo));
    });
  }

  @Post('sign-out')
  @HttpCode(200)
  @Does('Sign out of the console', 'Repeatable, and succeeds without a session too.')
  @Answers(200, 'Signed out', SIGNED_OUT)
  @Refuses('cross_site_request')
  async signOut(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    this.sessions.end(request, response);
    return ok({ next: await this.signIn.endSessionUrl() });
  }
}

/** These addresses are mostly opened by people, who see a refusal as a page. */
async function shown(request: Request, response: Response, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const status = error instanceof DomainError ? statusOf(error) : undefined;
    if (status === undefined || request.accepts(['json', 'html']) !== 'html') throw error;
    if (status === 429 || status === 503)
      response.setHeader('Retry-After', error instanceof RetryLater ? error.retryAfterSeconds : 2);
    sendPage(response.status(status), refusalPage((error as DomainError).message, languageOf(request)));
  }
}

/** Without the body that Express would add. */
function sendTo(response: Response, status: 302 | 303, address: string): void {
  response.status(status).location(address).end();
}

function sendPage(response: Response, html: string): void {
  response.setHeader('Content-Security-Policy', SIGN_IN_POLICY);
  // Without a referrer the form of this page would be sent with `Origin: null`.
  response.setHeader('Referrer-Policy', 'same-origin');
  response.vary('Accept, Accept-Language').type('html').send(html);
}
