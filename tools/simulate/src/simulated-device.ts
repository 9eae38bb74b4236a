import { setTimeout as sleep } from 'node:timers/promises';
import { offsetAt } from '@furrow/kernel';
import { CIEZA, Climate, Random, soilAt } from '@furrow/program';
import { topicsOf } from '@furrow/telemetry';
import mqtt, { type MqttClient } from 'mqtt';
import type { Registered } from './farm.ts';
import type { Counts, EventSent, Ledger, Message, ReadingKind } from './ledger.ts';
import { Refusal } from './refusal.ts';

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
  readonly #random: Random;
  readonly #climate: Climate;
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
    private readonly index: number,
  ) {
    this.#topics = topicsOf(device.deviceId);
    this.#random = new Random(Date.now() + index);
    this.#climate = new Climate(CIEZA, this.#random);
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
    if (number % WATER_EVERY === WATER_EVERY - 1) this.#turnValve(ts);
    else if (number % PLANT_EVERY === 0) this.#report('plant', ts, this.#vigour(ts));
    else if (number % SOIL_EVERY === 0)
      for (const depth of DEPTHS) this.#report('soil', ts, { ...soilAt(ts, depth, this.#random) });
    else {
      const minutes = Math.min((ts - (this.#measuredAt ?? ts)) / MINUTE_MS, DAY_MINUTES);
      this.#measuredAt = ts;
      this.#report('weather', ts, this.#weather(this.#climate, ts, rounded(minutes)));
    }
  }

  #weather(climate: Climate, ts: number, minutes: number) {
    const at = new Date(ts + offsetAt(this.device.timezone, ts));
    const dayOfYear = Math.floor((at.getTime() - Date.UTC(at.getUTCFullYear(), 0)) / DAY_MS) + 1;
    const weather = climate.at(dayOfYear, (at.getTime() % DAY_MS) / HOUR_MS, minutes);
    return { ...weather, pressure: 1_013, gust: rounded(1.8 * weather.wind), dir: 225 };
  }

  #vigour(ts: number) {
    const value = 0.72 + 0.05 * Math.cos((2 * Math.PI * ts) / DAY_MS) + this.#random.below(100) / 5_000;
    return { kpi: 'vigor', value: rounded(value) };
  }

  /**
   * Sends hourly readings of past days and of today so far. Each day has the same values in every simulation, so that the next one repeats
   * rather than contradicts it.
   */
  recall(days: number): void {
    const now = Date.now();
    const today = Math.floor(now / DAY_MS) * DAY_MS;
    for (let day = today - days * DAY_MS; day <= today; day += DAY_MS) {
      const climate = new Climate(CIEZA, new Random(day / DAY_MS + 100_000 * this.index));
      for (let ts = day; ts < Math.min(day + DAY_MS, now); ts += HOUR_MS)
        this.#report('weather', ts, this.#weather(climate, ts, HOUR_MS / MINUTE_MS));
    }
  }

  #turnValve(ts: number): void {
    if (this.#water) {
      this.#closeValve();
      return;
    }
    const eventId = `${this.#run}-${this.#number}`;
    this.#water = { deviceId: this.device.deviceId, eventId, startedAt: ts, endedAt: null, volume: null };
    this.#send({ kind: 'irrigation', sent: this.#water });
  }

  #closeValve(): void {
    if (this.#water === undefined) return;
    const endedAt = this.#now();
    const volume = Number(((FLOW * (endedAt - this.#water.startedAt)) / HOUR_MS).toFixed(4));
    this.#send({ kind: 'irrigation', sent: { ...this.#water, endedAt, volume } });
    this.#water = undefined;
  }

  /** Instants are unique per device, and never on the full second, where real devices often report. */
  #now(): number {
    const now = Math.max(Date.now(), this.#lastTime + 1);
    this.#lastTime = now % 1_000 === 0 ? now + 1 : now;
    return this.#lastTime;
  }

  #report(kind: ReadingKind, ts: number, values: Readonly<Record<string, number | string>>): void {
    this.#send({ kind, sent: { ts, sectorId: this.device.sectorId, ...values } });
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
      ledger.enter(message);
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

  /** @throws Refusal */
  async #renewToken(): Promise<void> {
    if (this.#token.expiresAt - Date.now() > FRESH_MS) return;
    const { deviceId, deviceSecret } = this.device;
    const response = await fetch(new URL('/api/iot/token', this.environment.iotUrl), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ deviceId, deviceSecret }),
    });
    type Answer = { readonly data?: { token: string; expiresAt: string }; readonly error?: string };
    const { data, error = '' } = (await response.json()) as Answer;
    if (data === undefined) throw new Refusal(`${deviceId} got no token: ${response.status} ${error}`);
    this.#token = { token: data.token, expiresAt: Date.parse(data.expiresAt) };
  }
}

/** Its place is known to the service, and its device to the topic. */
function payloadOf({ kind, sent }: Message): string {
  if (kind !== 'irrigation') return JSON.stringify({ ...sent, sectorId: undefined });
  return JSON.stringify({ ...sent, deviceId: undefined });
}

const rounded = (value: number) => Number(value.toFixed(2));

function codeOf(payload: Buffer): string {
  try {
    const { code } = JSON.parse(payload.toString()) as { code?: unknown };
    return typeof code === 'string' ? code : 'unknown';
  } catch {
    return 'unknown';
  }
}
