import type { Variables } from './variables.ts';

/** The configuration of the IoT gateway. */
export interface IotConfig {
  readonly host: string;
  readonly port: number;
  readonly publicUrl: string | undefined;
  /** Where the operator's command line reaches it, if not at its public address. */
  readonly internalUrl: string | undefined;
  /** The key that signs IoT tokens. Unset: a key made in FURROW_HOME. */
  readonly tokenKey: string | undefined;
  readonly tokenTtlSeconds: number;
  /** Readings a second; 0 for no limit. */
  readonly deviceRate: number;
  readonly companyRate: number;
  /** The maximum number of devices connected to one gateway. */
  readonly maxConnections: number;
  /** Shared by several gateways. */
  readonly redisUrl: string | undefined;
  /** An external broker to consume from. */
  readonly brokerUrl: string | undefined;
  /** This gateway's client id at that broker, which identifies its session. Unset: host and port. */
  readonly brokerClientId: string | undefined;
}

export interface StaticApiKey {
  readonly company: string;
  readonly key: string;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

/** @param host where it listens, as the API */
export function iotOf(read: Variables, production: boolean, host: string): IotConfig {
  const tokenKey = read.secret('IOT_TOKEN_KEY', 32);
  if (production && read.text('IOT_TOKEN_KEY') === undefined)
    read.missing('IOT_TOKEN_KEY', 'give a random text of at least 32 characters, the same to every process');
  return {
    host,
    port: read.integer('FURROW_IOT_PORT', 3001, 0, 65_535),
    publicUrl: read.url('PUBLIC_IOT_URL', ['http:', 'https:'])?.replace(/\/$/, ''),
    internalUrl: read.url('INTERNAL_IOT_URL', ['http:', 'https:'])?.replace(/\/$/, ''),
    tokenKey,
    tokenTtlSeconds: read.seconds('IOT_TOKEN_TTL', HOUR, 30 * DAY),
    deviceRate: read.integer('IOT_DEVICE_RATE', 0, 0, 1_000_000),
    companyRate: read.integer('IOT_COMPANY_RATE', 0, 0, 10_000_000),
    maxConnections: read.integer('IOT_MAX_CONNECTIONS', 50_000, 1, 1_000_000),
    redisUrl: read.url('REDIS_URL', ['redis:', 'rediss:']),
    brokerUrl: read.url('MQTT_BROKER_URL', ['mqtt:', 'mqtts:', 'ws:', 'wss:']),
    brokerClientId: read.text('MQTT_BROKER_CLIENT_ID'),
  };
}

/** In production, where a key must not be guessed. */
const MIN_KEY_LENGTH = 24;

/** `company:key` pairs, separated by commas. */
export function staticApiKeysOf(read: Variables, production: boolean): readonly StaticApiKey[] {
  const minLength = production ? MIN_KEY_LENGTH : 1;
  const pairs = read.list('STATIC_API_KEYS').map((pair) => {
    const [, company = '', key = ''] = /^([^:\s]+):(\S+)$/.exec(pair) ?? [];
    return { company, key };
  });
  const keys = new Set(pairs.map(({ key }) => key));
  if (pairs.every(({ key }) => key.length >= minLength) && keys.size === pairs.length) return pairs;
  const secure = production ? ` and of at least ${MIN_KEY_LENGTH} characters` : '';
  const accepts = `pairs such as acme:KEY, separated by commas, each key different${secure}`;
  return read.refuse('STATIC_API_KEYS', accepts, []);
}
