import { setTimeout as sleep } from 'node:timers/promises';
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt';
import { fetch } from './described.ts';
import type { DeviceCredential, Listening } from './gateway.ts';

export interface TokenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReturnType<typeof JSON.parse>;
}

export async function askForToken(
  { url }: Pick<Listening, 'url'>,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<TokenAnswer> {
  const response = await fetch(`${url}/api/iot/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

export async function tokenOf(
  gateway: Pick<Listening, 'url'>,
  credential: DeviceCredential,
): Promise<string> {
  const { status, body } = await askForToken(gateway, credential);
  if (status !== 201)
    throw new Error(`No token for ${credential.deviceId}: ${status} ${JSON.stringify(body)}`);
  return body.data.token;
}

export const weatherTopic = (deviceId: string) => `v1/devices/${deviceId}/telemetry/weather`;
export const ownTopic = (deviceId: string, rest: string) => `v1/devices/${deviceId}/${rest}`;

/** A device that uses mqtt.js. */
export class Station {
  readonly heard: { topic: string; text: string }[] = [];
  /** How its connection ended. */
  readonly closed: Promise<void>;

  private constructor(
    readonly deviceId: string,
    readonly client: MqttClient,
  ) {
    client.on('message', (topic, payload) => this.heard.push({ topic, text: payload.toString() }));
    this.closed = new Promise((resolve) => client.once('close', () => resolve()));
  }

  static async connect(
    gateway: Pick<Listening, 'url' | 'mqttUrl'>,
    credential: DeviceCredential,
    options: IClientOptions = {},
  ): Promise<Station> {
    const token = await tokenOf(gateway, credential);
    const client = mqtt.connect(gateway.mqttUrl, {
      ...{ protocolVersion: 4, reconnectPeriod: 0, connectTimeout: 60_000 },
      ...options,
      wsOptions: { headers: { 'x-iot-token': token } },
    });
    const station = new Station(credential.deviceId, client);
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve());
      client.once('error', reject);
      client.once('close', () => reject(new Error('The connection was closed before CONNACK')));
    });
    client.on('error', () => undefined);
    return station;
  }

  topic(rest: string): string {
    return ownTopic(this.deviceId, rest);
  }

  /** Resolves when it is acknowledged. */
  async publish(rest: string, payload: unknown, qos: 0 | 1 | 2 = 1): Promise<void> {
    const text = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload);
    await this.client.publishAsync(this.topic(rest), text, { qos });
  }

  weather(...items: object[]): Promise<void> {
    return this.publish('telemetry/weather', items.length === 1 ? items[0] : items);
  }

  async subscribe(rest: string, qos: 0 | 1 | 2 = 1): Promise<number[]> {
    const granted = await this.client.subscribeAsync(this.topic(rest), { qos });
    return granted.map((each) => each.qos as number);
  }

  /** The messages on its errors topic, once there are at least `count`. */
  async errors(count: number, withinMs = 60_000): Promise<Record<string, unknown>[]> {
    const all = () => this.heard.filter(({ topic }) => topic === this.topic('errors'));
    for (const deadline = performance.now() + withinMs; all().length < count && performance.now() < deadline;)
      await sleep(20);
    return all().map(({ text }) => JSON.parse(text) as Record<string, unknown>);
  }

  async end(): Promise<void> {
    await this.client.endAsync(true).catch(() => undefined);
  }
}

/** Instants, a minute apart. */
export const minute = (n: number, from = Date.UTC(2026, 0, 1)) => new Date(from + n * 60_000).toISOString();
