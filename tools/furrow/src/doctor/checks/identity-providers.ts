import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { type Config, isTrialIssuer, type JwtIssuer } from '@furrow/config';
import type { Check, Findings } from '../finding.ts';

const TIMEOUT_MS = 5_000;

/** A key as its provider publishes it. */
type PublishedKey = JsonWebKey & { readonly use?: string; readonly alg?: string };

export const identityProviders: Check<Config> = {
  subject: 'identity provider',
  async examine({ userJwt, mobileJwt }, findings) {
    const issuers = [
      ['USER_JWT', 'users', userJwt],
      ['MOBILE_JWT', 'the mobile app', mobileJwt],
    ] as const;
    for (const [prefix, , issuer] of issuers) await ask(prefix, issuer, findings);
    findings.elseFine('None is configured: outside of production, development keys are used.');
    for (const [prefix, whose, issuer] of issuers)
      if (isTrial(issuer, [userJwt, mobileJwt]))
        findings.warning(
          `JWTs of ${whose} are still those of a trial: whoever can run "furrow jwt" can act as any user.`,
          `Before production use, configure the identity provider of ${whose} with ${prefix}_ISSUER, ${prefix}_AUDIENCE and ${prefix}_JWKS_URI.`,
        );
  },
};

/** Development keys also count as a trial where the other kind of JWT has a provider already. */
function isTrial(issuer: JwtIssuer | undefined, all: readonly (JwtIssuer | undefined)[]): boolean {
  if (issuer !== undefined) return isTrialIssuer(issuer);
  return all.some((other) => other !== undefined);
}

async function ask(prefix: string, issuer: JwtIssuer | undefined, findings: Findings): Promise<void> {
  if (issuer === undefined) return;
  const { jwksUri } = issuer;
  const advice = `Check that ${prefix}_JWKS_URI is right and can be reached from here.`;
  try {
    const answer = await fetch(jwksUri, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!answer.ok) {
      findings.wrong(`${jwksUri} answers ${answer.status}.`, advice);
      return;
    }
    const { keys } = (await answer.json()) as { keys?: readonly PublishedKey[] };
    const usable = (keys ?? []).filter(verifies).length;
    if (usable === 0) {
      findings.wrong(`${jwksUri} has no key that could verify RS256 or ES256.`, advice);
      return;
    }
    findings.fine(`${jwksUri} has ${usable === 1 ? 'a usable key' : `${usable} usable keys`}.`);
  } catch (error) {
    const { cause, message } = error as Error;
    findings.wrong(
      `${jwksUri} does not answer: ${cause instanceof Error ? cause.message : message}.`,
      advice,
    );
  }
}

function verifies(key: PublishedKey): boolean {
  if (key.use === 'enc' || !['RS256', 'ES256', undefined].includes(key.alg)) return false;
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey({ key, format: 'jwk' });
    if (asymmetricKeyType === 'ec') return asymmetricKeyDetails?.namedCurve === 'prime256v1';
    return asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}
