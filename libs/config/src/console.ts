import { isTrialIssuer, type JwtIssuer } from './issuers.ts';
import type { Variables } from './variables.ts';

export interface ConsoleConfig {
  /** The console's client at the users' identity provider. Unset: sign-in only with development keys. */
  readonly oidc: ConsoleClient | undefined;
  /** The keys of cookies: the first one encrypts, all of them decrypt. Empty: a key made in FURROW_HOME. */
  readonly cookieKeys: readonly string[];
  /** The time after which users have to sign in again, even if the session is used. */
  readonly sessionTtlSeconds: number;
  /** The background of the map on which outlines are drawn. Unset: none, and no other host. */
  readonly tiles: MapTiles | undefined;
}

/** Square pictures of the map in Web Mercator. */
export interface MapTiles {
  /** An address with `{z}`, `{x}` and `{y}`. */
  readonly url: string;
  /** To be shown beside them; empty: nothing. */
  readonly attribution: string;
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
    tiles: tilesOf(read, production),
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

function tilesOf(read: Variables, production: boolean): MapTiles | undefined {
  const url = read.text('CONSOLE_TILES_URL');
  const attribution = read.text('CONSOLE_TILES_ATTRIBUTION') ?? '';
  if (url === undefined) return undefined;
  const hasAll = ['{z}', '{x}', '{y}'].every((part) => url.includes(part));
  // The host enters the Content-Security-Policy.
  const hasHost = /^https?:\/\/[^/{}]+\//.test(url);
  if (!hasAll || !hasHost || !mayBeAsked(url, production))
    return read.refuse<MapTiles | undefined>(
      'CONSOLE_TILES_URL',
      'an https URL with {z}, {x} and {y}, such as https://tiles.example/{z}/{x}/{y}.png',
      undefined,
    );
  return { url, attribution };
}

/** The client's secret and users’ codes are sent there. */
function mayBeAsked(url: string, production: boolean): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
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
