import { AccessChanges, AuthenticateDevice } from '@furrow/access';
import type { DevicePrincipal } from '@furrow/access/domain';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { GatewayMetrics } from '../gateway-metrics.ts';
import { MemoryBudget } from '../memory/memory-budget.ts';
import { GOING_AWAY, POLICY, TRY_AGAIN_LATER } from '../transport/closure.ts';
import type { Connection } from './connection.ts';
import { SlowConsumers } from './slow-consumers.ts';

const SWEEP_EVERY_MS = 500;
/** In addition to notifications, which may be lost. */
const POLL_EVERY_MS = 3_500;
const TOGETHER_MS = 50;
const DEVICES_AT_ONCE = 5_000;
/** A device that reconnects under new client ids leaves connections behind that nobody closes. */
const MAX_PER_DEVICE = 10;

/**
 * All connections: each ends when its token expires, when its device is no longer active, when it is silent, and when its
 * CONNECT cannot be answered in time.
 */
@Injectable()
export class Connections implements OnModuleInit {
  readonly #logger = new Logger('connections');
  readonly #byDevice = new Map<string, Set<Connection>>();
  readonly #all = new Set<Connection>();
  readonly #timers: NodeJS.Timeout[] = [];
  #listening: { stop(): Promise<void> } | undefined;
  readonly #unconnected = new Set<Connection>();
  /** Of each device with which all its connections agree. */
  readonly #revisions = new Map<string, string>();
  readonly #slow: SlowConsumers<Connection>;
  #checking = false;
  #checkAgain = false;

  constructor(
    private readonly devices: AuthenticateDevice,
    private readonly changes: AccessChanges,
    private readonly metrics: GatewayMetrics,
    memory: MemoryBudget,
  ) {
    this.#slow = new SlowConsumers({ bytes: memory.unreadLimit });
    metrics.gauge('furrow_iot_connections', 'Connections open', () => this.#all.size);
    metrics.gauge('furrow_iot_devices', 'Devices with a connection', () => this.#byDevice.size);
    metrics.gauge('furrow_iot_unconnected', 'Connections without a CONNECT yet', () => this.unconnected);
    metrics.gauge('furrow_iot_paused_connections', 'Connections that are not being read', () => {
      let paused = 0;
      for (const { stream } of this.#all) if (stream.isHeld) paused++;
      return paused;
    });
  }

  async onModuleInit(): Promise<void> {
    this.#listening = await this.changes.subscribe(() => setTimeout(() => void this.#check(), TOGETHER_MS));
    this.#timers.push(setInterval(() => void this.#check(), POLL_EVERY_MS));
    this.#timers.push(setInterval(() => this.#sweep(), SWEEP_EVERY_MS));
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#listening?.stop();
  }

  get size(): number {
    return this.#all.size;
  }

  /** Those that have not sent CONNECT yet. */
  get unconnected(): number {
    return this.#unconnected.size;
  }

  all(): Iterable<Connection> {
    return this.#all;
  }

  of(deviceId: string): Iterable<Connection> {
    return this.#byDevice.get(deviceId) ?? [];
  }

  add(connection: Connection): void {
    const { deviceId } = connection.device;
    const siblings = this.#byDevice.get(deviceId) ?? new Set();
    this.#byDevice.set(deviceId, siblings.add(connection));
    this.#revisions.delete(deviceId); // what it was admitted by may be a moment old
    this.#all.add(connection);
    this.#unconnected.add(connection);
    connection.onConnected = () => this.#unconnected.delete(connection);
    connection.stream.once('close', () => this.#remove(connection));
    const [oldest] = siblings;
    if (oldest !== undefined && siblings.size > MAX_PER_DEVICE)
      this.#end(oldest, POLICY, 'too many connections');
  }

  /** Closes all of them without publishing wills, because this process shuts down, not the devices. */
  endAll(): void {
    for (const connection of this.#all) {
      Object.assign(connection.client ?? {}, { will: null });
      connection.end(GOING_AWAY, 'going away');
    }
  }

  #remove(connection: Connection): void {
    const { deviceId } = connection.device;
    this.#all.delete(connection);
    this.#unconnected.delete(connection);
    const siblings = this.#byDevice.get(deviceId);
    siblings?.delete(connection);
    if (siblings?.size === 0) {
      this.#byDevice.delete(deviceId);
      this.#revisions.delete(deviceId);
    }
    connection.queue.end(connection.revoked);
  }

  #end(connection: Connection, code: number, reason: string): void {
    this.metrics.ended.inc({ reason });
    connection.end(code, reason);
  }

  #sweep(): void {
    const [now, clock] = [performance.now(), Date.now()];
    for (const connection of this.#all) {
      if (clock >= connection.expiresAt) this.#end(connection, POLICY, 'token expired');
      else if (connection.isSilent(now)) this.#end(connection, POLICY, 'keepalive');
      else if (connection.isUnanswered(now))
        this.#end(connection, TRY_AGAIN_LATER, 'CONNECT not answered in time');
    }
    for (const connection of this.#slow.overdue(this.#all, now))
      this.#end(connection, POLICY, 'answers not read');
  }

  /** Checks all connected devices, and again if something changes meanwhile. */
  async #check(): Promise<void> {
    this.#checkAgain = this.#checking;
    if (this.#checking || this.#byDevice.size === 0) return;
    this.#checking = true;
    try {
      do {
        this.#checkAgain = false;
        await this.#checkAll();
      } while (this.#checkAgain as boolean);
    } catch (error) {
      this.#logger.debug(
        { err: error },
        'devices could not be checked; connections stay open until they can',
      );
    } finally {
      this.#checking = false;
    }
  }

  async #checkAll(): Promise<void> {
    const deviceIds = [...this.#byDevice.keys()];
    for (let from = 0; from < deviceIds.length; from += DEVICES_AT_ONCE) {
      const some = deviceIds.slice(from, from + DEVICES_AT_ONCE);
      const revisions = await this.devices.revisions(some);
      const changed = some.filter((deviceId) => {
        const revision = revisions.get(deviceId);
        return revision === undefined || revision !== this.#revisions.get(deviceId);
      });
      const current = await this.devices.current(changed);
      for (const deviceId of changed) {
        this.#update(deviceId, current.get(deviceId));
        const revision = revisions.get(deviceId);
        if (revision !== undefined && this.#byDevice.has(deviceId)) this.#revisions.set(deviceId, revision);
      }
    }
  }

  #update(deviceId: string, device: DevicePrincipal | undefined): void {
    for (const connection of this.of(deviceId)) {
      const { secretVersion, projectId, sectorId } = connection.device;
      if (device?.secretVersion === secretVersion) {
        const stays = device.projectId === projectId && device.sectorId === sectorId;
        if (!stays) connection.device = device;
      } else {
        connection.revoked = true;
        this.#end(connection, POLICY, 'revoked');
      }
    }
  }
}
