import { InvalidConfig, loadConfig } from '../config.ts';

type Variables = Readonly<Record<string, string | undefined>>;

export const DATABASE_URL = 'postgres://furrow@db.example/furrow';
export const USER_JWT = {
  USER_JWT_ISSUER: 'https://login.example/',
  USER_JWT_AUDIENCE: 'furrow',
  USER_JWT_JWKS_URI: 'https://login.example/jwks.json',
};
/** The variables that production requires. */
export const PRODUCTION = {
  ...{ DATABASE_URL, IOT_TOKEN_KEY: 'i'.repeat(43), MEDIA_URL_KEY: 'm'.repeat(43), ...USER_JWT },
  MOBILE_JWT_ISSUER: 'https://login.example/',
  MOBILE_JWT_AUDIENCE: 'furrow-mobile',
  MOBILE_JWT_JWKS_URI: 'https://login.example/jwks.json',
};

export const load = (env: Variables = {}) => loadConfig({ DATABASE_URL, ...env });

/** The problems of an environment, as sentences. */
export function problems(env: Variables): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof InvalidConfig) return error.problems;
    throw error;
  }
}

export const problemsWith = (env: Variables) => problems({ DATABASE_URL, ...env });
