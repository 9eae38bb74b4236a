import { findFiltered } from '@furrow/agronomy/domain';
import { Decimal, type LocalDate } from '@furrow/kernel';
import { Transactions } from '@furrow/kernel/transactions';
import type {
  BadgeHolders,
  ClosedPage,
  ContainerRepository,
  LapsedPosition,
  ProductionRepositories,
  FarmDirectory,
  NamedQuality,
  QualityRepository,
  SessionKey,
  CorrectionRepository,
  SnapshotRepository,
  StaleSnapshots,
  SessionMaintenance,
  UserDirectory,
  WorkerDirectory,
} from '../application/ports.ts';
import { type ContainerState, priceKey, ProductionSession } from '../domain/index.ts';
import type { Farm, Named } from './farm.ts';
import { InMemoryPrices } from './in-memory-prices.ts';
import { InMemoryRecords } from './in-memory-records.ts';
import { InMemorySessions } from './in-memory-sessions.ts';
import { movementsOf, talliesOf } from './recount.ts';
import type { Tables } from './tables.ts';

/** All ports of production over maps. Transactions run one after the other; a failed one changes nothing. */
export class InMemoryProduction extends Transactions<ProductionRepositories> {
  readonly #farms = new Map<string, Farm>();
  readonly #tables = new Map<string, Tables>();
  #last: Promise<unknown> = Promise.resolve();
  /** The frozen pay runs that a test states, by day. */
  readonly paid = new Map<LocalDate, string>();
  /** How many transactions were committed. */
  commits = 0;

  constructor(...farms: Farm[]) {
    super();
    for (const farm of farms) this.register(farm);
  }

  register(farm: Farm): void {
    this.#farms.set(farm.companyId, farm);
  }

  override run<T>(companyId: string, work: (repositories: ProductionRepositories) => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => this.#transaction(companyId, work));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** The stored tables, for assertions. */
  tablesOf(companyId: string): Tables {
    const none = {
      ...{ sessions: new Map(), records: new Map(), snapshots: new Map(), corrections: new Map() },
      containers: new Map(this.#farms.get(companyId)?.containers?.map((each) => [each.key, each])),
      prices: new Map(this.#farms.get(companyId)?.prices?.map((each) => [priceKey(each), each])),
    };
    return this.#tables.get(companyId) ?? none;
  }

  async #transaction<T>(
    companyId: string,
    work: (repositories: ProductionRepositories) => Promise<T>,
  ): Promise<T> {
    const { sessions, records, snapshots, corrections, containers, prices } = this.tablesOf(companyId);
    const mine: Tables = {
      sessions: new Map(sessions),
      records: new Map(records),
      snapshots: new Map(snapshots),
      corrections: new Map(corrections),
      containers: new Map(containers),
      prices: new Map(prices),
    };
    const result = await work(repositoriesOver(mine, this.#farms.get(companyId), this.paid));
    this.#tables.set(companyId, mine);
    this.commits += 1;
    return result;
  }

  /** Maintenance that crosses companies, over the same tables. */
  get maintenance(): SessionMaintenance {
    return new InMemorySessionMaintenance(this, () => [...this.#tables.keys()]);
  }
}

/** Remembers which sessions were reported as lagging. */
export class MarkedSnapshots implements StaleSnapshots {
  readonly sessionIds: string[] = [];

  mark(_companyId: string, sessionIds: Iterable<string>): void {
    this.sessionIds.push(...sessionIds);
  }
}

/** A company's qualities by key. */
export class InMemoryQualityRepository implements QualityRepository {
  readonly byKey: Map<string, { id: string; name: string; active: boolean }>;

  constructor(qualities: readonly Named[] = []) {
    this.byKey = new Map(qualities.map(({ id, name }) => [id, { id, name, active: true }]));
  }

  async names(qualityIds: readonly string[]): Promise<Map<string, string>> {
    const found = [...this.byKey.values()].filter(({ id }) => qualityIds.includes(id));
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  async upsert(
    qualities: readonly (NamedQuality & { readonly newId: string; readonly active: boolean })[],
  ): Promise<Record<string, string>> {
    for (const { key, name, newId, active } of qualities)
      this.byKey.set(key, { id: this.byKey.get(key)?.id ?? newId, name, active });
    return Object.fromEntries(qualities.map(({ key }) => [key, this.byKey.get(key)?.id ?? '']));
  }

  async idsOf(keys: readonly string[]): Promise<Map<string, string>> {
    return new Map([...this.byKey].flatMap(([key, { id }]) => (keys.includes(key) ? [[key, id]] : [])));
  }

  async deactivateAllBut(keys: readonly string[]): Promise<void> {
    for (const [key, quality] of this.byKey) if (!keys.includes(key)) quality.active = false;
  }
}

/** A company's containers by key. */
export class InMemoryContainers implements ContainerRepository {
  constructor(private readonly byKey: Map<string, ContainerState>) {}

  async byKeys(keys: readonly string[]): Promise<Map<string, ContainerState>> {
    return new Map([...this.byKey].filter(([key]) => keys.includes(key)));
  }

  async all(): Promise<ContainerState[]> {
    return [...this.byKey.values()];
  }

  async save(containers: readonly ContainerState[]): Promise<void> {
    for (const container of containers) this.byKey.set(container.key, container);
  }
}

class InMemorySessionMaintenance implements SessionMaintenance {
  constructor(
    private readonly production: InMemoryProduction,
    private readonly companies: () => string[],
  ) {}

  async closeLapsed(now: Date, limit: number, after?: LapsedPosition): Promise<ClosedPage> {
    const lapsed = this.companies()
      .flatMap((companyId) => [...this.production.tablesOf(companyId).sessions.values()])
      .filter((state) => state.closure === null && !ProductionSession.restore(state).isOpen(now))
      .map((state) => ({ state, position: positionOf(ProductionSession.restore(state), state) }))
      .toSorted((a, b) => (orderOf(a.position) < orderOf(b.position) ? -1 : 1))
      .filter(({ position }) => after === undefined || orderOf(position) > orderOf(after))
      .slice(0, limit);
    for (const { state, position } of lapsed)
      await this.production.run(position.companyId, async ({ sessions, snapshots }) => {
        await sessions.closeLapsedIn(state, now);
        await snapshots.refresh([position.sessionId], now);
      });
    return { closed: lapsed.length, next: lapsed.length < limit ? undefined : lapsed.at(-1)?.position };
  }

  async refreshSnapshots(keys: readonly SessionKey[], now: Date): Promise<readonly SessionKey[]> {
    for (const { companyId, sessionId } of keys)
      await this.production.run(companyId, ({ snapshots }) => snapshots.refresh([sessionId], now));
    return [];
  }

  async refreshAllSnapshots(now: Date): Promise<void> {
    for (const companyId of this.companies()) {
      const open = [...this.production.tablesOf(companyId).sessions.values()].filter(
        ({ closure }) => closure === null,
      );
      await this.production.run(companyId, ({ snapshots }) =>
        snapshots.refresh(
          open.map((s) => s.sessionId),
          now,
        ),
      );
    }
  }
}

const positionOf = (
  { lapsesAt }: ProductionSession,
  { companyId, sessionId }: SessionKey,
): LapsedPosition => ({
  ...{ companyId, sessionId, lapsesAt: lapsesAt.toISOString() },
});

const orderOf = ({ lapsesAt, companyId, sessionId }: LapsedPosition) =>
  `${lapsesAt} ${companyId} ${sessionId}`;

function repositoriesOver(
  tables: Tables,
  farm: Farm | undefined,
  paid: ReadonlyMap<LocalDate, string>,
): ProductionRepositories {
  return {
    sessions: new InMemorySessions(tables),
    records: new InMemoryRecords(tables),
    corrections: correctionsOver(tables),
    snapshots: snapshotsOver(tables),
    qualities: new InMemoryQualityRepository(farm?.qualities),
    containers: new InMemoryContainers(tables.containers),
    prices: new InMemoryPrices(tables.prices),
    workers: workersOf(farm),
    projects: projectsOf(farm),
    company: { currency: async () => farm?.currency ?? null },
    users: usersOf(farm),
    paid: { holdFreezes: async () => {}, paidBy: async (day) => paid.get(day) },
  };
}

function correctionsOver({ corrections }: Tables): CorrectionRepository {
  const madeWith = (userId: string, key: string | undefined) =>
    [...corrections.values()].find(
      ({ by, record }) => key !== undefined && by === userId && record?.clientEventId === key,
    );
  return {
    add: async (correction) => {
      if (madeWith(correction.by, correction.record?.clientEventId)) return false;
      corrections.set(correction.correctionId, correction);
      return true;
    },
    ofRecord: async (userId, key) => madeWith(userId, key)?.record ?? undefined,
  };
}

function snapshotsOver(tables: Tables): SnapshotRepository {
  return {
    refresh: async (sessionIds, now) => {
      for (const sessionId of sessionIds) {
        const records = movementsOf(
          [...tables.records.values()].filter((record) => record.sessionId === sessionId),
        );
        if (records.length <= (tables.snapshots.get(sessionId)?.movements ?? 0)) continue;
        const units: Record<string, string> = {};
        for (const { qualityId, validUnits } of talliesOf(records))
          units[`${qualityId}`] = new Decimal(units[`${qualityId}`] ?? 0).plus(validUnits).toFixed();
        tables.snapshots.set(sessionId, { movements: records.length, units, takenAt: now });
      }
    },
  };
}

function workersOf(farm: Farm | undefined): WorkerDirectory {
  const names = new Map(farm?.workers.map(({ id, name }) => [id, name]));
  const held = (code: string, instant: Date) =>
    farm?.badges?.find(
      (badge) =>
        badge.code === code && badge.from <= instant && (badge.until === null || badge.until > instant),
    );
  const at: BadgeHolders['at'] = (code, instant) => {
    const { workerId = '' } = held(code, instant) ?? {};
    const name = names.get(workerId);
    return name === undefined ? undefined : { workerId, name };
  };
  return {
    names: async (ids) => new Map([...names].filter(([id]) => ids.includes(id))),
    holders: async () => ({ at }),
  };
}

function usersOf(farm: Farm | undefined): UserDirectory {
  const users = farm ? [farm.owner, farm.colleague] : [];
  return {
    idpIds: async (ids) =>
      new Map(users.filter(({ userId }) => ids.includes(userId)).map(({ userId, idpId }) => [userId, idpId])),
  };
}

function projectsOf(farm: Farm | undefined): FarmDirectory {
  const found: Pick<FarmDirectory, 'project' | 'sector'> = {
    project: async (projectId) => (farm?.project.projectId === projectId ? farm.project : undefined),
    sector: async (sectorId) => farm?.sectors.find((sector) => sector.sectorId === sectorId),
  };
  const check: FarmDirectory['check'] = async (named) => {
    await findFiltered(named, found);
  };
  return {
    ...found,
    check,
    sectorToPick: async (sectorId) => {
      const sector = await found.sector(sectorId);
      return sector && { ...sector, warningsFor: () => [] };
    },
    warnings: async () => new Map(),
  };
}
