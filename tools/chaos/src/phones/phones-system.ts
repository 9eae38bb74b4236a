import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DevelopmentIssuer } from '@furrow/access';
import { loadConfig } from '@furrow/config';
import { SystemClock } from '@furrow/kernel';
import {
  type Environment,
  KillablePostgres,
  Line,
  OperatorCli,
  PLAIN_ENVIRONMENT,
  PROGRAMS,
  ServiceProcess,
  type TestDatabase,
} from '@furrow/testbed';

/** PostgreSQL and the API, with a line between phones and API that can be cut. */
export class PhonesSystem {
  #api: ServiceProcess<{ readonly port: number }> | undefined;
  readonly operator = new OperatorCli(() => this.env);

  private constructor(
    private readonly home: string,
    private readonly postgres: KillablePostgres,
    private readonly database: TestDatabase,
    readonly line: Line,
  ) {}

  static async start(): Promise<PhonesSystem> {
    const home = await mkdtemp(join(tmpdir(), 'furrow-phones-'));
    const { postgres, database } = await KillablePostgres.make();
    const system = new PhonesSystem(home, postgres, database, await Line.lay());
    try {
      await system.operator.ask('migrate');
      await system.startApi();
      return system;
    } catch (error) {
      await system.end();
      throw error;
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.line.port}`;
  }

  get env(): Environment {
    return {
      ...PLAIN_ENVIRONMENT,
      ...{ FURROW_HOME: this.home, FURROW_API_PORT: '0', PUBLIC_API_URL: this.url },
      ...{ DATABASE_URL: this.database.url, DATABASE_OWNER_URL: this.database.ownerUrl },
    };
  }

  jwt(idpId: string): Promise<string> {
    const issuer = new DevelopmentIssuer(loadConfig({ ...this.env }), new SystemClock());
    return issuer.sign(idpId, { expiresInSeconds: 86_400 });
  }

  async startApi(): Promise<void> {
    this.#api = await ServiceProcess.start(PROGRAMS.api, this.env);
    this.line.leadTo(this.#api.ready.port);
  }

  /** Ends the API with `kill -9` and starts another one. */
  async killApi(): Promise<void> {
    await this.#api?.end('SIGKILL');
    await this.startApi();
  }

  async end(): Promise<void> {
    await this.#api?.end('SIGTERM');
    await this.line.close();
    await this.postgres.remove();
    await rm(this.home, { recursive: true, force: true });
  }
}
