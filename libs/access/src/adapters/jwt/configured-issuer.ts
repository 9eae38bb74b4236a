import { type Config, isTrialIssuer, type JwtIssuer } from '@furrow/platform';
import type { JwtKind } from './development-keys.ts';

/** The identity provider for this kind of JWT, where there is one. */
export function configuredIssuer(kind: JwtKind, config: Config): JwtIssuer | undefined {
  return kind === 'user' ? config.userJwt : config.mobileJwt;
}

/** Where development keys stand in for the identity provider: where none is configured, and never in production. */
export function usesDevelopmentKeys(kind: JwtKind, config: Config): boolean {
  return configuredIssuer(kind, config) === undefined && !config.production;
}

/** Whether what `furrow jwt` signs is trusted: by development keys, or as the trial issuer that publishes them. */
export function mayBeSignedHere(kind: JwtKind, config: Config): boolean {
  const given = configuredIssuer(kind, config);
  return !config.production && (given === undefined || isTrialIssuer(given));
}
