import { isTrialIssuer, type JwtIssuer } from './issuers.ts';
import type { Variables } from './variables.ts';

/** The configuration of the console’s sign-in. */
export interface ConsoleConfig {
  /** The console's client at the users' identity provider. Unset: sign-in only with development keys. */
  readonly oidc: ConsoleClient | undefined;
  /** The keys of cookies: the first one encrypts, all of them decrypt. Empty: a key made in FURROW_HOME. */
  readonly cookieKeys: readonly string[];
  /** The time after which users have to sign in again, even if the session is used. */
  readonly sessionTtlSeconds: number;
}

export interface ConsoleClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

const HOUR = 3_600;
const MIN_KEY_LENGTH = 32;
const NAMES = ['CONSOLE_OIDC_CLIENT_ID', 'CONSOLE_OIDC_CLIENT_SECRET'] as const;

export function consoleOf(
  read: Variables,
  production: boolean,
  userJwt: JwtIssuer | undefined,
): ConsoleConfig {
  return {
    oidc: clientOf(read, production, userJwt),
    cookieKeys: keysOf(read, production),
    sessionTtlSeconds: read.seconds('CONSOLE_SESSION_TTL', 12 * HOUR, 30 * 24 * HOUR),
  };
}

function clientOf(
  read: Variables,
  production: boolean,
  userJwt: JwtIssuer | undefined,
): ConsoleClient | undefined {
  const [clientId, clientSecret] = NAMES.map((name) => read.text(name));
  if (clientId === undefined || clientSecret === undefined) {
    for (const name of clientId === clientSecret ? [] : NAMES)
      if (read.text(name) === undefined)
        read.missing(name, `${NAMES.join(' and ')} are given together or not at all`, NAMES);
    return undefined;
  }
  if (userJwt === undefined || isTrialIssuer(userJwt)) {
    const why = 'the console signs in where users get their JWTs, so CONSOLE_OIDC_CLIENT_ID needs it';
    read.missing('USER_JWT_ISSUER', why, NAMES);
    return undefined;
  }
  if (!mayBeAsked(userJwt.issuer, production))
    read.refuse('USER_JWT_ISSUER', 'an https URL, for the console signs in there', undefined);
  return { issuer: userJwt.issuer, clientId, clientSecret };
}

/** The client's secret and users’ codes are sent there. */
function mayBeAsked(issuer: string, production: boolean): boolean {
  if (!URL.canParse(issuer)) return false;
  const { protocol, hostname } = new URL(issuer);
  if (protocol === 'https:') return true;
  return protocol === 'http:' && (!production || ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}

function keysOf(read: Variables, production: boolean): readonly string[] {
  const keys = read.list('CONSOLE_COOKIE_KEY');
  if (keys.some((key) => key.length < MIN_KEY_LENGTH)) {
    const accepts = `random texts of at least ${MIN_KEY_LENGTH} characters, separated by commas: the first encrypts`;
    return read.refuse<readonly string[]>('CONSOLE_COOKIE_KEY', accepts, []);
  }
  if (production && keys.length === 0 && read.text(NAMES[0]) !== undefined)
    read.missing(
      'CONSOLE_COOKIE_KEY',
      `give a random text of at least ${MIN_KEY_LENGTH} characters, the same to every process`,
      NAMES,
    );
  return keys;
}
