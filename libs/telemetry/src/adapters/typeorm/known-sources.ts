import { LRUCache } from 'lru-cache';
import type { PlacedReading } from '../../application/ports.ts';
import { hasExtraWeather } from '../../domain/index.ts';

const MAX_DEVICES = 100_000;

type Form = PlacedReading['kind'] | 'whole_weather';

/** The projects and sectors for which a device's readings of a kind are known to be noted. */
interface Source {
  readonly companyId: string;
  readonly projectId: string;
  readonly sectorIds: { readonly [F in Form]: Set<string | null> };
}

/** Caches which sources of readings are in the database, so that they are not written with every reading. */
export class KnownSources {
  /** The option `max` would reserve memory for all of them at once. */
  readonly #devices = new LRUCache<string, Source>({ maxSize: MAX_DEVICES, sizeCalculation: () => 1 });

  has(reading: PlacedReading): boolean {
    const { kind, device, sectorId } = reading;
    const source = this.#devices.get(device.deviceId);
    return (
      source?.companyId === device.companyId &&
      source.projectId === device.projectId &&
      (source.sectorIds[kind].has(sectorId) || source.sectorIds[formOf(reading)].has(sectorId))
    );
  }

  add(reading: PlacedReading): void {
    this.#of(reading.device).sectorIds[formOf(reading)].add(reading.sectorId);
  }

  #of({ deviceId, companyId, projectId }: PlacedReading['device']): Source {
    const known = this.#devices.get(deviceId);
    if (known?.companyId === companyId && known.projectId === projectId) return known;
    const sectorIds = {
      weather: new Set<string | null>(),
      whole_weather: new Set<string | null>(),
      plant: new Set<string | null>(),
      irrigation: new Set<string | null>(),
      soil: new Set<string | null>(),
    };
    const source: Source = { companyId, projectId, sectorIds };
    this.#devices.set(deviceId, source);
    return source;
  }
}

/** A source that has sent plain weather may also send whole weather unnoted, but not the other way round. */
function formOf({ kind, reading }: PlacedReading): Form {
  return kind === 'weather' && hasExtraWeather(reading) ? 'whole_weather' : kind;
}
