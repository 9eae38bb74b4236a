import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Provider from 'oidc-provider';
import { AS_NAVIGATION, type Visitor } from './visitor.ts';

/** A certified OpenID provider on loopback. Anybody can log in with any name, which becomes their `sub`. */
export class OpenIdProvider {
  readonly clientId = 'furrow-console';
  readonly clientSecret = 'a-secret-of-the-client-of-the-console';
  readonly #addresses = new Map<string, { readonly email: string; readonly email_verified: boolean }>();

  private constructor(
    private readonly server: Server,
    readonly issuer: string,
  ) {}

  /** Reserves its address; it answers once it has a client. */
  static async listen(): Promise<OpenIdProvider> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    return new OpenIdProvider(server, `http://127.0.0.1:${port}`);
  }

  /** The API's configuration for it. */
  get environment(): Record<string, string> {
    return {
      USER_JWT_ISSUER: this.issuer,
      USER_JWT_AUDIENCE: 'furrow',
      USER_JWT_JWKS_URI: `${this.issuer}/jwks`,
      CONSOLE_OIDC_CLIENT_ID: this.clientId,
      CONSOLE_OIDC_CLIENT_SECRET: this.clientSecret,
    };
  }

  /** What it tells about whoever logs in with this name. */
  knows(login: string, email: string, isVerified = true): void {
    this.#addresses.set(login, { email, email_verified: isVerified });
  }

  /** @param api the address of the console's host */
  async serve(api: string): Promise<void> {
    const { default: Implementation } = await import('oidc-provider');
    const provider: Provider = new Implementation(this.issuer, {
      clients: [
        {
          client_id: this.clientId,
          client_secret: this.clientSecret,
          redirect_uris: [`${api}/api/console/callback`],
          post_logout_redirect_uris: [`${api}/console/`],
        },
      ],
      pkce: { required: () => true },
      cookies: { keys: ['a key of the provider of the test'] },
      findAccount: (_, accountId) => ({
        accountId,
        claims: async () => ({ sub: accountId, ...this.#addresses.get(accountId) }),
      }),
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      // Grants the console access without asking for consent.
      loadExistingGrant: async (context) => {
        const { client, session } = context.oidc;
        const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
    });
    const answer = provider.callback();
    this.server.on('request', (request, response) => void answer(request, response));
  }

  /** Logs in at the provider. @returns the address that it redirects the browser to */
  async logIn(visitor: Visitor, authorizationUrl: string, login: string): Promise<string> {
    let next = authorizationUrl;
    for (let hops = 0; hops < 10; hops++) {
      const response = await visitor.get(new URL(next, this.issuer).href, AS_NAVIGATION);
      const answer = response.status === 200 ? await this.#submit(visitor, response, login) : response;
      next = answer.headers.get('location') ?? '';
      const isElsewhere = new URL(next, this.issuer).origin !== this.issuer;
      if (isElsewhere) return next;
    }
    throw new Error(`The provider sends from page to page, lastly to ${next}`);
  }

  async #submit(visitor: Visitor, page: Response, login: string): Promise<Response> {
    const html = await page.text();
    const [, action] = /<form[^>]+action="([^"]+)"/.exec(html) ?? [];
    if (action === undefined) throw new Error(`The provider shows no form, but ${html}`);
    const form = new URLSearchParams({ prompt: 'login', login, password: 'any' });
    return visitor.post(new URL(action, this.issuer).href, {}, form);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
