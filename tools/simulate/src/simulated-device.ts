import { setTimeout as sleep } from 'node:timers/promises';
import { offsetAt } from '@furrow/kernel';
import { topicsOf } from '@furrow/telemetry';
import mqtt, { type MqttClient } from 'mqtt';
import { Climate } from './climate.ts';
import type { Registered } from './farm.ts';
import { type Counts, enter, type EventSent, type Ledger, type Message } from './ledger.ts';
import { tokenOf } from './token.ts';

const HOUR_MS = 3_600_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 30_000;
/** A token that ends sooner is replaced before it is used again. */
const FRESH_MS = 30_000;
/** Messages a device remembers while nobody acknowledges; then it measures nothing more. */
const MEMORY = 1_000;
const PLANT_EVERY = 5;
const WATER_EVERY = 20;
/** m³ an hour through one valve. */
const FLOW = 6;

export interface Surroundings {
  readonly iotUrl: string;
  readonly mqttUrl: string;
  readonly counts: Counts;
  readonly ledger: Ledger;
}

/** One station in the field: measures, sends, and comes back by itself when the connection is lost. */
export class SimulatedDevice {
  readonly #climate = new Climate();
  readonly #topics: ReturnType<typeof topicsOf>;
  readonly #headers: Record<string, string> = {};
  #tokenEnds = 0;
  #client: MqttClient | undefined;
  #attempts = 0;
  #unacknowledged = 0;
  #number: number;
  #lastTime = 0;
  #water: EventSent | undefined;
  readonly #run = Date.now().toString(36);

  constructor(
    private readonly device: Registered,
    private readonly at: Surroundings,
    place: number,
  ) {
    this.#topics = topicsOf(device.deviceId);
    this.#number = place; // not all of them open their valves at once
  }

  get unacknowledged(): number {
    return this.#unacknowledged;
  }

  /** @throws Refusal when it gets no token */
  async connect(): Promise<void> {
    await this.#renewToken();
    const { counts } = this.at;
    const options: mqtt.IClientOptions = {
      ...{ protocolVersion: 4, clientId: 'simulate', keepalive: 30, resubscribe: true, log: undefined },
      reconnectPeriod: this.#patience(),
      wsOptions: { headers: this.#headers },
    };
    const client = mqtt.connect(this.at.mqttUrl, options);
    this.#client = client;
    let connected = false;
    client.on('connect', () => {
      connected = true;
      counts.connected++;
      this.#attempts = 0;
      options.reconnectPeriod = this.#patience();
    });
    client.on('close', () => {
      if (connected) counts.connected--;
      connected = false;
    });
    client.on('reconnect', () => {
      counts.reconnects++;
      this.#attempts++;
      options.reconnectPeriod = this.#patience();
    });
    client.on('error', (error) => {
      if (/\b401\b/.test(error.message)) this.#tokenEnds = 0;
    });
    client.on('offline', () => void this.#renewToken().catch(() => undefined)); // it is tried again as long as it takes
    client.on('message', (_topic, payload) => counts.reject(codeOf(payload)));
    client.subscribe(this.#topics.errors, { qos: 0 });
  }

  /** Sends so many messages a second until it is stopped. */
  async run(rate: number, stopping: AbortSignal): Promise<void> {
    const every = 1_000 / rate;
    for (let next = performance.now() + Math.random() * every; ; next += every) {
      await sleep(Math.max(0, next - performance.now()), undefined, { signal: stopping }).catch(
        () => undefined,
      );
      if (stopping.aborted) break;
      if (this.#unacknowledged < MEMORY) this.#measure();
      else next = performance.now();
    }
    this.#closeValve();
  }

  end(): void {
    this.#client?.end(this.#unacknowledged > 0);
  }

  #measure(): void {
    const number = this.#number++;
    const ts = this.#now();
    const hour = ((((ts + offsetAt(this.device.timezone, ts)) / HOUR_MS) % 24) + 24) % 24;
    if (number % WATER_EVERY === WATER_EVERY - 1) this.#turnValve(ts);
    else if (number % PLANT_EVERY === 0)
      this.#send({
        kind: 'plant',
        reading: { ts, ...this.#climate.plantAt(hour), sectorId: this.device.sectorId },
      });
    else this.#send({ kind: 'weather', reading: { ts, ...this.#climate.at(hour) } });
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

  /** No two readings of a device share an instant, and none falls on the full second, where others like to report. */
  #now(): number {
    const now = Math.max(Date.now(), this.#lastTime + 1);
    this.#lastTime = now % 1_000 === 0 ? now + 1 : now;
    return this.#lastTime;
  }

  #send(message: Message): void {
    const { counts, ledger } = this.at;
    counts.sent++;
    this.#unacknowledged++;
    this.#client?.publish(this.#topics.telemetry[message.kind], payloadOf(message), { qos: 1 }, (error) => {
      if (error) return; // given up at the end
      this.#unacknowledged--;
      counts.acknowledged++;
      enter(ledger, message);
    });
  }

  /** Longer with every attempt, and different for each device, so that they do not all come back at once. */
  #patience(): number {
    const longest = Math.min(FIRST_RETRY_MS * 2 ** this.#attempts, LONGEST_RETRY_MS);
    return Math.ceil(longest * (0.5 + Math.random()));
  }

  async #renewToken(): Promise<void> {
    if (this.#tokenEnds - Date.now() > FRESH_MS) return;
    const { token, expiresAt } = await tokenOf(this.at.iotUrl, this.device);
    this.#headers['x-iot-token'] = token;
    this.#tokenEnds = Date.parse(expiresAt);
  }
}

function payloadOf({ kind, reading }: Message): string {
  if (kind === 'weather') return JSON.stringify(reading);
  if (kind === 'plant') {
    const { ts, kpi, value } = reading;
    return JSON.stringify({ ts, kpi, value });
  }
  const { eventId, startedAt, endedAt, volume } = reading;
  return JSON.stringify({ eventId, startedAt, endedAt, volume });
}

function codeOf(payload: Buffer): string {
  try {
    const { code } = JSON.parse(payload.toString()) as { code?: unknown };
    return typeof code === 'string' ? code : 'unknown';
  } catch {
    return 'unknown';
  }
}
