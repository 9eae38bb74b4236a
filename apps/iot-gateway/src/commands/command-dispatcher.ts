import { Database } from '@furrow/database';
import { FaultIsolation } from '@furrow/jobs';
import {
  type CommandKey,
  type CommandsWanted,
  type PendingCommand,
  PendingCommands,
  topicsOf,
} from '@furrow/telemetry';
import { Injectable, Logger } from '@nestjs/common';
import type { Client } from 'aedes';
import { generate } from 'mqtt-packet';
import { GatewayMetrics } from '../gateway-metrics.ts';
import { connectionOf, type DeviceBroker } from '../mqtt/broker.ts';
import type { Connection } from '../mqtt/connection.ts';
import { Connections } from '../mqtt/connections.ts';
import { commandNamesOf, commandSubscriptionsOf, qosOf } from '../mqtt/subscriptions.ts';

const TOGETHER_MS = 20;
const RETRY_MS = 1_000;
/** Until what was set aside is looked at again. */
const SET_ASIDE_MS = 5_000;
const DEVICES_AT_ONCE = 500;
/** Of up to 64 kB each. */
const COMMANDS_AT_ONCE = 200;
/** Commands in flight to one connection; the next ones follow its acknowledgements. */
const WINDOW = 10;
/** One more shows whether there are more than fit. */
const EACH = WINDOW + 1;
const MARKED_AT_ONCE = 1_000;
/** Delivered commands that cannot be marked; beyond it they are sent again. */
const MAX_UNMARKED = 10_000;

/** Commands in flight to one connection. */
interface Delivery {
  /** By packet id. Their messages are not kept. */
  readonly inFlight: Map<number, CommandKey>;
  /** There may be more than fit into the window. */
  hasMore: boolean;
  /** The device does not read; the rest follows when it does. */
  isHeldUp: boolean;
}

/**
 * Sends commands from the outbox to connected and subscribed devices, and again after each subscription, until a device
 * acknowledges. Unacknowledged commands stay in the outbox, even if this process crashes.
 */
@Injectable()
export class CommandDispatcher {
  readonly #logger = new Logger('commands');
  readonly #deliveries = new WeakMap<Connection, Delivery>();
  readonly #due = new Set<string>();
  /** To be marked, by their ids. */
  readonly #delivered = new Map<string, CommandKey>();
  /** What PostgreSQL fails with, until it is tried again. */
  readonly #setAside = { devices: new Set<string>(), unmarked: new Map<string, CommandKey>() };
  #lookingAgain: NodeJS.Timeout | undefined;
  readonly #reading: FaultIsolation<CommandsWanted>;
  readonly #marking: FaultIsolation<CommandKey>;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> = Promise.resolve();
  #watching: { stop(): Promise<void> } | undefined;
  #stopped = false;

  constructor(
    private readonly commands: PendingCommands,
    private readonly connections: Connections,
    private readonly metrics: GatewayMetrics,
    database: Database,
  ) {
    const report = (message: string) => this.#logger.warn(message);
    this.#reading = new FaultIsolation({
      ...{ database, report, keyOf: ({ deviceId }) => deviceId, companyOf: ({ companyId }) => companyId },
      describe: ({ deviceId, companyId }) =>
        `Commands of device ${deviceId} of company ${companyId} cannot be read`,
    });
    this.#marking = new FaultIsolation({
      ...{ database, report, keyOf: ({ commandId }) => commandId, companyOf: ({ companyId }) => companyId },
      describe: ({ commandId, companyId }) =>
        `Command ${commandId} of company ${companyId} cannot be marked as delivered`,
    });
  }

  async serve(broker: DeviceBroker): Promise<void> {
    const subscribed = (client: Client) => {
      const connection = connectionOf(client);
      if (commandSubscriptionsOf(connection).length > 0) this.#look(connection.device.deviceId);
    };
    broker.on('clientReady', subscribed);
    broker.on('subscribe', (_, client) => subscribed(client));
    this.#watching = await this.commands.watch((deviceId) => this.#lookFor(deviceId));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#lookingAgain);
    await this.#watching?.stop();
    await this.#working;
    await this.#mark();
  }

  /** @param announced the device of a new command; '': any */
  #lookFor(announced: string): void {
    for (const connection of announced === '' ? this.connections.all() : this.connections.of(announced))
      if (commandSubscriptionsOf(connection).length > 0) this.#look(connection.device.deviceId);
  }

  #look(deviceId: string): void {
    this.#due.add(deviceId);
    this.#workSoon(TOGETHER_MS);
  }

  #workSoon(ms: number): void {
    if (this.#timer !== undefined || this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#working = this.#work().finally(() => {
        this.#timer = undefined;
        if (this.#due.size > 0 || this.#delivered.size > 0) this.#workSoon(TOGETHER_MS);
      });
    }, ms);
  }

  async #work(): Promise<void> {
    const deviceIds = [...this.#due];
    this.#due.clear();
    try {
      await this.#mark();
      for (let from = 0; from < deviceIds.length; from += DEVICES_AT_ONCE)
        await this.#deliver(deviceIds.slice(from, from + DEVICES_AT_ONCE));
    } catch (error) {
      this.#logger.warn({ err: error }, 'the outbox cannot be read; commands wait until it can');
      for (const deviceId of deviceIds) this.#due.add(deviceId);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    }
  }

  /** @throws errors of reading the outbox while the database is away */
  async #deliver(deviceIds: readonly string[]): Promise<void> {
    const devices = deviceIds.flatMap((deviceId) => this.#wantedOf(deviceId));
    const done = new Set(await this.#reading.run(devices, (some) => this.#deliverTo(some)));
    for (const device of devices) if (!done.has(device)) this.#setAside.devices.add(device.deviceId);
    if (done.size < devices.length) this.#lookAgainLater();
  }

  /** A device has one company; its connections may have subscribed to different commands. */
  #wantedOf(deviceId: string): CommandsWanted[] {
    const connections = [...this.connections.of(deviceId)];
    const [first] = connections;
    if (first === undefined) return [];
    const names = connections.map(commandNamesOf);
    const all = names.includes(null) ? null : [...new Set(names.flatMap((some) => some ?? []))];
    return [{ companyId: first.device.companyId, deviceId, names: all }];
  }

  async #deliverTo(devices: readonly CommandsWanted[]): Promise<void> {
    const pending = await this.commands.of(devices, { each: EACH, all: COMMANDS_AT_ONCE });
    if (pending.length === COMMANDS_AT_ONCE && devices.length > 1) {
      // So that one device's many commands do not delay another's.
      const half = Math.ceil(devices.length / 2);
      await this.#deliverTo(devices.slice(0, half));
      await this.#deliverTo(devices.slice(half));
      return;
    }
    const byDevice = Map.groupBy(pending, ({ deviceId }) => deviceId);
    for (const [deviceId, commands] of byDevice)
      for (const connection of this.connections.of(deviceId)) this.#sendAll(connection, commands);
  }

  /** What was set aside is due again later; until then an attempt costs nothing. */
  #lookAgainLater(): void {
    if (this.#stopped) return;
    this.#lookingAgain ??= setTimeout(() => {
      this.#lookingAgain = undefined;
      const { devices, unmarked } = this.#setAside;
      for (const deviceId of devices) this.#due.add(deviceId);
      for (const [commandId, key] of unmarked) this.#delivered.set(commandId, key);
      devices.clear();
      unmarked.clear();
      this.#workSoon(TOGETHER_MS);
    }, SET_ASIDE_MS).unref();
  }

  /** @param commands those that wait for the device, or the first of them, in their order, which is kept */
  #sendAll(connection: Connection, commands: readonly PendingCommand[]): void {
    const { stream, session, device } = connection;
    if (stream.destroyed) return;
    const mine = commands.filter(({ companyId }) => companyId === device.companyId);
    if (session) {
      const waiting = mine.map(({ commandId }) => commandId);
      // If another gateway has sent any, they are the first ones.
      const { unacknowledged: sent = new Set(waiting.slice(0, WINDOW)) } = session;
      session.unacknowledged = new Set(waiting.filter((commandId) => sent.has(commandId)));
    }
    for (const command of mine) if (!this.#send(connection, command)) return;
  }

  /** @returns whether the next one may follow */
  #send(connection: Connection, command: PendingCommand): boolean {
    const { stream, session } = connection;
    const topic = topicsOf(command.deviceId).command(command.name);
    const qos = qosOf(commandSubscriptionsOf(connection), topic);
    if (qos === undefined) return true;
    const delivery = this.#deliveryOf(connection);
    const { commandId } = command;
    const messageId = packetIdOf(command);
    const isInFlight = delivery.inFlight.get(messageId)?.commandId === commandId;
    if (isInFlight || this.#delivered.has(commandId) || this.#setAside.unmarked.has(commandId)) return true;
    if (delivery.inFlight.size >= WINDOW || delivery.inFlight.has(messageId)) {
      delivery.hasMore = true;
      return false;
    }
    if (stream.isCongested) {
      this.#lookWhenTaken(connection, delivery);
      return false;
    }
    const packet = { cmd: 'publish', topic, payload: command.message, qos, retain: false } as const;
    if (qos === 0) {
      // The subscription has QoS 0, which allows one attempt only.
      stream.write(generate({ ...packet, dup: false }));
      this.#done(command);
      return true;
    }
    const dup = session?.unacknowledged?.has(commandId) ?? false; // [MQTT-3.3.1-1]
    session?.unacknowledged?.add(commandId);
    delivery.inFlight.set(messageId, { companyId: command.companyId, commandId });
    stream.write(generate({ ...packet, dup, messageId }));
    this.metrics.commands.inc({ outcome: 'sent' });
    return true;
  }

  /** Commands to a device that does not read wait in the outbox. */
  #lookWhenTaken(connection: Connection, delivery: Delivery): void {
    if (delivery.isHeldUp) return;
    delivery.isHeldUp = true;
    connection.stream.answers.whenTaken(() => {
      delivery.isHeldUp = false;
      this.#look(connection.device.deviceId);
    });
  }

  #deliveryOf(connection: Connection): Delivery {
    const known = this.#deliveries.get(connection);
    if (known) return known;
    const delivery: Delivery = { inFlight: new Map(), hasMore: false, isHeldUp: false };
    this.#deliveries.set(connection, delivery);
    connection.onPuback = (packetId) => this.#acknowledged(connection, delivery, packetId);
    return delivery;
  }

  #acknowledged(connection: Connection, delivery: Delivery, packetId: number): void {
    const command = delivery.inFlight.get(packetId);
    if (command === undefined) return;
    delivery.inFlight.delete(packetId);
    connection.session?.unacknowledged?.delete(command.commandId);
    this.#done(command);
    if (!delivery.hasMore || delivery.inFlight.size > WINDOW / 2) return;
    delivery.hasMore = false;
    this.#look(connection.device.deviceId);
  }

  #done({ companyId, commandId }: CommandKey): void {
    this.metrics.commands.inc({ outcome: 'delivered' });
    this.#delivered.set(commandId, { companyId, commandId });
    this.#workSoon(TOGETHER_MS);
  }

  async #mark(): Promise<void> {
    const delivered = [...this.#delivered.values()];
    for (let start = 0; start < delivered.length; start += MARKED_AT_ONCE)
      await this.#markSome(delivered.slice(start, start + MARKED_AT_ONCE));
  }

  async #markSome(commands: readonly CommandKey[]): Promise<void> {
    const done = new Set(await this.#marking.run(commands, (some) => this.commands.markDelivered(some)));
    const { unmarked } = this.#setAside;
    for (const command of commands) {
      this.#delivered.delete(command.commandId);
      if (!done.has(command) && unmarked.size < MAX_UNMARKED) unmarked.set(command.commandId, command);
    }
    if (unmarked.size > 0) this.#lookAgainLater();
  }
}

/**
 * The same in every gateway and for every attempt. [MQTT-4.4.0-1] If two commands have the same id, the later one waits
 * until the earlier one is acknowledged.
 */
function packetIdOf({ commandId }: PendingCommand): number {
  return Number.parseInt(commandId.slice(-4), 16) || 1; // 0 is not a packet id
}
