import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type ConsoleConfig, consoleOf } from './console.ts';
import { issuersOf, type JwtIssuer } from './issuers.ts';
import { type IotConfig, iotOf, type StaticApiKey, staticApiKeysOf } from './iot.ts';
import { type MediaDisk, mediaDiskOf } from './media-disk.ts';
import { hostOf, trustedProxiesOf } from './network.ts';
import { type TracingConfig, tracingOf } from './tracing.ts';
import { Variables } from './variables.ts';
import { type WebhooksConfig, webhooksOf } from './webhooks.ts';

/** The validated configuration of a process. Also its injection token. */
export class Config {
  /** NODE_ENV=production: there are no defaults for secrets, and missing values prevent the start. */
  readonly production: boolean;
  /** FURROW_HOME, absolute. */
  readonly home: string;
  readonly api: {
    readonly host: string;
    readonly port: number;
    readonly publicUrl: string | undefined;
    /** Where the operator's command line reaches it, if not at its public address. */
    readonly internalUrl: string | undefined;
  };
  readonly iot: IotConfig;
  readonly database: {
    /** The service's own login, which has no rights by itself. */
    readonly url: string;
    /** The owner of the schema; migrations run as it. */
    readonly ownerUrl: string;
    readonly poolSize: number;
    /** False behind a pooler that drops prepared statements between transactions. */
    readonly prepares: boolean;
    /** The time limit of a service's statement. */
    readonly statementTimeoutSeconds: number;
    /** A replica that reports are read from, and how far it may be behind. */
    readonly replica: { readonly url: string; readonly maxLagSeconds: number } | undefined;
  };
  /** Unset: development keys in FURROW_HOME. */
  readonly userJwt: JwtIssuer | undefined;
  readonly mobileJwt: JwtIssuer | undefined;
  readonly console: ConsoleConfig;
  readonly media: {
    /** Where photos, audio and signatures are stored. */
    readonly disk: MediaDisk;
    /** The key that signs links to media on the disk of this machine. Unset: a key made in FURROW_HOME. */
    readonly urlKey: string | undefined;
    /** How long a link is valid. */
    readonly urlTtlSeconds: number;
  };
  /** Keys besides those in the database that `x-api-key` accepts; a company by its key or its id. */
  readonly staticApiKeys: readonly StaticApiKey[];
  /** Requests a second per credential; 0 for no limit. */
  readonly rateLimitPerSecond: number;
  /** Requests a second per address, before authentication; 0 for no limit. */
  readonly rateLimitPerAddress: number;
  readonly trustProxy: string | undefined;
  readonly corsOrigins: readonly string[];
  readonly metricsToken: string | undefined;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';
  readonly webhooks: WebhooksConfig;
  /** Unset: OpenTelemetry is not loaded. */
  readonly tracing: TracingConfig | undefined;

  constructor(values: Config) {
    Object.assign(this, values);
  }
}

/** The configuration prevents the start; the message lists every problem with what is accepted. */
export class InvalidConfig extends Error {
  constructor(
    readonly problems: readonly string[],
    /** The variables that cause problems; without them the rest can be read. */
    readonly invalid: readonly string[] = [],
  ) {
    super(`Furrow cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'InvalidConfig';
  }
}

/** @throws InvalidConfig naming every variable that is wrong or missing */
export function loadConfig(env: Readonly<Record<string, string | undefined>> = process.env): Config {
  const read = new Variables(env);
  const production = env['NODE_ENV'] === 'production';
  const home = resolve(read.text('FURROW_HOME') ?? '.furrow');
  const issuers = issuersOf(read, production);
  const host = hostOf(read);
  const config = new Config({
    production,
    home,
    api: {
      host,
      port: read.integer('FURROW_API_PORT', 3000, 0, 65_535),
      publicUrl: read.url('PUBLIC_API_URL', ['http:', 'https:'])?.replace(/\/$/, ''),
      internalUrl: read.url('INTERNAL_API_URL', ['http:', 'https:'])?.replace(/\/$/, ''),
    },
    iot: iotOf(read, production, host),
    database: databaseOf(read, home, production),
    ...issuers,
    console: consoleOf(read, production, issuers.userJwt),
    media: mediaOf(read, home, production),
    staticApiKeys: staticApiKeysOf(read, production),
    rateLimitPerSecond: read.integer('RATE_LIMIT_PER_SECOND', 500, 0, 1_000_000),
    rateLimitPerAddress: read.integer('RATE_LIMIT_PER_ADDRESS', 2_000, 0, 1_000_000),
    trustProxy: trustedProxiesOf(read),
    corsOrigins: originsOf(read),
    metricsToken: read.text('METRICS_TOKEN'),
    logLevel: read.oneOf('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'info'),
    webhooks: webhooksOf(read),
    tracing: tracingOf(read),
  });
  if (read.problems.length > 0) throw new InvalidConfig(read.problems, read.invalid);
  return config;
}

/** What `npm start` writes into FURROW_HOME while its embedded PostgreSQL runs. */
interface EmbeddedDatabase {
  readonly url: string;
  readonly ownerUrl: string;
}

function databaseOf(read: Variables, home: string, production: boolean): Config['database'] {
  const protocols = ['postgres:', 'postgresql:'];
  const pool = {
    poolSize: read.integer('DATABASE_POOL_SIZE', 20, 2, 1_000),
    prepares: read.flag('DATABASE_PREPARED_STATEMENTS', true),
    statementTimeoutSeconds: read.seconds('DATABASE_STATEMENT_TIMEOUT', 15, HOUR),
    replica: replicaOf(read, protocols),
  };
  const given = read.url('DATABASE_URL', protocols);
  const owner = read.url('DATABASE_OWNER_URL', protocols);
  if (given !== undefined) return { url: given, ownerUrl: owner ?? given, ...pool };

  const embedded = production ? undefined : embeddedDatabase(home);
  if (embedded) return { ...embedded, ...pool };
  const accepts = 'give the URL of a PostgreSQL 15 or newer';
  if (read.text('DATABASE_URL') === undefined)
    read.missing(
      'DATABASE_URL',
      production ? accepts : `no embedded PostgreSQL runs in ${home}; run "npm start", or ${accepts}`,
    );
  return { url: '', ownerUrl: '', ...pool };
}

function replicaOf(read: Variables, protocols: readonly string[]): Config['database']['replica'] {
  const url = read.url('DATABASE_READ_URL', protocols);
  const maxLagSeconds = read.seconds('DATABASE_READ_MAX_LAG', 10, HOUR);
  return url === undefined ? undefined : { url, maxLagSeconds };
}

function embeddedDatabase(home: string): EmbeddedDatabase | undefined {
  try {
    return JSON.parse(readFileSync(join(home, 'database.json'), 'utf8')) as EmbeddedDatabase;
  } catch {
    return undefined;
  }
}

const HOUR = 3_600;
const WEEK = 7 * 24 * HOUR; // the maximum of S3

function mediaOf(read: Variables, home: string, production: boolean): Config['media'] {
  const disk = mediaDiskOf(read, home);
  const urlKey = read.secret('MEDIA_URL_KEY', 32);
  if (production && disk.driver === 'fs' && read.text('MEDIA_URL_KEY') === undefined)
    read.missing('MEDIA_URL_KEY', 'give a random text of at least 32 characters, the same to every process');
  return { disk, urlKey, urlTtlSeconds: read.seconds('MEDIA_URL_TTL', HOUR, WEEK) };
}

function originsOf(read: Variables): readonly string[] {
  const origins = read.list('CORS_ORIGINS');
  if (origins.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin)) return origins;
  return read.refuse('CORS_ORIGINS', 'origins such as https://app.example.com, separated by commas', []);
}
