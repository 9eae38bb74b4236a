import type { Clock } from '@furrow/kernel';
import type { Config } from '@furrow/config';
import { configuredIssuer, usesDevelopmentKeys } from './configured-issuer.ts';
import { DevelopmentKeys, type JwtKind } from './development-keys.ts';
import { JwksKeys } from './jwks-keys.ts';
import type { TrustedIssuer } from './verification-keys.ts';

const NOBODY: TrustedIssuer = {
  issuer: 'urn:furrow:nobody',
  audience: 'urn:furrow:nobody',
  keys: { find: async () => undefined },
};

/**
 * The one issuer of this kind of JWT: the configured one, else the development keys; none in production without
 * configuration.
 */
export function trustedIssuer(kind: JwtKind, config: Config, clock: Clock): TrustedIssuer {
  const given = configuredIssuer(kind, config);
  if (given !== undefined)
    return { issuer: given.issuer, audience: given.audience, keys: new JwksKeys(given.jwksUri, clock) };
  return usesDevelopmentKeys(kind, config) ? new DevelopmentKeys(kind, config.home).trust : NOBODY;
}
