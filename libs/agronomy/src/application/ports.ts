import type { FarmFilter, PestTally, Project, Sector } from '../domain/index.ts';

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
  readonly sectors: readonly {
    readonly sectorId: string;
    readonly sector_name: string;
    readonly crop: string | null;
    readonly variety: string | null;
    /** GeoJSON Polygon or MultiPolygon, longitude before latitude. */
    readonly boundary: object | null;
  }[];
}

/** The company's projects and sectors as the endpoint answers them. */
export abstract class ProjectQuery {
  /** As `active`, with zones, crops and boundaries. */
  abstract described(companyId: string): Promise<DescribedProject[]>;
  /** The active projects with their active sectors, by name. */
  abstract active(companyId: string): Promise<ListedProject[]>;
}
