import type { Clock } from '@furrow/kernel';
import type { Config } from '@furrow/platform';
import { DevelopmentKeys, type JwtKind } from './development-keys.ts';
import { JwksKeys } from './jwks-keys.ts';
import type { TrustedIssuer } from './verification-keys.ts';

const NOBODY: TrustedIssuer = {
  issuer: 'urn:furrow:nobody',
  audience: 'urn:furrow:nobody',
  keys: { find: async () => undefined },
};

/** Where development keys stand in for the identity provider: where none is configured, and never in production. */
export function usesDevelopmentKeys(kind: JwtKind, config: Config): boolean {
  return configured(kind, config) === undefined && !config.production;
}

/** The one issuer of this kind of JWT: as configured, else the development keys, in production else nobody. */
export function trustedIssuer(kind: JwtKind, config: Config, clock: Clock): TrustedIssuer {
  const given = configured(kind, config);
  if (given !== undefined)
    return { issuer: given.issuer, audience: given.audience, keys: new JwksKeys(given.jwksUri, clock) };
  return usesDevelopmentKeys(kind, config) ? new DevelopmentKeys(kind, config.home).trust : NOBODY;
}

function configured(kind: JwtKind, config: Config) {
  return kind === 'user' ? config.userJwt : config.mobileJwt;
}
