import type { Clock } from '@furrow/kernel';
import { LRUCache } from 'lru-cache';
import type { DeviceContext, RegisteredSector, SectorRegistry } from './ports.ts';

const KEPT_MS = 30_000;
/** An unknown name may just have been created. */
const ASKED_AGAIN_MS = 1_000;
const PROJECTS_KEPT = 10_000;

interface Known {
  readonly since: number;
  readonly byName: Promise<ReadonlyMap<string, string>>;
}

/** Caches sectors by the names that devices use, because they change rarely and readings arrive all the time. */
export class KnownSectors {
  readonly #projects = new LRUCache<string, Known>({ max: PROJECTS_KEPT });

  constructor(
    private readonly registry: SectorRegistry,
    private readonly clock: Clock,
  ) {}

  /** The ids of those `names`, keys or ids, that are sectors of the device's project. */
  async resolve(device: DeviceContext, names: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
    let known = this.#known(device, KEPT_MS);
    let ids = picked(await known.byName, names);
    if (ids.size < names.size) {
      const again = this.#known(device, ASKED_AGAIN_MS);
      if (again !== known) ids = picked(await (known = again).byName, names);
    }
    return ids;
  }

  #known({ companyId, projectId }: DeviceContext, maxAge: number): Known {
    const now = this.clock.now().getTime();
    const key = `${companyId} ${projectId}`;
    const known = this.#projects.get(key);
    if (known && now - known.since < maxAge) return known;
    const byName = this.registry.sectorsOf(companyId, projectId).then(namesOf);
    const asked = { since: now, byName };
    this.#projects.set(key, asked);
    byName.catch(() => {
      if (this.#projects.get(key) === asked) this.#projects.delete(key);
    });
    return asked;
  }
}

/** A key that equals another sector's id means the sector with the key. */
function namesOf(sectors: readonly RegisteredSector[]): ReadonlyMap<string, string> {
  return new Map([
    ...sectors.map(({ sectorId }) => [sectorId, sectorId] as const),
    ...sectors.map(({ key, sectorId }) => [key, sectorId] as const),
  ]);
}

function picked(byName: ReadonlyMap<string, string>, names: ReadonlySet<string>): Map<string, string> {
  const ids = new Map<string, string>();
  for (const name of names) {
    const id = byName.get(name) ?? byName.get(name.toLowerCase());
    if (id !== undefined) ids.set(name, id);
  }
  return ids;
}
