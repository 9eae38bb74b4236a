import { type DeviceCredential, deviceToken } from '@furrow/access/testing';
import type { Random } from '@furrow/program';
import {
  MqttConnection,
  type MqttTarget,
  NotAccepted,
  packetIdOf,
  publishPacket,
} from '@furrow/testbed/load';
import { type DeviceAccount, readingOf } from './readings.ts';

/** Buffered readings; a device measures nothing more until some are acknowledged. */
const MEMORY = 50;
/** As docs/devices.md asks of a device: before its first attempt, doubled by each that failed. */
const BACK_OFF_MS = 1_000;
const BACK_OFF_AT_MOST_MS = 60_000;

/** The state that all devices of a fleet share. */
export interface Fleet {
  readonly random: Random;
  /** The instant of the first reading of each device, epoch milliseconds. */
  readonly firstTs: number;
  /** For each lost connection, milliseconds until the broker accepted the device again. */
  readonly outagesMs: number[];
  /** Attempts to connect that were refused, or cut off before the device was accepted. */
  failedAttempts: number;
}

/**
 * A lightweight device: a connection and a buffer of unacknowledged readings, which it resends on each new connection.
 * It reconnects by itself until it is ended.
 */
export class FleetDevice {
  readonly #unacknowledged = new Set<number>();
  readonly #acknowledged: number[] = [];
  readonly #acknowledgedAt: number[] = [];
  #measured = 0;
  #connection: MqttConnection | undefined;
  #token: string | undefined;
  #lostAt: number | undefined;
  #failedInARow = 0;
  #ended = false;

  constructor(
    private readonly identity: DeviceCredential,
    private readonly url: string,
    private readonly fleet: Fleet,
  ) {}

  get isConnected(): boolean {
    return this.#connection !== undefined;
  }

  get isSettled(): boolean {
    return this.isConnected && this.#unacknowledged.size === 0;
  }

  get account(): DeviceAccount {
    const { deviceId } = this.identity;
    const [acknowledged, acknowledgedAt] = [this.#acknowledged, this.#acknowledgedAt];
    return { deviceId, sent: this.#measured, acknowledged, acknowledgedAt };
  }

  /** Takes a reading, and sends it if connected. */
  measure(): void {
    if (this.#unacknowledged.size >= MEMORY) return;
    const reading = this.#measured++;
    this.#unacknowledged.add(reading);
    this.#send([reading]);
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
      this.#send([...this.#unacknowledged]);
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

  /** Milliseconds since the connection was lost. */
  get awayMs(): number {
    return this.#lostAt === undefined ? 0 : performance.now() - this.#lostAt;
  }

  get #topic(): string {
    return `v1/devices/${this.identity.deviceId}/telemetry/weather`;
  }

  async #target(): Promise<MqttTarget> {
    const common = { clientId: this.identity.deviceId, topic: this.#topic };
    if (!this.url.startsWith('http')) return { ...common, url: this.url, headers: {} };
    this.#token ??= (await deviceToken(this.url, this.identity)).token;
    return { ...common, url: `${this.url}/mqtt`, headers: { 'x-iot-token': this.#token } };
  }

  #comeBack(): void {
    const wait = Math.min(BACK_OFF_MS * 2 ** this.#failedInARow, BACK_OFF_AT_MOST_MS);
    setTimeout(() => void this.connect(), wait * this.fleet.random.between(0.5, 1.5));
  }

  /** There are fewer unacknowledged readings than packet ids, so an id identifies its reading. */
  #take(ids: readonly number[]): void {
    for (const reading of this.#unacknowledged)
      if (ids.includes(packetIdOf(reading))) {
        this.#unacknowledged.delete(reading);
        this.#acknowledged.push(reading);
        this.#acknowledgedAt.push(Date.now());
      }
  }

  #send(readings: readonly number[]): void {
    for (const reading of readings) {
      const payload = JSON.stringify(readingOf(this.fleet.firstTs, reading));
      this.#connection?.send(publishPacket(this.#topic, payload, 1, reading));
    }
  }
}
