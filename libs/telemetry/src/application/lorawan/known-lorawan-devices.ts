import type { Clock } from '@furrow/kernel';
import { LRUCache } from 'lru-cache';
import { type MappedMember, mappedMembers } from '../../domain/lorawan/mapping.ts';
import type { DeviceContext } from '../ports.ts';
import type { LorawanDevices } from './ports.ts';

/** A revoked device is refused within this time. */
const KEPT_MS = 5_000;
/** An unknown one may just have been registered. */
const UNKNOWN_KEPT_MS = 1_000;
const DEVICES_KEPT = 100_000;

export interface KnownLorawanDevice {
  readonly device: DeviceContext;
  /** Null: as the network server normalizes. */
  readonly mapping: readonly MappedMember[] | null;
}

interface Known {
  readonly until: number;
  readonly device: Promise<KnownLorawanDevice | undefined>;
}

/** Caches active devices by company and EUI, because they change rarely and uplinks arrive all the time. */
export class KnownLorawanDevices {
  /** The option `max` would reserve memory for all of them at once. */
  readonly #devices = new LRUCache<string, Known>({ maxSize: DEVICES_KEPT, sizeCalculation: () => 1 });

  constructor(
    private readonly registry: LorawanDevices,
    private readonly clock: Clock,
  ) {}

  /** Undefined if the company has no such active device. */
  find(companyId: string, devEui: string): Promise<KnownLorawanDevice | undefined> {
    const now = this.clock.now().getTime();
    const key = `${companyId} ${devEui}`;
    const known = this.#devices.get(key);
    if (known && now < known.until) return known.device;
    const device = this.#read(companyId, devEui);
    this.#devices.set(key, { until: now + KEPT_MS, device });
    device.then(
      (found) => {
        if (found === undefined) this.#devices.set(key, { until: now + UNKNOWN_KEPT_MS, device });
      },
      () => this.#devices.delete(key),
    );
    return device;
  }

  async #read(companyId: string, devEui: string): Promise<KnownLorawanDevice | undefined> {
    const found = await this.registry.byDevEui(companyId, devEui);
    if (found === undefined || !found.isActive) return undefined;
    const { device, mapping } = found;
    return { device, mapping: mapping === null ? null : mappedMembers(mapping) };
  }
}
