import type { SecuritySchemeObject } from '@nestjs/swagger';

/** The credentials and where they are sent. An operation's requirement names roles or scopes. */
// The reference shows them in the opposite order, and puts the cursor into the last one.
export const SECURITY_SCHEMES: Readonly<Record<string, SecuritySchemeObject>> = {
  metricsToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'METRICS_TOKEN of the installation. Without one, `/metrics` answers only this machine.',
  },
  iotToken: {
    type: 'apiKey',
    in: 'header',
    name: 'x-iot-token',
    description: 'A device’s token, an hour long by default, from `POST /api/iot/token`.',
  },
  key: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description:
      'The same API token in a header of its own. For weather, heat, plant, soil and irrigation any active token of the company ' +
      'is accepted, and so are the static keys of the installation.',
  },
  token: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API token of a program, `<keyId>.<token>`, with the scope named at the operation. An operator issues it: ' +
      '`npm run -s furrow -- token issue --company KEY --name NAME --scope read:production`.',
  },
  mobile: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A JWT of the mobile app’s own issuer; neither JWT is accepted as the other. In development: ' +
      '`npm run -s furrow -- jwt --idp-id ID --mobile`.',
  },
  console: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-furrow',
    description:
      'A session of the console, made by its sign-in; the cookie is named `furrow`, without the prefix, over plain http on ' +
      'the loopback address. It allows what the user’s JWT allows. Requests that change anything must come from a page ' +
      'of the console.',
  },
  user: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'A user’s JWT from the identity provider, RS256 or ES256, with `iss`, `aud`, `exp` and `sub`. The roles that an ' +
      'operation requires are named there; none means any role. In development: ' +
      '`npm run -s furrow -- jwt --idp-id ID`.',
  },
};

/**
 * The codes with which a credential may be refused in any operation; without a scope or role there is no `forbidden`.
 */
export function codesOfCredential(scheme: string, requirements: readonly string[]): readonly string[] {
  const bad = ['unauthenticated', 'invalid_token', 'token_expired'];
  switch (scheme) {
    case 'console':
      return [...codesOfCredential('user', requirements), 'cross_site_request'];
    case 'user':
    case 'mobile':
      return [
        ...[...bad, 'user_not_registered', 'invitation_ambiguous', 'identity_provider_unavailable'],
        ...(requirements.length > 0 ? ['forbidden'] : []),
      ];
    case 'token':
    case 'key':
      return [...bad, ...(requirements.length > 0 ? ['insufficient_scope'] : [])];
    case 'metricsToken':
      return ['unauthenticated', 'forbidden'];
    default:
      return bad;
  }
}

const NAMES: Readonly<Record<string, (needs: readonly string[]) => string>> = {
  console: (roles) => `a session of the console (${roles.join(' or ') || 'any role'})`,
  user: (roles) => `a user’s JWT (${roles.join(' or ') || 'any role'})`,
  mobile: (roles) => `a JWT of the mobile app (${roles.join(' or ') || 'any role'})`,
  token: (scopes) => `an API token (\`${scopes.join('`, `')}\`)`,
  key: (scopes) =>
    scopes.length > 0 ? 'the same as `x-api-key`' : 'any API token or static key as `x-api-key`',
};

/** The line about the required credential. */
export function whoMay(security: readonly Record<string, string[]>[]): string {
  const ways = security
    .flatMap((each) => Object.entries(each))
    .map(([scheme, needs]) => NAMES[scheme]?.(needs));
  return ways.length === 0 ? '' : `**Credential:** ${ways.join(', or ')}`;
}
