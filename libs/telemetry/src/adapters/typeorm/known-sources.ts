import type { PlacedReading } from '../../application/ports.ts';

const MAX_DEVICES = 100_000;

/** The projects and sectors for which a device's readings of a kind are known to be noted. */
interface Source {
  readonly companyId: string;
  readonly projectId: string;
  readonly sectorIds: { readonly [Kind in PlacedReading['kind']]: Set<string | null> };
}

/** Caches which sources of readings are in the database, so that they are not written with every reading. */
export class KnownSources {
  readonly #devices = new Map<string, Source>();

  has({ kind, device, sectorId }: PlacedReading): boolean {
    const source = this.#devices.get(device.deviceId);
    return (
      source?.companyId === device.companyId &&
      source.projectId === device.projectId &&
      source.sectorIds[kind].has(sectorId)
    );
  }

  add(reading: PlacedReading): void {
    const { kind, device, sectorId } = reading;
    this.#of(device).sectorIds[kind].add(sectorId);
  }

  #of({ deviceId, companyId, projectId }: PlacedReading['device']): Source {
    const known = this.#devices.get(deviceId);
    if (known?.companyId === companyId && known.projectId === projectId) return known;
    if (this.#devices.size >= MAX_DEVICES) this.#devices.clear();
    const sectorIds = {
      weather: new Set<string | null>(),
      plant: new Set<string | null>(),
      irrigation: new Set<string | null>(),
    };
    const source: Source = { companyId, projectId, sectorIds };
    this.#devices.set(deviceId, source);
    return source;
  }
}
