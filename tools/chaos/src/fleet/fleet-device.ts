import { type DeviceCredential, deviceToken } from '@furrow/access/testing';
import type { Random } from '@furrow/program';
import mqttPacket, { type Packet } from 'mqtt-packet';
import { type Link, openLink } from './link.ts';
import { type DeviceAccount, readingOf } from './readings.ts';

/** Buffered readings; a device measures nothing more until some are acknowledged. */
const MEMORY = 50;
const PACKET_IDS = 65_535;
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
  #link: Link | undefined;
  #token: string | undefined;
  #isConnected = false;
  #lostAt: number | undefined;
  #failedInARow = 0;
  #ended = false;

  constructor(
    private readonly identity: DeviceCredential,
    private readonly url: string,
    private readonly fleet: Fleet,
  ) {}

  get isConnected(): boolean {
    return this.#isConnected;
  }

  get isSettled(): boolean {
    return this.#isConnected && this.#unacknowledged.size === 0;
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
    if (this.#isConnected) this.#send([reading]);
  }

  /** Tries to connect once; handles failures itself. */
  async connect(): Promise<void> {
    if (this.#ended) return;
    try {
      if (this.url.startsWith('http')) this.#token ??= (await deviceToken(this.url, this.identity)).token;
    } catch {
      this.#failed();
      this.#comeBack();
      return;
    }
    const parser = mqttPacket.parser({ protocolVersion: 4 });
    parser.on('packet', (packet) => this.#take(packet));
    this.#link = openLink(this.url, this.#token, {
      opened: () => this.#link?.send(mqttPacket.generate({ ...CONNECT, clientId: this.identity.deviceId })),
      received: (bytes) => parser.parse(bytes),
      closed: (status) => {
        if (status === 401) this.#token = undefined;
        if (this.#isConnected) this.#lostAt = performance.now();
        else this.#failed();
        this.#isConnected = false;
        this.#comeBack();
      },
    });
  }

  end(): void {
    this.#ended = true;
    this.#link?.end();
  }

  /** Milliseconds since the connection was lost. */
  get awayMs(): number {
    return this.#lostAt === undefined ? 0 : performance.now() - this.#lostAt;
  }

  #failed(): void {
    this.#failedInARow++;
    this.fleet.failedAttempts++;
  }

  #comeBack(): void {
    const wait = Math.min(BACK_OFF_MS * 2 ** this.#failedInARow, BACK_OFF_AT_MOST_MS);
    setTimeout(() => void this.connect(), wait * this.fleet.random.between(0.5, 1.5));
  }

  #take(packet: Packet): void {
    if (packet.cmd === 'connack') {
      if (packet.returnCode !== 0) {
        this.#link?.end();
        return;
      }
      this.#isConnected = true;
      this.#failedInARow = 0;
      if (this.#lostAt !== undefined) this.fleet.outagesMs.push(this.awayMs);
      this.#lostAt = undefined;
      this.#send([...this.#unacknowledged]);
    } else if (packet.cmd === 'puback') {
      // There are fewer unacknowledged readings than packet ids, so an id identifies its reading.
      for (const reading of this.#unacknowledged)
        if (idOf(reading) === packet.messageId) {
          this.#unacknowledged.delete(reading);
          this.#acknowledged.push(reading);
          this.#acknowledgedAt.push(Date.now());
          return;
        }
    }
  }

  #send(readings: readonly number[]): void {
    for (const reading of readings)
      this.#link?.send(
        mqttPacket.generate({
          ...{ cmd: 'publish', qos: 1, dup: false, retain: false, messageId: idOf(reading) },
          topic: `v1/devices/${this.identity.deviceId}/telemetry/weather`,
          payload: JSON.stringify(readingOf(this.fleet.firstTs, reading)),
        }),
      );
  }
}

const CONNECT = {
  ...({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true } as const),
  keepalive: 0,
};

const idOf = (reading: number) => 1 + (reading % PACKET_IDS);
