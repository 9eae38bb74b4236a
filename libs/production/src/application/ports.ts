import type { LocalDate, Page, PageRequest } from '@furrow/kernel';
import type {
  HarvestGuard,
  HarvestWarning,
  MovementSums,
  ProductionRecord,
  ProductionSession,
} from '../domain/index.ts';

/** Runs work in one transaction of one company. It may run again after a deadlock, so it has no other effects. */
export abstract class ProductionTransactions {
  abstract run<T>(companyId: string, work: (repositories: ProductionRepositories) => Promise<T>): Promise<T>;
}

/** What a transaction hands out, all of it inside that transaction. */
export interface ProductionRepositories {
  readonly sessions: SessionRepository;
  readonly records: RecordRepository;
  readonly snapshots: SnapshotRepository;
  readonly qualities: QualityRepository;
  readonly projects: FarmDirectory;
  readonly workers: WorkerDirectory;
}

/** Ids that are no ids, or another company's, are simply not found. */
export abstract class SessionRepository {
  /** @returns false when another session stands in the way: open in the same place, or of the same `localId` */
  abstract insert(session: ProductionSession): Promise<boolean>;
  abstract find(sessionId: string): Promise<ProductionSession | undefined>;
  /** Nobody adds to it or changes it until the transaction ends. */
  abstract lockForChange(sessionId: string): Promise<ProductionSession | undefined>;
  /** Nobody closes or changes them until the transaction ends; others may add too. */
  abstract lockForRecords(sessionIds: readonly string[]): Promise<Map<string, ProductionSession>>;
  abstract update(session: ProductionSession): Promise<void>;
  abstract byLocalId(ownerUserId: string, localId: string): Promise<ProductionSession | undefined>;
  abstract openIn(place: Place): Promise<ProductionSession | undefined>;
  /**
   * Closes what time has closed already, so that it is no longer in the way.
   * @returns the ids of what it closed
   */
  abstract closeLapsedIn(place: Place, now: Date): Promise<string[]>;
  abstract sums(sessionId: string): Promise<MovementSums>;
  /** The latest first: by local date, opening and id, each descending. */
  abstract page(search: SessionSearch): Promise<Page<SummedSession>>;
}

export interface SummedSession {
  readonly session: ProductionSession;
  readonly sums: MovementSums;
}

/** Null: whichever. */
export interface SessionFilters {
  /** Local dates of the opening, both included. */
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly status: 'open' | 'closed' | null;
  readonly projectId: string | null;
  readonly sectorId: string | null;
}

export interface SessionSearch extends SessionFilters, PageRequest {
  readonly ownerUserId: string | null;
  /** What time has closed by then counts as closed, whether or not anybody has written it down. */
  readonly now: Date;
}

/** Where and when at most one session is open. */
export interface Place {
  readonly projectId: string;
  readonly sectorId: string;
  readonly localDate: LocalDate;
}

export abstract class RecordRepository {
  /**
   * Adds records and their tallies; a record whose key is taken is left out.
   * @returns the ids of those that were added
   */
  abstract add(records: readonly ProductionRecord[]): Promise<Set<string>>;
  /** A user's records that hold any of these keys. */
  abstract byKeys(
    userId: string,
    clientEventIds: readonly string[],
    idempotencyKeys: readonly string[],
  ): Promise<ProductionRecord[]>;
  abstract find(recordId: string): Promise<ProductionRecord | undefined>;
  /** A session's movements, by recordedAt and id. */
  abstract page(sessionId: string, request: PageRequest): Promise<Page<ProductionRecord>>;
  /** The counter-movement of a voided record. */
  abstract counterOf(recordId: string): Promise<ProductionRecord | undefined>;
  /**
   * Marks a record voided and adds its counter-movement, tallies included.
   * @returns false when somebody voided it first
   */
  abstract void(record: ProductionRecord, counter: ProductionRecord): Promise<boolean>;
}

export abstract class SnapshotRepository {
  /** Takes the session-level quality breakdown anew where it lags. */
  abstract refresh(sessionIds: readonly string[], now: Date): Promise<void>;
}

export interface NamedQuality {
  readonly key: string;
  readonly name: string;
}

/** What a company sorts its harvest into, within one transaction. */
export abstract class QualityRepository {
  /** Names of those that exist. */
  abstract names(qualityIds: readonly string[]): Promise<Map<string, string>>;
  /** Makes or renames them, in one go; unchanged ones are left alone. @returns ids by key */
  abstract upsert(
    qualities: readonly (NamedQuality & { readonly newId: string })[],
  ): Promise<Record<string, string>>;
  abstract deactivateAllBut(keys: readonly string[]): Promise<void>;
}

export interface QualityListing extends NamedQuality {
  readonly qualityId: string;
}

/** The company's qualities, just as the endpoint answers them. */
export abstract class QualityQuery {
  /** The active ones, by name. */
  abstract active(companyId: string): Promise<QualityListing[]>;
}

/** What production needs to know of a project and its sectors. */
export abstract class FarmDirectory {
  abstract project(projectId: string): Promise<Project | undefined>;
  abstract sector(sectorId: string): Promise<Sector | undefined>;
  /** A sector where somebody picks from an instant on, with what is to be heed there. */
  abstract sectorToPick(sectorId: string, openedAt: Date): Promise<SectorToPick | undefined>;
  /** What sessions are warned of as their projects' guards say, by session. */
  abstract warnings(
    sessions: readonly ProductionSession[],
  ): Promise<ReadonlyMap<string, readonly HarvestWarning[]>>;
  /**
   * Of what a token asks about.
   * @throws ProjectForbidden | SectorForbidden for what is unknown or foreign, SectorNotInProject for a contradiction
   */
  abstract check(named: {
    readonly projectId: string | null;
    readonly sectorId: string | null;
  }): Promise<void>;
}

export interface Project {
  readonly projectId: string;
  readonly timezone: string;
  readonly active: boolean;
  readonly samplingUnit: string | null;
  /** Exact decimal text. */
  readonly pricePerUnit: string | null;
  readonly maxDurationHours: number;
  readonly syncGraceHours: number;
  readonly harvestGuard: HarvestGuard;
}

export interface Sector {
  readonly sectorId: string;
  readonly projectId: string;
  readonly name: string;
  readonly crop: string | null;
  readonly variety: string | null;
  readonly active: boolean;
}

export interface SectorToPick extends Sector {
  /** Which intervals of treatments a session falls into, whatever the project's guard says. */
  readonly warningsFor: (session: ProductionSession) => readonly HarvestWarning[];
}

export abstract class WorkerDirectory {
  /** Full names of those that exist. */
  abstract names(workerIds: readonly string[]): Promise<Map<string, string>>;
}

/** Told, after a transaction, which sessions' quality breakdowns now lag. */
export abstract class StaleSnapshots {
  abstract mark(companyId: string, sessionIds: Iterable<string>): void;
}

/** The report's rows, read while the answer is being written. */
export abstract class HarvestQuery {
  /**
   * Hands out batches of sessions, each one a JSON object as text, ordered by day, opening and id.
   * @throws ProjectForbidden | SectorForbidden | SectorNotInProject before the first batch
   */
  abstract read(query: HarvestScope, onBatch: (sessions: readonly string[]) => Promise<void>): Promise<void>;
  /**
   * Hands out batches of sessions as `read` does, those that changed since the client last asked, ordered by change.
   * @throws as `read`, and where the cursor is no good any more, before the first batch
   */
  abstract follow(
    query: HarvestFeedScope,
    onBatch: (sessions: readonly string[]) => Promise<void>,
  ): Promise<HarvestFeedPage>;
}

/** Movements as an export has them, read while it is being written. */
export abstract class RecordQuery {
  /**
   * Hands out batches of movements, each one a JSON object as text, ordered by their session's day, opening and id, then
   * by `recordedAt` and id.
   * @throws ProjectForbidden | SectorForbidden | SectorNotInProject before the first batch
   */
  abstract movements(
    scope: Omit<HarvestScope, 'now' | 'ownerUserId'>,
    onBatch: (movements: readonly string[]) => Promise<void>,
  ): Promise<void>;
}

/** Without days: of all days. */
export interface HarvestFeedScope extends Omit<HarvestScope, 'start' | 'end'> {
  readonly start: LocalDate | null;
  readonly end: LocalDate | null;
  /** Where an earlier page ended. */
  readonly cursor: string | null;
  /** Where to begin without a cursor: whatever changed at this instant or later is handed out. */
  readonly since: Date | null;
  /** How many sessions at most. */
  readonly limit: number;
}

export interface HarvestFeedPage {
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

export interface HarvestScope {
  readonly companyId: string;
  /** Sessions of this user alone; null for everybody's. */
  readonly ownerUserId: string | null;
  readonly start: LocalDate;
  readonly end: LocalDate;
  readonly projectId: string | null;
  readonly sectorId: string | null;
  readonly now: Date;
}

/** What rightly crosses companies: the sweep of lapsed sessions and the snapshots that lag. */
export abstract class SessionMaintenance {
  /** @returns how many of at most `limit` lapsed sessions it closed, each one once however many processes sweep */
  abstract closeLapsed(now: Date, limit: number): Promise<number>;
  abstract refreshSnapshots(sessions: readonly SessionKey[], now: Date): Promise<void>;
  /** Snapshots of any open session that lag, after a crash for instance. */
  abstract refreshAllSnapshots(now: Date): Promise<void>;
}

export interface SessionKey {
  readonly companyId: string;
  readonly sessionId: string;
}
