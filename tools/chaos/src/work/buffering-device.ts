import { type DeviceCredential, deviceToken } from '@furrow/access/testing';
import type { Random } from '@furrow/program';
import {
  MqttConnection,
  type MqttTarget,
  NotAccepted,
  packetIdOf,
  publishPacket,
} from '@furrow/testbed/load';

const TOKEN_WITHIN_MS = 30_000;

/** What the devices of a run share. */
export interface Fleet {
  readonly random: Random;
  /** Before the first attempt to connect again, doubled by each that failed, up to a limit; milliseconds. */
  readonly backOffMs: readonly [first: number, most: number];
  /** For each lost connection, milliseconds until the broker accepted the device again. */
  readonly outagesMs: number[];
  /** Attempts to connect that were refused, or cut off before the device was accepted. */
  failedAttempts: number;
}

/**
 * A lightweight device that sends at QoS 1 and buffers what is not acknowledged itself, as devices with flash memory do:
 * it resends all of it on each new connection. It reconnects by itself until it is ended.
 */
export abstract class BufferingDevice<Item> {
  /** By the number of its message. There are fewer than packet ids, so an id identifies its message. */
  readonly #unacknowledged = new Map<number, Item>();
  #numbered = 0;
  #connection: MqttConnection | undefined;
  #token: string | undefined;
  #lostAt: number | undefined;
  #failedInARow = 0;
  #ended = false;

  constructor(
    protected readonly identity: DeviceCredential,
    /** Of gateways (`http://…`), or of a broker (`mqtt://…`). */
    private readonly url: string,
    private readonly fleet: Fleet,
  ) {}

  /** The last part of the topic, and the body. */
  protected abstract messageOf(item: Item): { readonly kind: string; readonly reading: object };
  protected abstract acknowledged(item: Item): void;

  get isConnected(): boolean {
    return this.#connection !== undefined;
  }

  /** How many sent messages are not acknowledged yet. */
  get waiting(): number {
    return this.#unacknowledged.size;
  }

  /** Milliseconds since the connection was lost. */
  get awayMs(): number {
    return this.#lostAt === undefined ? 0 : performance.now() - this.#lostAt;
  }

  /** Tries to connect once; handles failures itself. */
  async connect(): Promise<void> {
    if (this.#ended) return;
    try {
      const connection = await MqttConnection.open(await this.#target());
      connection.onAcks = (ids) => this.#take(ids);
      connection.onLost = () => {
        this.#connection = undefined;
        this.#lostAt = performance.now();
        this.#comeBack();
      };
      this.#connection = connection;
      this.#failedInARow = 0;
      if (this.#lostAt !== undefined) this.fleet.outagesMs.push(this.awayMs);
      this.#lostAt = undefined;
      for (const [number, item] of this.#unacknowledged) this.#publish(number, item);
    } catch (error) {
      if (error instanceof NotAccepted && error.status === 401) this.#token = undefined;
      this.#failedInARow++;
      this.fleet.failedAttempts++;
      this.#comeBack();
    }
  }

  end(): void {
    this.#ended = true;
    this.#connection?.close();
  }

  protected send(item: Item): void {
    const number = this.#numbered++;
    this.#unacknowledged.set(number, item);
    this.#publish(number, item);
  }

  #publish(number: number, item: Item): void {
    const { kind, reading } = this.messageOf(item);
    const packet = publishPacket(this.#topicOf(kind), JSON.stringify(reading), 1, number);
    this.#connection?.send(packet);
  }

  #topicOf(kind: string): string {
    return `v1/devices/${this.identity.deviceId}/telemetry/${kind}`;
  }

  async #target(): Promise<MqttTarget> {
    const common = { clientId: this.identity.deviceId, topic: this.#topicOf('weather') };
    if (!this.url.startsWith('http')) return { ...common, url: this.url, headers: {} };
    const signal = AbortSignal.timeout(TOKEN_WITHIN_MS);
    this.#token ??= (await deviceToken(this.url, this.identity, signal)).token;
    return { ...common, url: `${this.url}/mqtt`, headers: { 'x-iot-token': this.#token } };
  }

  #comeBack(): void {
    const [first, most] = this.fleet.backOffMs;
    const wait = Math.min(first * 2 ** this.#failedInARow, most);
    setTimeout(() => void this.connect(), wait * this.fleet.random.between(0.5, 1.5));
  }

  #take(ids: readonly number[]): void {
    for (const [number, item] of this.#unacknowledged)
      if (ids.includes(packetIdOf(number))) {
        this.#unacknowledged.delete(number);
        this.acknowledged(item);
      }
  }
}
