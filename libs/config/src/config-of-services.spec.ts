import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  DATABASE_URL,
  load,
  problems,
  problemsWith,
  PRODUCTION,
  USER_JWT,
} from './testing/configurations.ts';
import { loadConfig } from './config.ts';

describe('the embedded database', () => {
  let home: string;
  beforeAll(() => {
    home = mkdtempSync(join(tmpdir(), 'furrow-config-'));
    writeFileSync(
      join(home, 'database.json'),
      JSON.stringify({ url: 'postgres://app', ownerUrl: 'postgres://owner' }),
    );
  });
  afterAll(() => rmSync(home, { recursive: true }));

  it('is found in FURROW_HOME while it runs', () => {
    expect(loadConfig({ FURROW_HOME: home }).database).toMatchObject({
      url: 'postgres://app',
      ownerUrl: 'postgres://owner',
    });
    expect(load({ FURROW_HOME: home }).database.url).toBe(DATABASE_URL);
  });

  it('must be started if it does not run, and is never used in production', () => {
    expect(problems({ FURROW_HOME: '/nowhere' })).toEqual([expect.stringMatching(/npm start/)]);
    expect(problems({ FURROW_HOME: home, NODE_ENV: 'production' })).toContainEqual(
      expect.stringMatching(/^DATABASE_URL is missing/),
    );
  });
});

describe('media in a bucket', () => {
  const s3 = { MEDIA_DRIVER: 's3', S3_BUCKET: 'photos' };
  const disk = (env: Record<string, string> = {}) => load({ ...s3, ...env }).media.disk;

  it('need only its name at Amazon', () => {
    expect(disk()).toEqual({
      ...{ driver: 's3', bucket: 'photos', region: 'us-east-1', forcePathStyle: false },
      ...{ endpoint: undefined, credentials: undefined },
    });
  });

  it('may be at any other host', () => {
    const elsewhere = { S3_ENDPOINT: 'http://s3.example:9000', S3_REGION: 'eu-1' };
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(disk({ ...elsewhere, ...keys })).toEqual({
      ...{ driver: 's3', bucket: 'photos', region: 'eu-1', forcePathStyle: true },
      ...{
        endpoint: 'http://s3.example:9000',
        credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
      },
    });
    expect(disk({ ...elsewhere, S3_FORCE_PATH_STYLE: 'false' })).toMatchObject({ forcePathStyle: false });
  });

  it.each([
    [{ S3_BUCKET: '' }, 'S3_BUCKET is missing'],
    [{ S3_ENDPOINT: 's3.example' }, 'S3_ENDPOINT must be'],
    [{ S3_FORCE_PATH_STYLE: 'yes' }, 'S3_FORCE_PATH_STYLE must be'],
    [{ S3_ACCESS_KEY_ID: 'id' }, 'S3_SECRET_ACCESS_KEY is missing'],
    [{ S3_SECRET_ACCESS_KEY: 'secret' }, 'S3_ACCESS_KEY_ID is missing'],
  ])('with %o are refused: %s', (env, problem) => {
    expect(problemsWith({ ...s3, ...(env as Record<string, string>) })).toEqual([
      expect.stringMatching(problem),
    ]);
  });

  it('sign their links themselves', () => {
    const found = problems({ ...s3, NODE_ENV: 'production', DATABASE_URL, ...USER_JWT });
    expect(found.filter((problem) => problem.startsWith('MEDIA_'))).toEqual([]);
  });
});

describe('the sign-in of the console', () => {
  const client = { CONSOLE_OIDC_CLIENT_ID: 'console', CONSOLE_OIDC_CLIENT_SECRET: 'secret' };
  const key = 'k'.repeat(32);

  it('is off by default, and uses the issuer of users if the console has a client there', () => {
    const defaults = { sessionTtlSeconds: 43_200, tiles: undefined };
    expect(load().console).toEqual({ oidc: undefined, cookieKeys: [], ...defaults });
    expect(load({ ...USER_JWT, ...client, CONSOLE_COOKIE_KEY: `${key}, ${key}2` }).console).toEqual({
      oidc: { issuer: 'https://login.example/', clientId: 'console', clientSecret: 'secret' },
      ...{ cookieKeys: [key, `${key}2`], ...defaults },
    });
  });

  it.each([
    [{ CONSOLE_OIDC_CLIENT_ID: 'console' }, 'CONSOLE_OIDC_CLIENT_SECRET is missing'],
    [{ CONSOLE_OIDC_CLIENT_SECRET: 'secret' }, 'CONSOLE_OIDC_CLIENT_ID is missing'],
    [client, 'USER_JWT_ISSUER is missing'],
    [{ ...client, TRIAL_ISSUER_URL: 'http://trial:8080' }, 'USER_JWT_ISSUER is missing'],
    [{ ...client, ...USER_JWT, USER_JWT_ISSUER: 'login' }, 'USER_JWT_ISSUER must be an https URL'],
    [{ CONSOLE_COOKIE_KEY: `${key},short` }, 'CONSOLE_COOKIE_KEY must be random texts'],
    [{ CONSOLE_SESSION_TTL: '31d' }, 'CONSOLE_SESSION_TTL must be'],
    [{ CONSOLE_TILES_URL: 'https://tiles.example/{z}/{x}.png' }, 'CONSOLE_TILES_URL must be an https URL'],
    [{ CONSOLE_TILES_URL: 'tiles.example/{z}/{x}/{y}' }, 'CONSOLE_TILES_URL must be an https URL'],
    [{ CONSOLE_TILES_URL: 'https://{x}.tiles.example/{z}/{y}' }, 'CONSOLE_TILES_URL must be an https URL'],
  ])('refuses %j', (env, problem) => {
    expect(problemsWith(env)).toEqual([expect.stringContaining(problem)]);
  });

  it('names the host of a map, which nothing else does', () => {
    const url = 'https://tiles.example/{z}/{x}/{y}.png?key=k';
    expect(load({ CONSOLE_TILES_URL: url }).console.tiles).toEqual({ url, attribution: '' });
    const env = { CONSOLE_TILES_URL: url, CONSOLE_TILES_ATTRIBUTION: '© Maps' };
    expect(load(env).console.tiles).toEqual({ url, attribution: '© Maps' });
  });

  it('requires a key in production if there is a client, and https except on this machine', () => {
    expect(problems({ ...PRODUCTION, NODE_ENV: 'production' })).toEqual([]);
    expect(problems({ ...PRODUCTION, ...client, NODE_ENV: 'production' })).toEqual([
      expect.stringContaining('CONSOLE_COOKIE_KEY is missing'),
    ]);
    const given = { ...PRODUCTION, ...client, CONSOLE_COOKIE_KEY: key, NODE_ENV: 'production' };
    expect(problems({ ...given, USER_JWT_ISSUER: 'http://login.example/' })).toEqual([
      expect.stringContaining('USER_JWT_ISSUER must be an https URL'),
    ]);
    expect(problems({ ...given, USER_JWT_ISSUER: 'http://127.0.0.1:8080/' })).toEqual([]);
  });
});

describe('webhooks', () => {
  it('are retried over three days, and reach no private network, by default', () => {
    const { retriesMs, allowedHosts } = load().webhooks;
    expect([retriesMs.length, retriesMs[0], retriesMs.at(-1), allowedHosts]).toEqual([
      9,
      5_000,
      86_400_000,
      [],
    ]);
    const found = load({ WEBHOOK_RETRIES: '1s, 2m', WEBHOOK_ALLOWED_HOSTS: 'Hooks.lan:8080, [::1]:443' });
    expect(found.webhooks).toEqual({
      ...{ retriesMs: [1_000, 120_000], allowedHosts: ['hooks.lan:8080', '[::1]:443'] },
    });
  });

  it.each(['5', '5s,,5m', 'soon', '8d', Array(21).fill('1s').join()])('are not retried by %s', (text) => {
    expect(problemsWith({ WEBHOOK_RETRIES: text })).toEqual([
      expect.stringMatching(/^WEBHOOK_RETRIES must be/),
    ]);
  });

  it.each(['hooks.lan', 'hooks.lan:0', 'http://hooks.lan:80', 'user@hooks.lan:80', ':80', 'hooks.lan:80/x'])(
    'are not allowed at %s',
    (text) => {
      expect(problemsWith({ WEBHOOK_ALLOWED_HOSTS: text })).toEqual([
        expect.stringMatching(/^WEBHOOK_ALLOWED_HOSTS must be/),
      ]);
    },
  );
});
