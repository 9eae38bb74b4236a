import {
  DevelopmentIssuer,
  DeviceDirectory,
  mayBeSignedHere,
  wireAccess,
  wireAccessIn,
} from '@furrow/access';
import type { DeviceSite } from '@furrow/access/domain';
import { ProjectDirectory, type ProjectListing } from '@furrow/agronomy';
import { SystemClock } from '@furrow/kernel';
import type { Config } from '@furrow/config';
import { Database, LONG_RUNNING } from '@furrow/database';
import { allRows } from '@furrow/schema';
import { Refusal } from './refusal.ts';
import type { RunningSystem } from './running-system.ts';

const DEMO = 'demo';
const TOKEN_SERVES_MS = 3_600_000;
const SIGNED_IN_SECONDS = 7 * 86_400;
const clock = new SystemClock();

/** A registered device and its place. */
export interface Registered {
  readonly deviceId: string;
  readonly deviceSecret: string;
  readonly projectId: string;
  readonly sectorId: string | null;
  readonly timezone: string;
}

type Place = Pick<Registered, 'projectId' | 'sectorId' | 'timezone'>;

/** The simulated farm, in the running system's database. */
export class Farm {
  private constructor(
    private readonly system: RunningSystem,
    readonly key: string,
    private readonly companyId: string,
    private readonly projects: readonly ProjectListing[],
  ) {}

  /** @throws Refusal when there is no such farm, or it has no project */
  static open(system: RunningSystem, wanted: string | undefined): Promise<Farm> {
    return onDatabase(system, async (database) => {
      const companies = await wireAccess(database, clock).listCompanies.execute();
      const company = companies.find(({ key }) => key === (wanted ?? DEMO)) ?? theOnlyOne(wanted, companies);
      if (company === undefined) {
        const keys = companies.map(({ key }) => key).join(', ');
        throw new Refusal(
          keys === ''
            ? 'There is no company yet: apply a farm with npm run furrow -- apply.'
            : `There is no company "${wanted ?? DEMO}"; --company may be: ${keys}.`,
        );
      }
      const projects = await database.tenant(company.companyId, (tx) => new ProjectDirectory().all(tx));
      const active = projects.filter(({ status }) => status === 'active');
      if (active.length === 0) throw new Refusal(`The company ${company.key} has no active project.`);
      return new Farm(system, company.key, company.companyId, active);
    });
  }

  /**
   * Registers devices `sim-<company>-0001` and so on, spread over the projects and their sectors. Existing ones are
   * reused with new secrets.
   */
  register(count: number): Promise<Registered[]> {
    const places = this.#places();
    const wanted = Array.from({ length: count }, (_, i) => ({
      deviceId: `sim-${this.key}-${String(i + 1).padStart(4, '0')}`,
      ...(places[i % places.length] as Place),
    }));
    return onDatabase(this.system, async (database) => {
      const sites = await this.#sites(database);
      const declared = wanted.map(({ timezone: _, ...device }) => ({
        ...{ ...device, ...sites.get(device.projectId), status: 'active' as const },
      }));
      const applied = await database.tenant(this.companyId, (tx) =>
        wireAccessIn(tx, clock).applyDevices.execute(declared, { prune: false }),
      );
      const { rotateDevice } = wireAccess(database, clock);
      const registered: Registered[] = [];
      for (const device of wanted) {
        const { deviceSecret = (await rotateDevice.execute(device)).deviceSecret } =
          applied.get(device.deviceId) ?? {};
        registered.push({ ...device, deviceSecret });
      }
      return registered;
    });
  }

  /** An active supervisor, signed in with the development keys. @throws Refusal where there is none, or no such keys */
  async supervisor(config: Config): Promise<{ readonly name: string; readonly jwt: string }> {
    if (!mayBeSignedHere('user', config))
      throw new Refusal('an identity provider is configured, so nobody can be signed in here.');
    const users = await onDatabase(this.system, (database) =>
      wireAccess(database, clock).listUsers.execute(this.companyId),
    );
    const found = users.find(({ role, status }) => role === 'supervisor' && status === 'active');
    if (!found?.idpId) throw new Refusal(`${this.key} has no supervisor.`);
    const jwt = await new DevelopmentIssuer(config, clock).sign(found.idpId, {
      expiresInSeconds: SIGNED_IN_SECONDS,
    });
    return { name: found.name, jwt };
  }

  /** Where a crew works. @throws Refusal */
  firstSector(): { readonly projectId: string; readonly sectorId: string; readonly name: string } {
    for (const { projectId, sectors } of this.projects) {
      const sector = sectors.find(({ status }) => status === 'active');
      if (sector) return { projectId, sectorId: sector.sectorId, name: sector.name };
    }
    throw new Refusal(`${this.key} has no sector.`);
  }

  /** Runs `work` with the credential of an API token that may read the series, and revokes it afterwards. */
  withToken<T>(work: (credential: string) => Promise<T>): Promise<T> {
    return onDatabase(this.system, async (database) => {
      const { issueToken, revokeToken } = wireAccess(database, clock);
      const now = clock.now();
      const { token, credential } = await issueToken.execute({
        ...{ companyId: this.companyId, name: `simulate ${now.toISOString()}`, scopes: ['read:production'] },
        expiresAt: new Date(now.getTime() + TOKEN_SERVES_MS),
      });
      try {
        return await work(credential);
      } finally {
        await revokeToken.execute({ keyId: token.keyId });
      }
    });
  }

  /** The site of a station of the farm file, by project, so that simulated stations get sun-based indicators too. */
  async #sites(database: Database): Promise<ReadonlyMap<string, DeviceSite>> {
    const devices = await database.tenant(this.companyId, (tx) => new DeviceDirectory().all(tx));
    const placed = devices.filter(({ latitude }) => latitude !== null);
    return new Map(
      placed.map(({ projectId, latitude, longitude, altitude, windHeight }) => [
        projectId,
        { latitude, longitude, altitude, windHeight },
      ]),
    );
  }

  #places(): Place[] {
    return this.projects.flatMap(({ projectId, timezone, sectors }) => {
      const active = sectors.filter(({ status }) => status === 'active');
      const ids = active.length === 0 ? [null] : active.map(({ sectorId }) => sectorId);
      return ids.map((sectorId) => ({ projectId, sectorId, timezone }));
    });
  }
}

function theOnlyOne<T>(wanted: string | undefined, companies: readonly T[]): T | undefined {
  return wanted === undefined && companies.length === 1 ? companies[0] : undefined;
}

async function onDatabase<T>(
  { config }: RunningSystem,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = await Database.connect(config.database.url, {
    poolSize: 2,
    rows: allRows,
    timeouts: LONG_RUNNING,
  });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
