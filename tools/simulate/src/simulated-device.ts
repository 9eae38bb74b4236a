import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { offsetAt } from '@furrow/kernel';
import { topicsOf } from '@furrow/telemetry';
import mqtt, { type MqttClient } from 'mqtt';
import { Climate } from './climate.ts';
import type { Registered } from './farm.ts';
import { type Counts, enter, type EventSent, type Ledger, type Message } from './ledger.ts';
import { tokenOf } from './token.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;
const DAY_MINUTES = DAY_MS / MINUTE_MS;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
/** A token that expires sooner is replaced before its next use. */
const FRESH_MS = 30_000;
/** The limit of buffered messages; a device measures nothing more until some are acknowledged. */
const MEMORY = 1_000;
const PLANT_EVERY = 5;
const SOIL_EVERY = 7;
/** Of the probe beside each station, cm. */
const DEPTHS = [20, 60];
const WATER_EVERY = 20;
/** Flow through one valve, m³/h. */
const FLOW = 6;

export interface DeviceEnvironment {
  readonly iotUrl: string;
  readonly mqttUrl: string;
  readonly counts: Counts;
  readonly ledger: Ledger;
}

/**
 * One station in the field: measures, sends, and reconnects by itself.
 *
 * It queues unacknowledged messages itself, creates a new client for every connection and sends the whole queue through
 * it. The resending of mqtt.js would lose messages: what is published while it resends is never sent if the connection
 * breaks again meanwhile (mqttjs/MQTT.js#2015).
 */
export class SimulatedDevice {
  readonly #climate = new Climate();
  readonly #topics: ReturnType<typeof topicsOf>;
  /** Unacknowledged, in the order of measurement. */
  readonly #queue = new Set<Message>();
  #token = { token: '', expiresAt: 0 };
  #client: MqttClient | undefined;
  #attempts = 0;
  #reconnecting: NodeJS.Timeout | undefined;
  #ended = false;
  #number: number;
  #lastTime = 0;
  #measuredAt: number | undefined;
  #water: EventSent | undefined;
  readonly #run = Date.now().toString(36);

  constructor(
    private readonly device: Registered,
    private readonly environment: DeviceEnvironment,
    index: number,
  ) {
    this.#topics = topicsOf(device.deviceId);
    this.#number = index; // staggers the valves of the devices
  }

  get unacknowledged(): number {
    return this.#queue.size;
  }

  /** @throws Refusal when it gets no token */
  async connect(): Promise<void> {
    await this.#renewToken();
    this.#open();
  }

  /** Sends `rate` messages per second until it is stopped. */
  async run(rate: number, stopping: AbortSignal): Promise<void> {
    const every = 1_000 / rate;
    for (let next = performance.now() + Math.random() * every; ; next += every) {
      await sleep(Math.max(0, next - performance.now()), undefined, { signal: stopping }).catch(
        () => undefined,
      );
      if (stopping.aborted) break;
      if (this.#queue.size < MEMORY) this.#measure();
      else next = performance.now();
    }
    this.#closeValve();
  }

  end(): void {
    this.#ended = true;
    clearTimeout(this.#reconnecting);
    this.#client?.end(this.#queue.size > 0);
  }

  #measure(): void {
    const number = this.#number++;
    const ts = this.#now();
    const hour = this.#hourOf(ts);
    if (number % WATER_EVERY === WATER_EVERY - 1) this.#turnValve(ts);
    else if (number % PLANT_EVERY === 0)
      this.#send({
        kind: 'plant',
        reading: { ts, ...this.#climate.plantAt(hour), sectorId: this.device.sectorId },
      });
    else if (number % SOIL_EVERY === 0)
      for (const depth of DEPTHS)
        this.#send({
          kind: 'soil',
          reading: { ts, ...this.#climate.soilAt(hour, depth), sectorId: this.device.sectorId },
        });
    else {
      const minutes = Math.min((ts - (this.#measuredAt ?? ts)) / MINUTE_MS, DAY_MINUTES);
      this.#measuredAt = ts;
      this.#send({ kind: 'weather', reading: { ts, ...this.#climate.at(hour, minutes, ts / DAY_MS) } });
    }
  }

  /** Hour of the local day, 0 up to 24. */
  #hourOf(ts: number): number {
    return ((((ts + offsetAt(this.device.timezone, ts)) / HOUR_MS) % 24) + 24) % 24;
  }

  /**
   * Sends hourly readings of past days and of today so far. Each day has the same values in every simulation, so that the next one repeats
   * rather than contradicts it.
   */
  recall(days: number): void {
    const now = Date.now();
    const today = Math.floor(now / DAY_MS) * DAY_MS;
    for (let day = today - days * DAY_MS; day <= today; day += DAY_MS) {
      const climate = new Climate(sequenceOf(`${this.device.deviceId} ${day}`));
      for (let ts = day; ts < Math.min(day + DAY_MS, now); ts += HOUR_MS)
        this.#send({
          kind: 'weather',
          reading: { ts, ...climate.at(this.#hourOf(ts), HOUR_MS / MINUTE_MS, ts / DAY_MS) },
        });
    }
  }

  #turnValve(ts: number): void {
    if (this.#water) {
      this.#closeValve();
      return;
    }
    const eventId = `${this.#run}-${this.#number}`;
    this.#water = { deviceId: this.device.deviceId, eventId, startedAt: ts, endedAt: null, volume: null };
    this.#send({ kind: 'irrigation', reading: this.#water });
  }

  #closeValve(): void {
    if (this.#water === undefined) return;
    const endedAt = this.#now();
    const volume = Number(((FLOW * (endedAt - this.#water.startedAt)) / HOUR_MS).toFixed(4));
    this.#send({ kind: 'irrigation', reading: { ...this.#water, endedAt, volume } });
    this.#water = undefined;
  }

  /** Instants are unique per device, and never on the full second, where real devices often report. */
  #now(): number {
    const now = Math.max(Date.now(), this.#lastTime + 1);
    this.#lastTime = now % 1_000 === 0 ? now + 1 : now;
    return this.#lastTime;
  }

  #send(message: Message): void {
    this.environment.counts.sent++;
    this.#queue.add(message);
    if (this.#client?.connected) this.#publish(this.#client, message);
  }

  #publish(client: MqttClient, message: Message): void {
    const { counts, ledger } = this.environment;
    client.publish(this.#topics.telemetry[message.kind], payloadOf(message), { qos: 1 }, (error) => {
      if (error || !this.#queue.delete(message)) return;
      counts.acknowledged++;
      enter(ledger, message);
    });
  }

  /** One connection, from start to end. */
  #open(): void {
    const { counts } = this.environment;
    const client = mqtt.connect(this.environment.mqttUrl, {
      ...{ protocolVersion: 4, clientId: 'simulate', keepalive: 30, reconnectPeriod: 0, log: undefined },
      wsOptions: { headers: { 'x-iot-token': this.#token.token } },
    });
    this.#client = client;
    let connected = false;
    client.on('connect', () => {
      connected = true;
      counts.connected++;
      this.#attempts = 0;
      client.subscribe(this.#topics.errors, { qos: 0 });
      for (const message of this.#queue) this.#publish(client, message);
    });
    client.on('error', (error) => {
      if (/\b401\b/.test(error.message)) this.#token.expiresAt = 0;
    });
    client.on('message', (_topic, payload) => counts.reject(codeOf(payload)));
    client.once('close', () => {
      if (connected) counts.connected--;
      client.end(true);
      this.#reconnectLater();
    });
  }

  #reconnectLater(): void {
    if (this.#ended) return;
    const longest = Math.min(FIRST_RETRY_MS * 2 ** this.#attempts++, LONGEST_RETRY_MS);
    // Jitter, so that the devices do not all reconnect at once.
    const wait = longest * (0.5 + Math.random());
    this.#reconnecting = setTimeout(() => void this.#reconnect(), wait);
  }

  async #reconnect(): Promise<void> {
    this.environment.counts.reconnects++;
    try {
      await this.#renewToken();
    } catch {
      this.#reconnectLater();
      return;
    }
    if (!this.#ended) this.#open();
  }

  async #renewToken(): Promise<void> {
    if (this.#token.expiresAt - Date.now() > FRESH_MS) return;
    const { token, expiresAt } = await tokenOf(this.environment.iotUrl, this.device);
    this.#token = { token, expiresAt: Date.parse(expiresAt) };
  }
}

function payloadOf({ kind, reading }: Message): string {
  if (kind === 'weather') return JSON.stringify(reading);
  if (kind === 'plant') {
    const { ts, kpi, value } = reading;
    return JSON.stringify({ ts, kpi, value });
  }
  if (kind === 'soil') {
    const { sectorId: _, ...item } = reading;
    return JSON.stringify(item);
  }
  const { eventId, startedAt, endedAt, volume } = reading;
  return JSON.stringify({ eventId, startedAt, endedAt, volume });
}

/** A pseudo-random sequence of numbers from 0 up to 1, seeded by a name. */
function sequenceOf(name: string): () => number {
  let at = 0;
  return () => createHash('sha256').update(`${name} ${at++}`).digest().readUInt32BE() / 2 ** 32;
}

function codeOf(payload: Buffer): string {
  try {
    const { code } = JSON.parse(payload.toString()) as { code?: unknown };
    return typeof code === 'string' ? code : 'unknown';
  } catch {
    return 'unknown';
  }
}
