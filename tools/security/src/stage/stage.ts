import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SigningKey } from '@furrow/access/testing';
import {
  keepSecret,
  KillablePostgres,
  OperatorCli,
  PROGRAMS,
  ServiceProcess,
} from '@furrow/platform/testing';
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

const random = () => keepSecret(randomBytes(24).toString('base64url'));

/** An installation of its own: PostgreSQL, keys, the operator's command line, the API and the gateway as processes. */
export class Stage {
  readonly clients: Readonly<Record<Host, Client>>;

  private constructor(
    readonly home: string,
    private readonly postgres: KillablePostgres,
    readonly operator: OperatorCli,
    readonly api: ServiceProcess<{ readonly url: string }>,
    readonly gateway: ServiceProcess<ListeningGateway>,
    readonly keys: Keys,
    readonly issuers: Readonly<Record<'user' | 'mobile', SigningKey>>,
  ) {
    this.clients = { api: new Client(api.ready.url), gateway: new Client(gateway.ready.url) };
  }

  /** @param companies their keys, for a static API key each */
  static async open(companies: readonly string[]): Promise<Stage> {
    const home = await mkdtemp(join(tmpdir(), 'furrow-security-'));
    const { postgres, database } = await KillablePostgres.make();
    const started: ServiceProcess<object>[] = [];
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
      };
      const issuers = {
        user: await SigningKey.putInto(home, 'user'),
        mobile: await SigningKey.putInto(home, 'mobile'),
      };
      const operator = new OperatorCli(() => env);
      await operator.ask('migrate');
      const inspected = { ...env, NODE_OPTIONS: '--inspect-port=0' }; // SIGUSR1 opens the inspector
      const api = await ServiceProcess.start<{ url: string }>(PROGRAMS.api, inspected);
      started.push(api);
      const gateway = await ServiceProcess.start<ListeningGateway>(PROGRAMS.gateway, inspected);
      return new Stage(home, postgres, operator, api, gateway, keys, issuers);
    } catch (error) {
      await Promise.all(started.map((service) => service.end()));
      await postgres.remove();
      await rm(home, { recursive: true, force: true });
      throw error;
    }
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
    return {
      ...{ 'the API': this.api.wholeOutput(), 'the gateway': this.gateway.wholeOutput() },
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
