import { type Config, isTrialIssuer, type JwtIssuer } from '@furrow/config';
import type { JwtKind } from './development-keys.ts';

/** The identity provider for this kind of JWT, if one is configured. */
export function configuredIssuer(kind: JwtKind, config: Config): JwtIssuer | undefined {
  return kind === 'user' ? config.userJwt : config.mobileJwt;
}

/** Whether development keys replace the identity provider: if none is configured, and never in production. */
export function usesDevelopmentKeys(kind: JwtKind, config: Config): boolean {
  return configuredIssuer(kind, config) === undefined && !config.production;
}

/**
 * Whether JWTs signed by `furrow jwt` are trusted: with development keys, or as the trial issuer that publishes them.
 */
export function mayBeSignedHere(kind: JwtKind, config: Config): boolean {
  const given = configuredIssuer(kind, config);
  return !config.production && (given === undefined || isTrialIssuer(given));
}
