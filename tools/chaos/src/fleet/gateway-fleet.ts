import type { DeviceCredential } from '@furrow/access/testing';
import { DebianServer, type Environment, freePort, PROGRAMS, ServiceProcess } from '@furrow/testbed';
import type { AppliedIds } from '@furrow/testbed/farms';
import { ChaosSystem } from '../chaos-system.ts';
import type { StoredReadings } from './readings.ts';

/** Connections per gateway, so that all together stay below PostgreSQL's limit. */
const POOL_SIZE = 5;
const REGISTERED_AT_ONCE = 5_000;

/** Several gateways on one PostgreSQL, each on a fixed port that it reuses after a restart. */
export class GatewayFleet {
  readonly #gateways: (ServiceProcess<object> | undefined)[] = [];
  #redis: DebianServer | undefined;
  #ending = false;
  private constructor(
    private readonly system: ChaosSystem,
    readonly ports: readonly number[],
    private readonly settings: (gateway: number) => Environment,
  ) {}

  /** @param settings additional environment variables of each gateway, by its number from 0 on */
  static async start(
    say: (line: string) => void,
    count: number,
    { redis, settings = () => ({}) }: { redis: boolean; settings?: (gateway: number) => Environment },
  ): Promise<GatewayFleet> {
    const system = await ChaosSystem.start(say, { hosts: [] });
    const ports = await Promise.all(Array.from({ length: count }, freePort));
    const fleet = new GatewayFleet(system, ports, settings);
    try {
      if (redis) fleet.#redis = await DebianServer.redis();
      for (let gateway = 0; gateway < count; gateway++) await fleet.startGateway(gateway);
      return fleet;
    } catch (error) {
      await fleet.end();
      throw error;
    }
  }

  /** Devices of one company and project, with their secrets. */
  async register(count: number): Promise<DeviceCredential[]> {
    const identities: DeviceCredential[] = [];
    while (identities.length < count) {
      const some = Math.min(REGISTERED_AT_ONCE, count - identities.length);
      const devices = Array.from({ length: some }, (_, i) => ({
        deviceId: `fleet-${identities.length + i}`,
        project: 'farm',
      }));
      const applied = await this.system.operator.apply<AppliedIds>({
        company: { key: 'fleet', name: 'Fleet', timezone: 'UTC' },
        projects: [{ key: 'farm', name: 'Farm', timezone: 'UTC' }],
        devices,
      });
      for (const { deviceId } of devices)
        identities.push({ deviceId, deviceSecret: applied.devices[deviceId]?.deviceSecret ?? '' });
    }
    return identities;
  }

  async startGateway(gateway: number): Promise<void> {
    const env = { ...this.#env, FURROW_IOT_PORT: String(this.ports[gateway]), ...this.settings(gateway) };
    while (!this.#ending)
      try {
        this.#gateways[gateway] = await ServiceProcess.start(PROGRAMS.gateway, env);
        return;
      } catch (error) {
        if (!String(error).includes('not ready in time')) throw error;
      }
  }

  /** The gateways that are running. */
  get running(): number[] {
    return this.#gateways.flatMap((gateway, index) => (gateway ? [index] : []));
  }

  /** Ends it with `kill -9`. */
  async killGateway(gateway: number): Promise<void> {
    const process = this.#gateways[gateway];
    this.#gateways[gateway] = undefined;
    await process?.end('SIGKILL');
  }

  stored(): Promise<StoredReadings[]> {
    return this.system.sql<StoredReadings>(
      `SELECT device_id AS "deviceId", array_agg((extract(epoch FROM ts) * 1000)::float8) AS ts, array_agg(te::float8) AS te
       FROM telemetry.weather GROUP BY device_id`,
    );
  }

  async storedCount(): Promise<number> {
    const [row] = await this.system.sql<{ count: number }>(
      'SELECT count(*)::int AS count FROM telemetry.weather',
    );
    return row?.count ?? 0;
  }

  async end(): Promise<void> {
    this.#ending = true;
    await Promise.all(this.running.map((gateway) => this.killGateway(gateway)));
    await this.#redis?.stop();
    await this.system.end();
  }

  get #env(): Environment {
    return {
      ...this.system.env,
      ...{ DATABASE_URL: this.system.databaseUrl, DATABASE_POOL_SIZE: String(POOL_SIZE) },
      ...{ TRUST_PROXY: '1', RATE_LIMIT_PER_ADDRESS: '0' },
      ...(this.#redis && { REDIS_URL: `redis://127.0.0.1:${this.#redis.port}` }),
    };
  }
}
