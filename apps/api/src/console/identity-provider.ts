import { type Identity, verifiedEmail } from '@furrow/access';
import { IdentityProviderUnavailable } from '@furrow/access/domain';
import type { ConsoleClient } from '@furrow/config';
import type { Configuration } from 'openid-client';
import { SignInFailed } from '../errors/api-errors.ts';

const TIMEOUT_SECONDS = 5;
const HOUR_MS = 3_600_000;
/** After a failed discovery the provider is not asked again for this long. */
const COOLDOWN_MS = 2_000;

/** Binds the provider's answer to the browser that was redirected. */
export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

interface Found {
  readonly configuration: Promise<Configuration>;
  readonly at: number;
}

/**
 * Signs users in at the issuer of their JWTs: OpenID Connect, authorization code with PKCE, as a confidential client.
 */
export class IdentityProvider {
  #found: Found | undefined;
  #failedAt = -Infinity;

  /** @param redirectUri where the provider returns users to, as registered there */
  constructor(
    private readonly client: ConsoleClient,
    private readonly redirectUri: () => string,
  ) {}

  /** Where to redirect the browser, and the checks for the answer. @throws IdentityProviderUnavailable */
  async begin(): Promise<{ url: URL; checks: SignInChecks }> {
    const oidc = await import('openid-client');
    const configuration = await this.#configuration();
    const verifier = oidc.randomPKCECodeVerifier();
    const checks = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier };
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.redirectUri(),
      scope: 'openid email',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url, checks };
  }

  /**
   * Who has signed in: the `sub`, which is the same as in the provider's JWTs, and the address that the provider has
   * verified, in the ID token or, as the standard has it, in what it tells about the user.
   * @param query of the request with which the browser returned, including `?`
   * @throws SignInFailed | IdentityProviderUnavailable
   */
  async complete(query: string, { state, nonce, verifier }: SignInChecks): Promise<Identity> {
    const oidc = await import('openid-client');
    const configuration = await this.#configuration();
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, new URL(query, this.redirectUri()), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new SignInFailed();
      const { sub: subject } = claims;
      const isTold = 'email' in claims || configuration.serverMetadata().userinfo_endpoint === undefined;
      // Who is known already needs no address.
      const asked = () => oidc.fetchUserInfo(configuration, tokens.access_token, subject).catch(() => claims);
      const { email, email_verified: isVerified } = isTold ? claims : await asked();
      return { subject, email: verifiedEmail(email, isVerified) };
    } catch (error) {
      throw refusalOf(error);
    }
  }

  /** The page that ends the provider's own session; undefined if there is none. */
  async endSessionUrl(returnTo: string): Promise<string | undefined> {
    const { buildEndSessionUrl } = await import('openid-client');
    const configuration = await this.#configuration();
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    return buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
  }

  /** One discovery at a time, and one per hour; while it fails, the previous result is used. */
  #configuration(): Promise<Configuration> {
    const now = performance.now();
    const found = this.#found;
    if (found !== undefined && now - found.at < HOUR_MS) return found.configuration;
    if (now - this.#failedAt < COOLDOWN_MS)
      return found?.configuration ?? Promise.reject(new IdentityProviderUnavailable());
    const configuration = discovered(this.client).catch((error: unknown) => {
      this.#failedAt = performance.now();
      this.#found = found;
      if (found !== undefined) return found.configuration;
      throw new IdentityProviderUnavailable(error);
    });
    this.#found = { configuration, at: now };
    return configuration;
  }
}

async function discovered({ issuer, clientId, clientSecret }: ConsoleClient): Promise<Configuration> {
  const oidc = await import('openid-client');
  const basic = oidc.ClientSecretBasic(clientSecret);
  const post = oidc.ClientSecretPost(clientSecret);
  return oidc.discovery(
    new URL(issuer),
    clientId,
    clientSecret,
    // The default method of client authentication.
    (server, ...rest) =>
      (server.token_endpoint_auth_methods_supported?.includes('client_secret_basic') ?? true)
        ? basic(server, ...rest)
        : post(server, ...rest),
    {
      timeout: TIMEOUT_SECONDS,
      execute: [
        oidc.enableNonRepudiationChecks,
        // The configuration says where plain http may be.
        // oxlint-disable-next-line typescript/no-deprecated -- that is how the library marks what is seldom right
        ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
      ],
    },
  );
}

function refusalOf(error: unknown): Error {
  const { name, code, error: answered } = error as { name?: string; code?: string; error?: string };
  if (answered === 'access_denied')
    return new SignInFailed('The identity provider refused the sign-in.', error);
  // The errors of the library for a missing answer.
  if (name === 'TimeoutError' || error instanceof TypeError || code === 'OAUTH_TIMEOUT')
    return new IdentityProviderUnavailable(error);
  return error instanceof SignInFailed ? error : new SignInFailed(undefined, error);
}
