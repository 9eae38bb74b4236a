import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@furrow/testbed';
import mqtt, { type MqttClient } from 'mqtt';
import type { DeviceCredential, Listening } from './gateway.ts';
import { tokenOf, weatherTopic } from './station.ts';

const WINDOW = 20;
/** A burst fills the window; the next one follows after this time, because the machine has other work besides. */
const BETWEEN_BURSTS_MS = 50;
const SECOND = 1_000;

/** The readings that one device has sent, a second apart, and which of them were acknowledged. */
class Sender {
  readonly acknowledged = new Set<number>();
  sent = 0;
  #inFlight = 0;

  constructor(
    readonly deviceId: string,
    readonly client: MqttClient,
    private readonly epoch: number,
  ) {}

  /** Sends bursts until it is told to stop. mqtt.js resends what is not acknowledged. */
  async run(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      for (let busy = this.#inFlight; busy < WINDOW; busy++) this.#send();
      await sleep(BETWEEN_BURSTS_MS);
    }
  }

  #send(): void {
    const n = this.sent++;
    this.#inFlight++;
    const payload = JSON.stringify({ ts: this.epoch + n * SECOND, te: 20, hr: 50 });
    this.client.publish(weatherTopic(this.deviceId), payload, { qos: 1 }, (error) => {
      this.#inFlight--;
      if (!error) this.acknowledged.add(this.epoch + n * SECOND);
    });
  }

  get isIdle(): boolean {
    return this.#inFlight === 0;
  }
}

/** Devices under load, which reconnect by themselves. */
export class Fleet {
  reconnects = 0;
  #over = false;
  #running: Promise<unknown> = Promise.resolve();

  private constructor(readonly senders: readonly Sender[]) {}

  static async connect(
    gateway: Listening,
    devices: readonly DeviceCredential[],
    epoch = Date.UTC(2026, 0, 1),
  ) {
    const senders = await Promise.all(
      devices.map(async (device) => {
        const token = await tokenOf(gateway, device);
        const client = mqtt.connect(gateway.mqttUrl, {
          ...{ protocolVersion: 4, clean: false, clientId: 'main', reconnectPeriod: 200, keepalive: 5 },
          wsOptions: { headers: { 'x-iot-token': token } },
        });
        client.on('error', () => undefined);
        await new Promise((resolve) => client.once('connect', resolve));
        return new Sender(device.deviceId, client, epoch);
      }),
    );
    const fleet = new Fleet(senders);
    for (const { client } of senders) client.on('reconnect', () => fleet.reconnects++);
    return fleet;
  }

  start(): void {
    this.#over = false;
    this.#running = Promise.all(this.senders.map((sender) => sender.run(() => this.#over)));
  }

  /** Waits until this many more are acknowledged. */
  async more(count: number): Promise<void> {
    const enough = this.acknowledged + count;
    await until(`${count} more are acknowledged`, () => this.acknowledged >= enough);
  }

  /** Waits until each device has heard everything that the gateway has sent it by now. */
  async heard(): Promise<void> {
    await Promise.all(
      this.senders.map(({ client }) => {
        const answered = new Promise<void>((resolve) => {
          client.on('packetreceive', ({ cmd }) => cmd === 'pingresp' && resolve());
        });
        client.sendPing();
        return answered;
      }),
    );
  }

  /** Stops sending, and waits until everything is acknowledged. */
  async finish(withinMs = 90_000): Promise<void> {
    this.#over = true;
    await this.#running;
    for (const deadline = performance.now() + withinMs; performance.now() < deadline;) {
      if (this.senders.every(({ isIdle }) => isIdle)) return;
      await sleep(50);
    }
    throw new Error('Not all was acknowledged in time');
  }

  get acknowledged(): number {
    return this.senders.reduce((sum, sender) => sum + sender.acknowledged.size, 0);
  }

  async end(): Promise<void> {
    await Promise.all(this.senders.map(({ client }) => client.endAsync(true)));
  }
}
