import { deviceToken } from '@furrow/access/testing';
import { inParallel, type MqttTarget } from '@furrow/testbed/load';
import type { RunningGateway, Stage } from './stage.ts';

const ASKING_AT_ONCE = 20;

export const STATIONS_COMPANY = { key: 'stations', name: 'Stations', timezone: 'America/Santiago' };

/** Stations of one farm, with tokens to connect with. */
export class StationFleet {
  private constructor(
    private readonly stations: readonly { readonly deviceId: string; readonly token: string }[],
    private readonly gateway: RunningGateway,
  ) {}

  /** @param company whose key the device ids begin with */
  static async register(
    stage: Stage,
    gateway: RunningGateway,
    count: number,
    company = STATIONS_COMPANY,
  ): Promise<StationFleet> {
    const deviceIds = Array.from({ length: count }, (_, i) => `${company.key}-${String(i).padStart(4, '0')}`);
    const { devices } = await stage.apply({
      company,
      projects: [{ key: 'farm', name: 'Farm', timezone: 'America/Santiago' }],
      devices: deviceIds.map((deviceId) => ({ deviceId, project: 'farm' })),
    });
    const stations: { deviceId: string; token: string }[] = [];
    await inParallel(deviceIds, ASKING_AT_ONCE, async (deviceId, index) => {
      const { deviceSecret = '' } = devices[deviceId] ?? {};
      const { token } = await deviceToken(gateway.url, { deviceId, deviceSecret });
      stations[index] = { deviceId, token };
    });
    return new StationFleet(stations, gateway);
  }

  get size(): number {
    return this.stations.length;
  }

  get deviceIds(): string[] {
    return this.stations.map(({ deviceId }) => deviceId);
  }

  /**
   * The first `count` stations as targets at the gateway. @param connection distinguishes the connections of one
   * station
   */
  atGateway(count: number, connection = 0): MqttTarget[] {
    return this.stations.slice(0, count).map(({ deviceId, token }) => ({
      url: this.gateway.mqttUrl,
      headers: { 'x-iot-token': token },
      clientId: `load-${connection}`,
      topic: topicOf(deviceId),
    }));
  }

  /** The same stations at a broker without authentication. */
  atBroker(url: string, count: number): MqttTarget[] {
    return this.stations
      .slice(0, count)
      .map(({ deviceId }) => ({ url, headers: {}, clientId: deviceId, topic: topicOf(deviceId) }));
  }
}

function topicOf(deviceId: string): string {
  return `v1/devices/${deviceId}/telemetry/weather`;
}
