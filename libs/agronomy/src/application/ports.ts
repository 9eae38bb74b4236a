import type { LocalDate, Page, PageRequest } from '@furrow/kernel';
import type { Transactions } from '@furrow/kernel/transactions';
import type {
  Boundary,
  FarmFilter,
  PestTally,
  Project,
  Sector,
  TreatedSector,
  Treatment,
  TreatmentState,
} from '../domain/index.ts';

/** All projects and sectors of one company, for writing, within the caller's transaction. */
export abstract class FarmRepository {
  /** All of them, including inactive ones; no other transaction changes them until this one ends. */
  abstract load(): Promise<{ projects: Project[]; sectors: Sector[] }>;
  /** Writes new and changed ones. */
  abstract save(projects: readonly Project[], sectors: readonly Sector[]): Promise<void>;
}

/** Scouts' observations, read in one transaction of one company. */
export abstract class PhytosanitaryQueries {
  abstract run<T>(companyId: string, work: (query: PhytosanitaryQuery) => Promise<T>): Promise<T>;
  /**
   * Passes batches of records as `records` does: those that changed since the cursor, ordered by change.
   * @throws if the cursor is no longer valid, before the first batch
   */
  abstract follow(
    companyId: string,
    feed: ObservedFeed,
    onBatch: (records: readonly string[]) => Promise<void>,
  ): Promise<ObservedFeedPage>;
}

export interface ObservedFeed {
  readonly span: OpenSpan;
  /** The client's parameters, to which a cursor is bound. */
  readonly question: readonly unknown[];
  /** The cursor of the previous page. */
  readonly cursor: string | null;
  /** Where to begin without a cursor: records that changed at this instant or later. */
  readonly since: Date | null;
  /** The maximum number of records. */
  readonly limit: number;
}

export interface ObservedFeedPage {
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

/**
 * Malformed ids, and ids of another company, are not found; inactive objects are found, because past records refer to
 * them.
 */
export abstract class PhytosanitaryQuery {
  abstract project(projectId: string): Promise<{ projectId: string; timezone: string } | undefined>;
  abstract sector(sectorId: string): Promise<{ sectorId: string; projectId: string } | undefined>;
  /** IANA names: the company's own, and that of each active project. */
  abstract zones(): Promise<{ own: string; ofProjects: string[] }>;
  /** Sums over every response in the span, unordered. */
  abstract tallies(span: Span, filter: FarmFilter): Promise<PestTally[]>;
  /** Passes batches of records, each a JSON object as text, ordered by time and then id. */
  abstract records(span: Span, onBatch: (records: readonly string[]) => Promise<void>): Promise<void>;
}

export interface Span {
  /** The first instant of the span. */
  readonly from: Date;
  /** The first instant after the span. */
  readonly before: Date;
}

/** A span without a beginning or an end where that is null. */
export interface OpenSpan {
  readonly from: Date | null;
  readonly before: Date | null;
}

export interface ListedProject {
  readonly projectId: string;
  readonly projectName: string;
  readonly sectors: readonly { readonly sectorId: string; readonly sector_name: string }[];
}

/** A project with what a client needs to draw it and to compute with its local time. */
export interface DescribedProject {
  readonly projectId: string;
  readonly projectName: string;
  /** IANA name. */
  readonly timezone: string;
  /** Of its sessions, unless they name another. */
  readonly samplingUnit: string | null;
  readonly repeatSeconds: number | null;
  readonly sectors: readonly {
    readonly sectorId: string;
    readonly sector_name: string;
    readonly crop: string | null;
    readonly variety: string | null;
    /** GeoJSON Polygon or MultiPolygon, longitude before latitude. */
    readonly boundary: Boundary | null;
  }[];
}

/** The company's projects and sectors as the endpoint answers them. */
export abstract class ProjectQuery {
  /** As `active`, with zones, crops and boundaries. */
  abstract described(companyId: string): Promise<DescribedProject[]>;
  /** The active projects with their active sectors, by name. */
  abstract active(companyId: string): Promise<ListedProject[]>;
}

/** Of one company. */
export type TreatmentTransactions = Transactions<TreatmentRepositories>;

/** The repositories of one transaction. */
export interface TreatmentRepositories {
  readonly treatments: TreatmentRepository;
  readonly farm: TreatedFarm;
}

/** Malformed ids, and ids of another company, are not found. */
export abstract class TreatmentRepository {
  /** @returns false if its author has used its `clientEventId` before; then nothing was written */
  abstract insert(treatment: Treatment): Promise<boolean>;
  abstract byClientEventId(userId: string, clientEventId: string): Promise<Treatment | undefined>;
  /** No other transaction voids it until this one ends. */
  abstract lock(treatmentId: string): Promise<Treatment | undefined>;
  /** Writes who voided it, when and why. */
  abstract void(treatment: Treatment): Promise<void>;
}

/** The places of treatments, including inactive ones, because a treatment may be older than their deactivation. */
export abstract class TreatedFarm {
  abstract project(
    projectId: string,
  ): Promise<{ readonly projectId: string; readonly timezone: string; readonly active: boolean } | undefined>;
  /** Unordered; unknown ids are left out. */
  abstract sectors(sectorIds: readonly string[]): Promise<readonly FarmSector[]>;
}

export interface FarmSector extends TreatedSector {
  readonly projectId: string;
  readonly active: boolean;
}

/** A null filter matches every treatment. */
export interface TreatmentFilters {
  /** Local dates of the start, both included. */
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly projectId: string | null;
  readonly sectorId: string | null;
  /** Only treatments, not voided, that still close a sector to harvest or entry at this instant. */
  readonly closingAt: Date | null;
}

/** Treatments for reading, by start and id. */
export abstract class TreatmentQuery {
  /** @throws ProjectNotFound | SectorNotFound | SectorNotInProject */
  abstract page(
    companyId: string,
    filters: TreatmentFilters,
    request: PageRequest,
  ): Promise<Page<TreatmentState>>;
  /**
   * Passes batches of treatments with what a register needs of their sectors.
   * @throws as `page`, before the first batch
   */
  abstract each(
    companyId: string,
    filters: TreatmentFilters,
    onBatch: (treatments: readonly RegisteredTreatment[]) => Promise<void>,
  ): Promise<void>;
}

export interface RegisteredTreatment {
  readonly treatment: TreatmentState;
  readonly projectName: string;
  /** The current boundary of each sector of the treatment, in its order, and the centre of its bounding box. */
  readonly places: readonly SectorPlace[];
}

export interface SectorPlace {
  readonly sectorId: string;
  /** GeoJSON as text; null if the sector has no boundary. */
  readonly boundary: string | null;
  /** Degrees, WGS 84. */
  readonly latitude: number | null;
  readonly longitude: number | null;
}
