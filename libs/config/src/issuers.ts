import type { Variables } from './variables.ts';

/** An identity provider whose JWTs are trusted. */
export interface JwtIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUri: string;
}

export interface Issuers {
  /** Unset: development keys in FURROW_HOME. */
  readonly userJwt: JwtIssuer | undefined;
  readonly mobileJwt: JwtIssuer | undefined;
}

type Kind = 'user' | 'mobile';

const PREFIXES = { user: 'USER_JWT', mobile: 'MOBILE_JWT' } as const;
const TRIAL = 'urn:furrow:development:';

/** The issuer of `furrow jwt` without an identity provider. */
export function developmentIssuer(kind: Kind): Omit<JwtIssuer, 'jwksUri'> {
  return { issuer: `${TRIAL}${kind}`, audience: `furrow-development-${kind}` };
}

/** Whether an issuer is that of `furrow jwt`, with which its operator can be any user. */
export function isTrialIssuer({ issuer }: Pick<JwtIssuer, 'issuer'>): boolean {
  return issuer.startsWith(TRIAL);
}

/**
 * TRIAL_ISSUER_URL replaces both providers, and only while neither is configured: an installation that trusts its own
 * provider for users must not trust the keys of a trial for phones.
 */
export function issuersOf(read: Variables, production: boolean): Issuers {
  const trialUrl = read.url('TRIAL_ISSUER_URL', ['http:', 'https:'])?.replace(/\/$/, '');
  const named = (['user', 'mobile'] as const)
    .flatMap(namesOf)
    .filter((name) => read.text(name) !== undefined);
  if (trialUrl !== undefined && named.length === 0)
    return { userJwt: trialOf('user', trialUrl), mobileJwt: trialOf('mobile', trialUrl) };
  const issuers = {
    userJwt: issuerOf(read, 'user', production),
    mobileJwt: issuerOf(read, 'mobile', production),
  };
  if (production) refuseHalfATrial(read, issuers);
  return issuers;
}

const trialOf = (kind: Kind, url: string): JwtIssuer => ({
  ...developmentIssuer(kind),
  jwksUri: `${url}/${kind}.json`,
});

const namesOf = (kind: Kind) =>
  [`${PREFIXES[kind]}_ISSUER`, `${PREFIXES[kind]}_AUDIENCE`, `${PREFIXES[kind]}_JWKS_URI`] as const;

function issuerOf(read: Variables, kind: Kind, required: boolean): JwtIssuer | undefined {
  const names = namesOf(kind);
  const issuer = read.text(names[0]);
  const audience = read.text(names[1]);
  const jwksUri = read.url(names[2], ['https:', 'http:']);
  if (issuer && audience && jwksUri) return { issuer, audience, jwksUri };
  const given = names.filter((name) => read.text(name) !== undefined);
  if (required || given.length > 0)
    for (const name of names)
      if (!given.includes(name))
        read.missing(name, `an identity provider needs ${names.join(', ')} together`, given);
  return undefined;
}

function refuseHalfATrial(read: Variables, { userJwt, mobileJwt }: Issuers): void {
  if (userJwt === undefined || mobileJwt === undefined) return;
  if (isTrialIssuer(userJwt) === isTrialIssuer(mobileJwt)) return;
  const kind = isTrialIssuer(userJwt) ? 'user' : 'mobile';
  const name = `${PREFIXES[kind]}_ISSUER`;
  read.refuse(name, 'an identity provider, as the other one is: it is still the one of a trial', undefined);
}
