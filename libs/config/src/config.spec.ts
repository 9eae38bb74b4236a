import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  DATABASE_URL,
  load,
  problems,
  problemsWith,
  PRODUCTION,
  USER_JWT,
} from './testing/configurations.ts';
import { InvalidConfig, loadConfig } from './config.ts';

function writtenTo(path: string, text: string): string {
  writeFileSync(path, text);
  return path;
}

describe('configuration', () => {
  it('needs only a database', () => {
    expect(load()).toMatchObject({
      production: false,
      home: resolve('.furrow'),
      api: { host: '127.0.0.1', port: 3000, publicUrl: undefined },
      database: { url: DATABASE_URL, ownerUrl: DATABASE_URL, replica: undefined },
      userJwt: undefined,
      mobileJwt: undefined,
      rateLimitPerSecond: 500,
      rateLimitPerAddress: 2_000,
      trustProxy: undefined,
      corsOrigins: [],
      metricsToken: undefined,
      logLevel: 'info',
      iot: {
        ...{
          host: '127.0.0.1',
          port: 3001,
          publicUrl: undefined,
          tokenKey: undefined,
          tokenTtlSeconds: 3_600,
        },
        ...{ deviceRate: 0, companyRate: 0, redisUrl: undefined, brokerUrl: undefined },
      },
      staticApiKeys: [],
      media: {
        disk: { driver: 'fs', folder: resolve('.furrow/media') },
        urlKey: undefined,
        urlTtlSeconds: 3_600,
      },
    });
  });

  it('treats an empty value as unset', () => {
    const names = [
      'FURROW_HOME',
      'FURROW_API_PORT',
      'PUBLIC_API_URL',
      'CORS_ORIGINS',
      'MEDIA_DRIVER',
      'MEDIA_URL_TTL',
    ];
    expect(load(Object.fromEntries(names.map((name) => [name, ''])))).toEqual(load());
  });

  it('uses the given values', () => {
    const config = load({
      ...{ NODE_ENV: 'production', FURROW_HOME: '/srv/furrow', FURROW_HOST: '0.0.0.0', FURROW_API_PORT: '0' },
      ...{
        PUBLIC_API_URL: 'https://api.example/',
        DATABASE_OWNER_URL: 'postgresql://owner@db.example/furrow',
      },
      ...{
        ...USER_JWT,
        MOBILE_JWT_ISSUER: 'm',
        MOBILE_JWT_AUDIENCE: 'n',
        MOBILE_JWT_JWKS_URI: 'https://m.example/',
      },
      ...{
        RATE_LIMIT_PER_SECOND: '0',
        TRUST_PROXY: '1',
        CORS_ORIGINS: 'https://a.example, http://b.example:8080',
      },
      ...{
        FURROW_IOT_PORT: '0',
        PUBLIC_IOT_URL: 'https://iot.example/',
        IOT_TOKEN_KEY: 'i'.repeat(32),
        IOT_TOKEN_TTL: '2h',
      },
      ...{ IOT_DEVICE_RATE: '10', IOT_COMPANY_RATE: '1000', IOT_MAX_CONNECTIONS: '5' },
      ...{ REDIS_URL: 'redis://redis.example', MQTT_BROKER_URL: 'mqtts://broker.example' },
      ...{
        STATIC_API_KEYS: `acme:${'a'.repeat(24)},other:${'b'.repeat(24)}`,
        DATABASE_PREPARED_STATEMENTS: 'false',
        ...{ DATABASE_READ_URL: 'postgresql://replica.example/furrow', DATABASE_READ_MAX_LAG: '30s' },
      },
      ...{ METRICS_TOKEN: 'secret', LOG_LEVEL: 'debug', MEDIA_URL_KEY: 'k'.repeat(32), MEDIA_URL_TTL: '15m' },
    });
    expect(config).toMatchObject({
      ...{ production: true, home: '/srv/furrow', rateLimitPerSecond: 0, trustProxy: '1', logLevel: 'debug' },
      api: { host: '0.0.0.0', port: 0, publicUrl: 'https://api.example' },
      iot: {
        ...{ host: '0.0.0.0', port: 0, publicUrl: 'https://iot.example', tokenKey: 'i'.repeat(32) },
        ...{ tokenTtlSeconds: 7_200, deviceRate: 10, companyRate: 1_000, maxConnections: 5 },
        ...{ redisUrl: 'redis://redis.example', brokerUrl: 'mqtts://broker.example' },
      },
      staticApiKeys: [
        { company: 'acme', key: 'a'.repeat(24) },
        { company: 'other', key: 'b'.repeat(24) },
      ],
      database: {
        ...{ prepares: false, url: DATABASE_URL, ownerUrl: 'postgresql://owner@db.example/furrow' },
        replica: { url: 'postgresql://replica.example/furrow', maxLagSeconds: 30 },
      },
      userJwt: {
        issuer: 'https://login.example/',
        audience: 'furrow',
        jwksUri: 'https://login.example/jwks.json',
      },
      mobileJwt: { issuer: 'm', audience: 'n', jwksUri: 'https://m.example/' },
      corsOrigins: ['https://a.example', 'http://b.example:8080'],
      metricsToken: 'secret',
      media: { disk: { folder: '/srv/furrow/media' }, urlKey: 'k'.repeat(32), urlTtlSeconds: 900 },
    });
  });

  it.each([
    ['FURROW_API_PORT', '65536'],
    ['FURROW_API_PORT', '3000x'],
    ['FURROW_API_PORT', '-1'],
    ['PUBLIC_API_URL', 'api.example'],
    ['PUBLIC_API_URL', 'ftp://api.example'],
    ['DATABASE_URL', 'mysql://db.example/furrow'],
    ['DATABASE_OWNER_URL', 'db.example'],
    ['DATABASE_POOL_SIZE', '1'],
    ['USER_JWT_JWKS_URI', 'jwks.json'],
    ['MOBILE_JWT_JWKS_URI', 'file:///jwks.json'],
    ['RATE_LIMIT_PER_SECOND', '1.5'],
    ['CORS_ORIGINS', 'https://a.example/path'],
    ['CORS_ORIGINS', '*'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_PREPARED_STATEMENTS', 'never'],
    ['FURROW_IOT_PORT', 'x'],
    ['PUBLIC_IOT_URL', 'iot.example'],
    ['IOT_TOKEN_KEY', 'short'],
    ['IOT_TOKEN_TTL', '31d'],
    ['IOT_DEVICE_RATE', '-1'],
    ['IOT_COMPANY_RATE', 'many'],
    ['IOT_MAX_CONNECTIONS', '0'],
    ['REDIS_URL', 'http://redis.example'],
    ['MQTT_BROKER_URL', 'amqp://broker.example'],
    ['STATIC_API_KEYS', 'acme'],
    ['STATIC_API_KEYS', 'north:'],
    ['STATIC_API_KEYS', `acme:${'a'.repeat(24)},other:${'a'.repeat(24)}`],
    ...['not a host', '-x', 'http://127.0.0.1', '127.0.0.1:3000', 'a'.repeat(254)].map(
      (host): [string, string] => ['FURROW_HOST', host],
    ),
    ...['banana', '10.0.0.0/33', '::/129', '10.0.0.1,', '10.0.0.1, banana', '-1', 'yes'].map(
      (proxies): [string, string] => ['TRUST_PROXY', proxies],
    ),
    ['MEDIA_DRIVER', 'ftp'],
    ['MEDIA_URL_KEY', 'short'],
    ['MEDIA_URL_TTL', '3600'],
    ['MEDIA_URL_TTL', '0s'],
    ['MEDIA_URL_TTL', '8d'],
    ['MEDIA_URL_TTL', '1w'],
    ['OTEL_TRACES_EXPORTER', 'zipkin'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['OTEL_SDK_DISABLED', 'perhaps'],
  ])('refuses %s=%s, and does not repeat what may be a secret', (name, value) => {
    const found = problemsWith({ [name]: value });
    expect(found.filter((problem) => problem.startsWith(`${name} must be `))).toHaveLength(1);
    if (value.length > 4) expect(found.join()).not.toContain(value);
  });

  it('requires keys that cannot be guessed in production only', () => {
    expect(load({ STATIC_API_KEYS: 'acme:k' }).staticApiKeys).toEqual([{ company: 'acme', key: 'k' }]);
    const given = { NODE_ENV: 'production', STATIC_API_KEYS: `acme:${'a'.repeat(23)}` };
    expect(problemsWith(given)).toContainEqual(expect.stringContaining('of at least 24 characters'));
  });

  it.each(['true', '2', 'loopback, 10.0.0.0/8', '::1,fd00::/8'])('trusts the proxies %s', (proxies) => {
    expect(load({ TRUST_PROXY: proxies }).trustProxy).toBe(proxies);
  });

  it.each(['0.0.0.0', '::', 'localhost', 'api.farm.example', 'furrow_api-1'])('listens on %s', (host) => {
    const { api, iot } = load({ FURROW_HOST: host });
    expect([api.host, iot.host]).toEqual([host, host]);
  });

  it('states the maximum of a duration in its own unit', () => {
    const given = { DATABASE_STATEMENT_TIMEOUT: '2h', IOT_TOKEN_TTL: '31d' };
    expect(
      problemsWith(given)
        .map((problem) => problem.split('of at most ')[1])
        .sort(),
    ).toEqual(['1h', '30d']);
  });

  it.each([
    ['1s', 1],
    ['90s', 90],
    ['15m', 900],
    ['1h', 3_600],
    ['7d', 604_800],
  ])('accepts %s as a duration', (text, seconds) => {
    expect(load({ MEDIA_URL_TTL: text }).media.urlTtlSeconds).toBe(seconds);
  });

  it('reports every problem at once', () => {
    const found = problems({ FURROW_API_PORT: 'x', MEDIA_URL_TTL: 'x', LOG_LEVEL: 'x', DATABASE_URL: 'x' });
    expect(found.map((problem) => problem.split(' ')[0]).sort()).toEqual([
      ...['DATABASE_URL', 'FURROW_API_PORT', 'LOG_LEVEL', 'MEDIA_URL_TTL'],
    ]);
    expect(new InvalidConfig(found).message.split('\n')).toHaveLength(5);
  });

  it('requires all settings of an identity provider together', () => {
    expect(problemsWith({ USER_JWT_ISSUER: 'https://login.example/' })).toEqual([
      expect.stringMatching(/^USER_JWT_AUDIENCE is missing/),
      expect.stringMatching(/^USER_JWT_JWKS_URI is missing/),
    ]);
  });

  describe('with a trial issuer', () => {
    const TRIAL = { TRIAL_ISSUER_URL: 'http://trial-issuer:8080/' };
    const MOBILE_JWT = {
      MOBILE_JWT_ISSUER: 'https://phones.example/',
      MOBILE_JWT_AUDIENCE: 'furrow-mobile',
      MOBILE_JWT_JWKS_URI: 'https://phones.example/jwks.json',
    };
    const SECRETS = {
      ...{ NODE_ENV: 'production', IOT_TOKEN_KEY: 'i'.repeat(32), MEDIA_URL_KEY: 'k'.repeat(32) },
    };

    it('trusts it for both kinds of JWT if neither is configured', () => {
      const { userJwt, mobileJwt } = load({ ...SECRETS, ...TRIAL, USER_JWT_ISSUER: '' });
      expect(userJwt).toEqual({
        ...{ issuer: 'urn:furrow:development:user', audience: 'furrow-development-user' },
        jwksUri: 'http://trial-issuer:8080/user.json',
      });
      expect(mobileJwt).toEqual({
        ...{ issuer: 'urn:furrow:development:mobile', audience: 'furrow-development-mobile' },
        jwksUri: 'http://trial-issuer:8080/mobile.json',
      });
      expect(load({ ...SECRETS, ...TRIAL, ...USER_JWT, ...MOBILE_JWT })).toMatchObject({
        userJwt: { issuer: 'https://login.example/' },
        mobileJwt: { issuer: 'https://phones.example/' },
      });
    });

    it.each(Object.entries({ ...USER_JWT, ...MOBILE_JWT }))(
      'asks for all six settings if %s is given, and trusts the trial issuer for none',
      (name, value) => {
        const others = Object.keys({ ...USER_JWT, ...MOBILE_JWT }).filter((other) => other !== name);
        expect(problemsWith({ ...SECRETS, ...TRIAL, [name]: value })).toEqual(
          others.map((other) => expect.stringMatching(`^${other} is missing: `)),
        );
      },
    );

    it('refuses the trial issuer’s name for one kind beside a provider for the other', () => {
      const mixed = { ...MOBILE_JWT, MOBILE_JWT_ISSUER: 'urn:furrow:development:mobile' };
      expect(problemsWith({ ...SECRETS, ...USER_JWT, ...mixed })).toEqual([
        expect.stringMatching(/^MOBILE_JWT_ISSUER must be an identity provider/),
      ]);
    });
  });

  it('reads a setting from a file that is named for it, and reports a file that it cannot read', () => {
    const folder = mkdtempSync(join(tmpdir(), 'furrow-config-'));
    try {
      const path = join(folder, 'token');
      writeFileSync(path, 'of-metrics\n');
      expect(load({ METRICS_TOKEN_FILE: path }).metricsToken).toBe('of-metrics');
      expect(load({ METRICS_TOKEN: 'itself', METRICS_TOKEN_FILE: path }).metricsToken).toBe('itself');
      expect(
        loadConfig({ DATABASE_URL_FILE: writtenTo(join(folder, 'url'), DATABASE_URL) }).database.url,
      ).toBe(DATABASE_URL);
      expect(problemsWith({ METRICS_TOKEN_FILE: join(folder, 'none') })).toEqual([
        expect.stringMatching(/^METRICS_TOKEN_FILE is .*none, which cannot be read \(ENOENT\)$/),
      ]);
      expect(problemsWith({ METRICS_TOKEN_FILE: writtenTo(path, '\n') })).toEqual([
        expect.stringMatching(/^METRICS_TOKEN_FILE is .*token, which is empty$/),
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('traces when the standard variables of OpenTelemetry request it', () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' };
    expect(load().tracing).toBeUndefined();
    expect(load(endpoint).tracing).toEqual({
      ...{ exporter: 'otlp', protocol: 'http/protobuf', serviceName: undefined },
      ...{ sampler: 'parentbased_always_on', ratio: 1, delayMs: 5_000 },
    });
    expect(load({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).tracing).toBeUndefined();
    expect(load({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined();
    expect(
      load({
        OTEL_TRACES_EXPORTER: 'console',
        OTEL_TRACES_SAMPLER: 'traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '0.25',
      }).tracing,
    ).toMatchObject({ exporter: 'console', sampler: 'traceidratio', ratio: 0.25 });
    expect(load({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: '1e-7' }).tracing).toMatchObject({ ratio: 1e-7 });
    expect(problemsWith({ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toEqual([
      expect.stringContaining('http/protobuf, http/json'),
    ]);
  });

  it('lists in production whatever would be created in FURROW_HOME', () => {
    const found = problems({ NODE_ENV: 'production' });
    expect(found.map((problem) => problem.replace(/ is missing.*/, '')).sort()).toEqual(
      Object.keys(PRODUCTION).toSorted(),
    );
    for (const problem of found) expect(problem).toContain(' is missing: ');
  });

  it.each(Object.keys(PRODUCTION))('requires %s in production, whatever else is given', (name) => {
    expect(problems({ ...PRODUCTION, NODE_ENV: 'production' })).toEqual([]);
    expect(problems({ ...PRODUCTION, NODE_ENV: 'production', [name]: '' })).toEqual([
      expect.stringMatching(`^${name} is missing: `),
    ]);
  });
});
