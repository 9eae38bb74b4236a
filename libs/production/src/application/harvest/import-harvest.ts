import { createHash } from 'node:crypto';
import {
  type Clock,
  Decimal,
  DomainError,
  type LocalDate,
  startOfLocalDate,
  textOrder,
} from '@furrow/kernel';
import { ProjectNotFound, SectorNotFound, SectorNotInProject, WorkerNotFound } from '@furrow/kernel/errors';
import {
  ImportedOtherwise,
  newRecordId,
  newSessionId,
  NO_DETAILS,
  type Owner,
  ProductionRecord,
  ProductionSession,
  QualityNotFound,
} from '../../domain/index.ts';
import type { ProductionRepositories, ProductionTransactions, Project, Sector } from '../ports.ts';

/** One row of a historical file: what somebody picked on a day. */
export interface PastHarvest {
  readonly day: LocalDate;
  readonly sectorId: string;
  readonly workerId: string;
  readonly qualityId: string | null;
  /** Exact decimal text. */
  readonly units: string;
  /** The unit of the count, such as `kg`. */
  readonly unit: string | null;
}

export type ImportOutcome =
  | { readonly kind: 'created' | 'repeated' }
  | { readonly kind: 'refused'; readonly error: DomainError };

export interface ImportResult {
  /** In the order of the rows. */
  readonly outcomes: readonly ImportOutcome[];
  readonly sessionsCreated: number;
}

export interface ImportTarget {
  readonly companyId: string;
  readonly projectId: string;
  /** Becomes the owner of the sessions; a repeat is recognized only under the same owner. */
  readonly owner: Owner;
}

export interface ImportRun {
  /** Whether the file has a column of qualities. */
  readonly qualities: boolean;
  /** Writes nothing, and accepts unknown ids as objects that a real run would make. */
  readonly dryRun: boolean;
  /** The price of a unit in the sessions that are made, as exact decimal text; null: as of sessions opened without one. */
  readonly pricePerUnit?: string | null;
}

/** A row with its idempotency key. */
interface Entry {
  readonly row: PastHarvest;
  /** The localId of the session of its day, sector and unit. */
  readonly localId: string;
  readonly clientEventId: string;
}

/**
 * Imports history: one closed session for each day, sector and unit. The key of a row is its content and the number of
 * identical rows before it, so that importing the file again, for instance after a crash, adds only what is missing.
 * Use one instance for each run through a file, because it counts identical rows; the rows may come in any number of
 * batches.
 */
export class ImportHarvest {
  readonly #counts = new Map<string, number>();
  /** Ids of what a dry run would have made so far. */
  readonly #imagined = new Set<string>();

  constructor(
    private readonly transactions: ProductionTransactions,
    private readonly clock: Clock,
    private readonly target: ImportTarget,
    private readonly run: ImportRun,
  ) {}

  /**
   * Runs one transaction. A refused row does not affect the others.
   * @throws ProjectNotFound
   */
  async execute(rows: readonly PastHarvest[]): Promise<ImportResult> {
    const entries = rows.map((row) => this.#entryOf(row));
    const result = await this.transactions.run(this.target.companyId, (repositories) =>
      this.#import(repositories, entries),
    );
    if (this.run.dryRun) for (const { localId } of entries) this.#imagined.add(localId);
    return result;
  }

  async #import(repositories: ProductionRepositories, entries: readonly Entry[]): Promise<ImportResult> {
    const project = await repositories.projects.project(this.target.projectId);
    if (!project) throw new ProjectNotFound();
    const now = this.clock.now();
    const [days, workers, qualities] = await Promise.all([
      this.#days(repositories, project, entries, now),
      repositories.workers.names(distinct(entries.map(({ row }) => row.workerId))),
      repositories.qualities.names(distinct(entries.flatMap(({ row }) => row.qualityId ?? []))),
    ]);
    const drafted = entries.map((entry) =>
      attempt(() => {
        const day = days.get(entry.localId);
        if (day === undefined || day instanceof DomainError) throw day ?? new SectorNotFound();
        const { workerId, qualityId } = entry.row;
        const names = {
          worker: this.#found(workers.get(workerId), WorkerNotFound),
          quality: qualityId === null ? null : this.#found(qualities.get(qualityId), QualityNotFound),
        };
        return this.#record(entry, day.session, names, now);
      }),
    );
    const records = drafted.filter((record) => record instanceof ProductionRecord);
    const made = [...days.values()].flatMap((day) =>
      day instanceof DomainError || !day.created ? [] : [day.session.id],
    );
    const added = await this.#add(repositories, records, new Set(made), now);
    return {
      outcomes: drafted.map((record) =>
        record instanceof ProductionRecord
          ? { kind: added.has(record.state.recordId) ? 'created' : 'repeated' }
          : { kind: 'refused', error: record },
      ),
      sessionsCreated: made.length,
    };
  }

  /** The sessions of all entries by localId; missing ones are made. */
  async #days(repositories: ProductionRepositories, project: Project, entries: readonly Entry[], now: Date) {
    const ids = distinct(entries.map(({ row }) => row.sectorId));
    const found = await Promise.all(ids.map((sectorId) => repositories.projects.sector(sectorId)));
    const sectors = new Map(ids.map((sectorId, index) => [sectorId, found[index]]));
    const firsts = new Map(entries.map((entry) => [entry.localId, entry]));
    const days = await Promise.all(
      // Every import makes sessions in the same order, because two imports of the same days could otherwise deadlock.
      [...firsts.values()].sort(byLocalId).map(async (entry) => {
        const day = this.#day(repositories, project, sectors.get(entry.row.sectorId), entry, now);
        return [entry.localId, await day.catch(asDomainError)] as const;
      }),
    );
    return new Map(days);
  }

  async #day(
    repositories: ProductionRepositories,
    project: Project,
    known: Sector | undefined,
    { row, localId }: Entry,
    now: Date,
  ): Promise<{ session: ProductionSession; created: boolean }> {
    const sector = this.#found(known, SectorNotFound, {
      ...UNNAMED,
      sectorId: row.sectorId,
      projectId: project.projectId,
    });
    if (sector.projectId !== project.projectId) throw new SectorNotInProject();
    const { owner } = this.target;
    const fingerprint = this.run.qualities ? 'imported with qualities' : 'imported without qualities';
    const before = await repositories.sessions.byLocalId(owner.userId, localId);
    if (before === undefined) {
      const session = this.#session(project, sector, row, { localId, fingerprint }, now);
      if (this.run.dryRun) return { session, created: !this.#imagined.has(localId) };
      if (await repositories.sessions.insert(session)) return { session, created: true };
    }
    // The session of an earlier import, or one that another import has made just now.
    const twin = before ?? (await repositories.sessions.byLocalId(owner.userId, localId));
    if (twin === undefined) throw new Error(`The session ${localId} is neither there nor can it be made`);
    if (twin.state.fingerprint !== fingerprint) throw new ImportedOtherwise(this.run.qualities);
    return { session: twin, created: false };
  }

  #session(
    project: Project,
    sector: Sector,
    { day, unit }: PastHarvest,
    known: { readonly localId: string; readonly fingerprint: string },
    now: Date,
  ): ProductionSession {
    const { pricePerUnit = null } = this.run;
    return ProductionSession.ofThePast(
      {
        sessionId: newSessionId(),
        companyId: this.target.companyId,
        projectId: project.projectId,
        sectorId: sector.sectorId,
        sectorName: sector.name,
        crop: sector.crop,
        variety: sector.variety,
        timezone: project.timezone,
        owner: this.target.owner,
        openedAt: startOfLocalDate(day, project.timezone),
        createdAt: now,
        syncGraceHours: project.syncGraceHours,
        repeatSeconds: null,
        ...known,
        ...NO_DETAILS,
        overrideReason: null,
      },
      // The file holds whole days, and no terms but the price that the caller may give.
      {
        ...{ maxDurationHours: 24, samplingUnit: unit, bonus: null, notes: null },
        ...{ pricePerUnit: pricePerUnit ?? project.pricePerUnit, followsPrices: pricePerUnit === null },
      },
      now,
    );
  }

  #record(
    { row, clientEventId }: Entry,
    session: ProductionSession,
    names: { worker: string; quality: string | null },
    now: Date,
  ): ProductionRecord {
    const { workerId, qualityId, units } = row;
    return ProductionRecord.add(
      {
        sessionId: session.id,
        workerId,
        qualityId,
        units,
        clientEventId,
        idempotencyKey: null,
        recordedAt: session.state.openedAt,
        notes: null,
      },
      names,
      { recordId: newRecordId(), by: this.target.owner.userId, at: now },
    );
  }

  /**
   * @param made ids of sessions that are still empty
   * @returns the ids of the records that are new, or would be in a dry run
   */
  async #add(
    repositories: ProductionRepositories,
    records: readonly ProductionRecord[],
    made: ReadonlySet<string>,
    now: Date,
  ): Promise<Set<string>> {
    const keys = records.filter(({ state }) => !made.has(state.sessionId)).map(keyOf);
    const known =
      keys.length === 0 ? [] : await repositories.records.byKeys(this.target.owner.userId, keys, []);
    const taken = new Set(known.map(keyOf));
    const fresh = records.filter((record) => !taken.has(keyOf(record)));
    if (this.run.dryRun) return new Set(fresh.map(({ state }) => state.recordId));
    const added = await repositories.records.add(fresh);
    const touched = fresh
      .filter(({ state }) => added.has(state.recordId))
      .map(({ state }) => state.sessionId);
    if (touched.length > 0) await repositories.snapshots.refresh(distinct(touched).sort(), now);
    return added;
  }

  #entryOf(row: PastHarvest): Entry {
    const { day, sectorId, workerId, qualityId, unit } = row;
    const content = digest([day, sectorId, unit, workerId, qualityId, new Decimal(row.units).toFixed()]);
    const count = (this.#counts.get(content) ?? 0) + 1;
    this.#counts.set(content, count);
    return {
      row,
      localId: `import/${day}/${digest([sectorId, unit]).slice(0, 16)}`,
      clientEventId: `import/${content}/${count}`,
    };
  }

  #found<T>(value: T | undefined, NotFound: new () => DomainError, imagined?: T): T {
    if (value !== undefined) return value;
    if (!this.run.dryRun) throw new NotFound();
    return imagined as T; // a dry run writes no name
  }
}

const UNNAMED = { name: '', crop: null, variety: null, active: true } as const;

function digest(parts: readonly (string | null)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function keyOf({ state }: ProductionRecord): string {
  return state.clientEventId ?? '';
}

function byLocalId(a: Entry, b: Entry): number {
  return textOrder(a.localId, b.localId);
}

function distinct<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}

function attempt<T>(work: () => T): T | DomainError {
  try {
    return work();
  } catch (error) {
    return asDomainError(error);
  }
}

/** An expected refusal of the domain is an outcome of the row; any other error fails the whole batch. */
function asDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  throw error;
}
