import type { LocalDate, Page, PageRequest } from '@furrow/kernel';
import type { Withdrawable } from '@furrow/kernel/declarations';
import type { Transactions } from '@furrow/kernel/transactions';
import type {
  ContainerState,
  Correction,
  HarvestGuard,
  HarvestWarning,
  MovementSums,
  ProductionRecord,
  ProductionSession,
  UnitsOfKind,
} from '../domain/index.ts';
import type { PriceRepository } from './prices/price-repository.ts';

/** Of one company. */
export type ProductionTransactions = Transactions<ProductionRepositories>;

/** The repositories of one transaction. */
export interface ProductionRepositories {
  readonly sessions: SessionRepository;
  readonly records: RecordRepository;
  readonly corrections: CorrectionRepository;
  readonly snapshots: SnapshotRepository;
  readonly qualities: QualityRepository;
  readonly containers: ContainerRepository;
  readonly prices: PriceRepository;
  readonly projects: FarmDirectory;
  readonly workers: WorkerDirectory;
  readonly company: CompanyDirectory;
  readonly users: UserDirectory;
  readonly paid: PaidWork;
}

/** Malformed ids, and ids of another company, are not found. */
export abstract class SessionRepository {
  /** @returns false if another session prevents it: open in the same place, or with the same `localId` */
  abstract insert(session: ProductionSession): Promise<boolean>;
  abstract find(sessionId: string): Promise<ProductionSession | undefined>;
  /** No other transaction adds to it or changes it until this one ends. */
  abstract lockForChange(sessionId: string): Promise<ProductionSession | undefined>;
  /** No other transaction closes or changes them until this one ends; others may add records too. */
  abstract lockForRecords(sessionIds: readonly string[]): Promise<Map<string, ProductionSession>>;
  abstract update(session: ProductionSession): Promise<void>;
  abstract byLocalId(ownerUserId: string, localId: string): Promise<ProductionSession | undefined>;
  abstract openIn(of: SectorDay): Promise<ProductionSession | undefined>;
  /**
   * Closes the lapsed session of a place, so that another one may be opened there.
   * @returns the ids of the closed sessions
   */
  abstract closeLapsedIn(of: SectorDay, now: Date): Promise<string[]>;
  abstract sums(sessionId: string): Promise<MovementSums>;
  /** Valid units by what may decide about their price, of each of these sessions that has any record. */
  abstract unitsByKind(sessionIds: readonly string[]): Promise<Map<string, UnitsOfKind[]>>;
  /** The latest first: by local date, opening and id, all descending. */
  abstract page(search: SessionSearch): Promise<Page<SummedSession>>;
}

export interface SummedSession {
  readonly session: ProductionSession;
  readonly sums: MovementSums;
  /** How many of its records may be repeats. */
  readonly possibleRepeats: number;
}

/** A null filter matches every session. */
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
  /** A session that has lapsed by this instant counts as closed, even before the sweep. */
  readonly now: Date;
}

/** A sector on a local day, on which at most one session may be open in it. */
export interface SectorDay {
  readonly projectId: string;
  readonly sectorId: string;
  readonly localDate: LocalDate;
}

export abstract class RecordRepository {
  /**
   * Adds records and their tallies; a record whose key is taken is left out.
   * @returns the ids of the added records
   */
  abstract add(records: readonly ProductionRecord[]): Promise<Set<string>>;
  /** The records of a user that have any of these keys. */
  abstract byKeys(
    userId: string,
    clientEventIds: readonly string[],
    idempotencyKeys: readonly string[],
  ): Promise<ProductionRecord[]>;
  abstract find(recordId: string): Promise<ProductionRecord | undefined>;
  /** A session's movements, by recordedAt and id. */
  abstract page(sessionId: string, request: PageRequest): Promise<Page<ProductionRecord>>;
  /**
   * The ids of those records of a session that may be repeats, as `possibleRepeats` decides; for a session that marks none
   * nothing is read.
   */
  abstract possibleRepeats(session: ProductionSession): Promise<ReadonlySet<string>>;
  /** The counter-movement of a voided record. */
  abstract counterOf(recordId: string): Promise<ProductionRecord | undefined>;
  /**
   * Marks a record voided and adds its counter-movement, tallies included.
   * @returns false if it is already void
   */
  abstract void(record: ProductionRecord, counter: ProductionRecord): Promise<boolean>;
}

export type RecordCorrectionMade = NonNullable<Correction['record']>;

/** What the office corrected. */
export abstract class CorrectionRepository {
  /** @returns false if the record is corrected already, or the user has used its key */
  abstract add(correction: Correction): Promise<boolean>;
  /** The correction of a record that a user has made with this key. */
  abstract ofRecord(userId: string, clientEventId: string): Promise<RecordCorrectionMade | undefined>;
}

export abstract class SnapshotRepository {
  /** Refreshes the quality breakdown of those sessions whose snapshot lags. */
  abstract refresh(sessionIds: readonly string[], now: Date): Promise<void>;
}

export interface NamedQuality {
  readonly key: string;
  readonly name: string;
}

export interface QualityDeclaration extends NamedQuality, Withdrawable {}

/** The qualities of a company, within one transaction. */
export abstract class QualityRepository {
  /** Names by id; unknown ids are left out. */
  abstract names(qualityIds: readonly string[]): Promise<Map<string, string>>;
  /** Creates or renames them in one statement; unchanged ones are not written. @returns ids by key */
  abstract upsert(
    qualities: readonly (NamedQuality & { readonly newId: string; readonly active: boolean })[],
  ): Promise<Record<string, string>>;
  /** Ids by key, also of those out of use; unknown keys are left out. */
  abstract idsOf(keys: readonly string[]): Promise<Map<string, string>>;
  abstract deactivateAllBut(keys: readonly string[]): Promise<void>;
}

/** The containers of a company, within one transaction. */
export abstract class ContainerRepository {
  /** Those of these keys, also those out of use; unknown keys are left out. */
  abstract byKeys(keys: readonly string[]): Promise<Map<string, ContainerState>>;
  abstract all(): Promise<ContainerState[]>;
  abstract save(containers: readonly ContainerState[]): Promise<void>;
}

export interface QualityListing extends NamedQuality {
  readonly qualityId: string;
}

/** The company's qualities as the endpoint answers them. */
export abstract class QualityQuery {
  /** The active ones, by name. */
  abstract active(companyId: string): Promise<QualityListing[]>;
}

/** The projects and sectors that production depends on. */
export abstract class FarmDirectory {
  abstract project(projectId: string): Promise<Project | undefined>;
  abstract sector(sectorId: string): Promise<Sector | undefined>;
  /** A sector in which a session is opened, with the treatment intervals that apply at that instant. */
  abstract sectorToPick(sectorId: string, openedAt: Date): Promise<SectorToPick | undefined>;
  /** The warnings of each session, as the guards of their projects decide. */
  abstract warnings(
    sessions: readonly ProductionSession[],
  ): Promise<ReadonlyMap<string, readonly HarvestWarning[]>>;
  /**
   * Checks the filters of a request with an API token.
   * @throws ProjectForbidden | SectorForbidden if unknown or foreign, SectorNotInProject if they contradict each other
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
  readonly repeatSeconds: number | null;
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
  /** The treatment intervals that a session falls into, whatever the project's guard says. */
  readonly warningsFor: (session: ProductionSession) => readonly HarvestWarning[];
}

/** What frozen pay runs have paid, within one transaction. */
export abstract class PaidWork {
  /** No pay run is frozen until this transaction ends. Waits for one that is being frozen. */
  abstract holdFreezes(): Promise<void>;
  /** The frozen run that covers this local day of the project. */
  abstract paidBy(day: LocalDate, projectId: string): Promise<string | undefined>;
}

export abstract class WorkerDirectory {
  /** Full names by id; unknown ids are left out. */
  abstract names(workerIds: readonly string[]): Promise<Map<string, string>>;
  /** Who had these badges when. */
  abstract holders(codes: readonly string[]): Promise<BadgeHolders>;
}

export interface BadgeHolders {
  /** The worker who had the badge at an instant; undefined if nobody had. */
  at(code: string, instant: Date): { readonly workerId: string; readonly name: string } | undefined;
}

/** The company of the transaction. */
export abstract class CompanyDirectory {
  /** ISO 4217 code; null if none is declared. */
  abstract currency(): Promise<string | null>;
}

export abstract class UserDirectory {
  /** Their idpIds by id, also of users who are not active any more. */
  abstract idpIds(userIds: readonly string[]): Promise<Map<string, string>>;
}

/** Is notified, after a transaction, of sessions whose quality breakdown has become stale. */
export abstract class StaleSnapshots {
  abstract mark(companyId: string, sessionIds: Iterable<string>): void;
}

export const HOURS_OF_PACE = 12;

/** One hour, and the same hour of the day before. */
export interface PickedHour {
  /** The end of the hour, which is not part of it. */
  readonly endsAt: Date;
  /** Valid units. */
  readonly units: number;
  readonly dayBefore: number;
}

/** Valid units by the time of their records, of all sessions with one unit. */
export interface PickedHours {
  readonly unit: string | null;
  /** `HOURS_OF_PACE` of them, the last one ending now. */
  readonly hours: readonly PickedHour[];
}

/** The rows of the report, read while the answer is written. */
export abstract class HarvestQuery {
  /** The hours of each unit of which something was picked in them, by unit. */
  abstract hours(query: Pick<HarvestScope, 'companyId' | 'ownerUserId' | 'now'>): Promise<PickedHours[]>;
  /**
   * Passes batches of sessions, each a JSON object as text, ordered by day, opening and id.
   * @throws ProjectForbidden | SectorForbidden | SectorNotInProject before the first batch
   */
  abstract read(query: HarvestScope, onBatch: (sessions: readonly string[]) => Promise<void>): Promise<void>;
  /**
   * Passes batches of sessions as `read` does: those that changed since the cursor, ordered by change.
   * @throws as `read`, and if the cursor is no longer valid, before the first batch
   */
  abstract follow(
    query: HarvestFeedScope,
    onBatch: (sessions: readonly string[]) => Promise<void>,
  ): Promise<HarvestFeedPage>;
}

/** The movements of an export, read while it is written. */
export abstract class RecordQuery {
  /**
   * Passes batches of movements, each a JSON object as text, ordered by the day, opening and id of their session, then
   * by `recordedAt` and id.
   * @throws ProjectForbidden | SectorForbidden | SectorNotInProject before the first batch
   */
  abstract movements(
    scope: Omit<HarvestScope, 'now' | 'ownerUserId'>,
    onBatch: (movements: readonly string[]) => Promise<void>,
  ): Promise<void>;

  /** The same movements as lines of CSV. */
  abstract movementLines(
    scope: Omit<HarvestScope, 'now' | 'ownerUserId'>,
    dialect: CsvDialect,
    onBatch: (lines: readonly MovementLine[]) => Promise<void>,
  ): Promise<void>;
}

/** How cells of CSV are written. The patterns mean the same in JavaScript and in PostgreSQL. */
export interface CsvDialect {
  readonly separator: string;
  /** Between a number's whole part and its decimals. */
  readonly decimal: string;
  /** Text that matches gets a `'` before it. */
  readonly guarded: RegExp;
  /** Text that matches is put into quotes, and its own quotes are doubled. */
  readonly quoted: RegExp;
}

/** A movement as a line of CSV without its end; between the two parts stand `recordedAt` and the same in local time. */
export interface MovementLine {
  readonly before: string;
  /** ISO 8601, in UTC. */
  readonly recordedAt: string;
  readonly timezone: string;
  readonly after: string;
}

/** A scope without a range of days covers all days. */
export interface HarvestFeedScope extends Omit<HarvestScope, 'start' | 'end'> {
  readonly start: LocalDate | null;
  readonly end: LocalDate | null;
  /** The cursor of the previous page. */
  readonly cursor: string | null;
  /** Where to begin without a cursor: sessions that changed at this instant or later. */
  readonly since: Date | null;
  /** The maximum number of sessions. */
  readonly limit: number;
}

export interface HarvestFeedPage {
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

export interface HarvestScope {
  readonly companyId: string;
  /** Only the sessions of this user; null for all users. */
  readonly ownerUserId: string | null;
  readonly start: LocalDate;
  readonly end: LocalDate;
  readonly projectId: string | null;
  readonly sectorId: string | null;
  readonly now: Date;
}

/**
 * Maintenance that crosses companies deliberately: the sweep of lapsed sessions, and lagging snapshots. What fails is set
 * aside for a while, and holds up nothing else.
 */
export abstract class SessionMaintenance {
  /**
   * Closes a page of lapsed sessions, in the order in which they lapsed; each is closed once, however many processes
   * sweep. Sessions that are locked or fail are left for a later sweep.
   */
  abstract closeLapsed(now: Date, limit: number, after?: LapsedPosition): Promise<ClosedPage>;
  /** @returns those that were set aside */
  abstract refreshSnapshots(sessions: readonly SessionKey[], now: Date): Promise<readonly SessionKey[]>;
  /** Refreshes every lagging snapshot of an open session, for instance after a crash. */
  abstract refreshAllSnapshots(now: Date): Promise<void>;
}

export interface LapsedPosition extends SessionKey {
  /** An instant, as PostgreSQL writes it. */
  readonly lapsesAt: string;
}

export interface ClosedPage {
  /** The number of sessions that were closed. */
  readonly closed: number;
  /** After which to continue; undefined at the end. */
  readonly next: LapsedPosition | undefined;
}

export interface SessionKey {
  readonly companyId: string;
  readonly sessionId: string;
}
