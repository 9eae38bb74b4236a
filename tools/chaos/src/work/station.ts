import { setTimeout as sleep } from 'node:timers/promises';
import { type DeviceCredential, deviceToken } from '@furrow/access/testing';
import type { Random } from '@furrow/program';
import mqtt, { type MqttClient } from 'mqtt';
import type { Ledger } from '../proof/ledger.ts';
import { Operation } from './operation.ts';

/** Buffered readings; a station measures nothing more until some are acknowledged. */
const MEMORY = 200;
const COMES_BACK_AFTER_MS = 200;
const CONNECTS_WITHIN_MS = 30_000;

/**
 * A device that measures, sends at QoS 1, and buffers unacknowledged readings itself, as devices with flash memory do:
 * it resends all of them on each new connection.
 */
export class Station {
  readonly #waiting = new Map<string, Operation>();
  #client: MqttClient | undefined;
  #token: string | undefined;
  #lastTs = 0;
  #ended = false;

  constructor(
    private readonly device: DeviceCredential,
    private readonly iotUrl: string,
    private readonly ledger: Ledger,
    private readonly random: Random,
    private readonly pauseMs: number,
  ) {}

  /** Connects, and reconnects whenever the connection is lost, until it is ended. */
  async stayConnected(): Promise<void> {
    while (!this.#ended) {
      await this.#connection().catch(() => undefined);
      await sleep(COMES_BACK_AFTER_MS);
    }
  }

  async run(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      if (this.#waiting.size < MEMORY) this.#measure();
      await sleep(this.random.below(2 * this.pauseMs), undefined, { signal: stopping }).catch(
        () => undefined,
      );
    }
  }

  /** How many sent readings are not acknowledged yet. */
  get waiting(): number {
    return this.#waiting.size;
  }

  end(): void {
    this.#ended = true;
    this.#client?.end(true);
  }

  /** One connection, from start to end. */
  async #connection(): Promise<void> {
    this.#token ??= await this.#newToken();
    const client = mqtt.connect(`${this.iotUrl.replace(/^http/, 'ws')}/mqtt`, {
      ...{ protocolVersion: 4, clientId: 'chaos', reconnectPeriod: 0, connectTimeout: CONNECTS_WITHIN_MS },
      wsOptions: { headers: { 'x-iot-token': this.#token } },
    });
    client.on('error', () => undefined); // 'close' follows
    client.once('connect', () => {
      this.#client = client;
      for (const operation of this.#waiting.values()) this.#publish(client, operation);
    });
    await new Promise<void>((resolve) => client.once('close', () => resolve()));
    // One that was refused may have expired, which a run on a busy machine lives to see.
    if (this.#client !== client) this.#token = undefined;
    this.#client = undefined;
    client.end(true);
  }

  #measure(): void {
    const ts = Math.max(Date.now(), this.#lastTs + 1);
    this.#lastTs = ts;
    const key = `${this.device.deviceId} ${ts}`;
    const operation = this.random.chance(0.25)
      ? new Operation('soil', key, { depth: 20, moisture: this.random.between(0, 800) / 16 })
      : new Operation('reading', key, { te: this.random.between(-500, 3_500) / 100 });
    this.ledger.enter(operation);
    this.#waiting.set(operation.key, operation);
    if (this.#client) this.#publish(this.#client, operation);
  }

  #publish(client: MqttClient, operation: Operation): void {
    const { deviceId } = this.device;
    const reading = { ts: Number(operation.key.slice(deviceId.length + 1)), ...operation.content };
    const topic = `v1/devices/${deviceId}/telemetry/${operation.kind === 'soil' ? 'soil' : 'weather'}`;
    client.publish(topic, JSON.stringify(reading), { qos: 1 }, (error) => {
      if (error) return; // resent on the next connection
      this.#waiting.delete(operation.key);
      this.ledger.answered(operation, { status: 200 });
    });
  }

  async #newToken(): Promise<string> {
    const { token } = await deviceToken(this.iotUrl, this.device, AbortSignal.timeout(CONNECTS_WITHIN_MS));
    return token;
  }
}
