import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SigningKey } from '@furrow/testbed/keys';
import {
  type Environment,
  keepSecret,
  KillablePostgres,
  OperatorCli,
  PROGRAMS,
  ServiceProcess,
} from '@furrow/testbed';
import { Client } from '../client.ts';
import type { Host } from '../document.ts';

export interface ListeningGateway {
  readonly url: string;
  readonly mqttUrl: string;
}

/** Keys that the services are given, so that the run can forge credentials with stolen keys. */
export interface Keys {
  readonly iot: string;
  readonly metrics: string;
  readonly staticKeys: Readonly<Record<string, string>>;
}

type Service = ServiceProcess<ListeningGateway>;

/** The settings that name the port of each host. */
const PORTS = { api: 'FURROW_API_PORT', gateway: 'FURROW_IOT_PORT' } as const;
/** SIGUSR1 opens the inspector; the heap is as large as a production unit's. */
const NODE_OPTIONS = '--inspect-port=0 --max-old-space-size=1024';

const random = () => keepSecret(randomBytes(24).toString('base64url'));

/** An installation of its own: PostgreSQL, keys, the operator's command line, the API and the gateway as processes. */
export class Stage {
  readonly clients: Readonly<Record<Host, Client>>;
  /** The logs of processes that were replaced. */
  readonly #earlier: Record<Host, string> = { api: '', gateway: '' };

  private constructor(
    readonly home: string,
    private readonly postgres: KillablePostgres,
    readonly operator: OperatorCli,
    private readonly services: Record<Host, Service>,
    private readonly env: Environment,
    readonly keys: Keys,
    readonly issuers: Readonly<Record<'user' | 'mobile', SigningKey>>,
  ) {
    const { api, gateway } = services;
    this.clients = { api: new Client(api.ready.url), gateway: new Client(gateway.ready.url) };
  }

  /**
   * @param companies their keys, for a static API key each
   * @param settings more environment variables of the services
   */
  static async open(companies: readonly string[], settings: Environment = {}): Promise<Stage> {
    const home = await mkdtemp(join(tmpdir(), 'furrow-security-'));
    const { postgres, database } = await KillablePostgres.make();
    const started: Service[] = [];
    try {
      const staticKeys = Object.fromEntries(companies.map((company) => [company, random()]));
      const keys = { iot: random(), metrics: random(), staticKeys };
      const env = {
        ...{ FURROW_HOME: home, DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl },
        ...{ FURROW_API_PORT: '0', FURROW_IOT_PORT: '0', RATE_LIMIT_PER_SECOND: '0', LOG_LEVEL: 'debug' },
        ...{ IOT_TOKEN_KEY: keys.iot, MEDIA_URL_KEY: random(), METRICS_TOKEN: keys.metrics },
        STATIC_API_KEYS: Object.entries(staticKeys)
          .map((pair) => pair.join(':'))
          .join(','),
        ...settings,
      };
      const issuers = {
        user: await SigningKey.putInto(home, 'user'),
        mobile: await SigningKey.putInto(home, 'mobile'),
      };
      const operator = new OperatorCli(() => env);
      await operator.ask('migrate');
      const start = async (host: Host) => {
        const service = await ServiceProcess.start<ListeningGateway>(PROGRAMS[host], {
          ...env,
          NODE_OPTIONS,
        });
        started.push(service);
        return service;
      };
      const services = { api: await start('api'), gateway: await start('gateway') };
      return new Stage(home, postgres, operator, services, env, keys, issuers);
    } catch (error) {
      await Promise.all(started.map((service) => service.end()));
      await postgres.remove();
      await rm(home, { recursive: true, force: true });
      throw error;
    }
  }

  get api(): Service {
    return this.services.api;
  }

  get gateway(): Service {
    return this.services.gateway;
  }

  /** The first receiver of webhooks in the operator's network; without one, a host that does not exist. */
  get receiverUrl(): string {
    const [host = ''] = this.env['WEBHOOK_ALLOWED_HOSTS']?.split(',') ?? [];
    return host === '' ? 'https://hooks.invalid' : `http://${host}`;
  }

  /**
   * Ends a service, by default as the kernel does when there is no memory left, and starts it anew at the same address.
   * @returns how long it took to end, in milliseconds
   * @throws Error if it does not start
   */
  async restart(host: Host, signal: NodeJS.Signals = 'SIGKILL'): Promise<number> {
    const old = this.services[host];
    const began = performance.now();
    await old.end(signal);
    const endedAfterMs = performance.now() - began;
    this.#earlier[host] += old.wholeOutput();
    const { port } = new URL(old.ready.url);
    const env = { ...this.env, [PORTS[host]]: port, NODE_OPTIONS };
    this.services[host] = await ServiceProcess.start<ListeningGateway>(PROGRAMS[host], env);
    return endedAfterMs;
  }

  /** Signs in to the console with the development keys. @returns the cookie */
  async signIn(idpId: string): Promise<string> {
    const path = `/api/console/sign-in?${new URLSearchParams({ user: idpId }).toString()}`;
    const headers = { 'sec-fetch-site': 'same-origin' };
    const response = await fetch(this.api.ready.url + path, { method: 'POST', redirect: 'manual', headers });
    const [, cookie] = /^furrow=([^;]+)/.exec(response.headers.get('set-cookie') ?? '') ?? [];
    if (cookie === undefined) throw new Error(`Signing in failed: ${response.status}`);
    return keepSecret(cookie);
  }

  /** All logs, by process. */
  get logs(): Readonly<Record<string, string>> {
    const of = (host: Host) => this.#earlier[host] + this.services[host].wholeOutput();
    return {
      ...{ 'the API': of('api'), 'the gateway': of('gateway') },
      ...{ PostgreSQL: this.postgres.log(), 'the command line': this.operator.errorOutput },
    };
  }

  /** Stops the database last. A service that fails to stop is ignored once the results are reported. */
  async close(): Promise<void> {
    for (const client of Object.values(this.clients)) client.close();
    await Promise.allSettled([this.api.end(), this.gateway.end()]);
    await this.postgres.remove();
    await rm(this.home, { recursive: true, force: true });
  }
}
