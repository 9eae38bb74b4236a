import type { FarmFilter, PestTally, Project, Sector } from '../domain/index.ts';

/** All projects and sectors of one company, for writing, within the caller's transaction. */
export abstract class FarmRepository {
  /** Everything there is, inactive ones too; nobody else changes it until the transaction ends. */
  abstract load(): Promise<{ projects: Project[]; sectors: Sector[] }>;
  /** Writes new and changed ones. */
  abstract save(projects: readonly Project[], sectors: readonly Sector[]): Promise<void>;
}

/** What scouts observed, read in one transaction of one company. */
export abstract class PhytosanitaryQueries {
  abstract run<T>(companyId: string, work: (query: PhytosanitaryQuery) => Promise<T>): Promise<T>;
  /**
   * Hands out records as `records` does, those that changed since the client last asked, ordered by change.
   * @throws where the cursor is no good any more, before the first batch
   */
  abstract follow(
    companyId: string,
    feed: ObservedFeed,
    onBatch: (records: readonly string[]) => Promise<void>,
  ): Promise<ObservedFeedPage>;
}

export interface ObservedFeed {
  readonly span: OpenSpan;
  /** What the client asked for, which a cursor is bound to. */
  readonly question: readonly unknown[];
  /** Where an earlier page ended. */
  readonly cursor: string | null;
  /** Where to begin without a cursor: whatever changed at this instant or later is handed out. */
  readonly since: Date | null;
  /** How many records at most. */
  readonly limit: number;
}

export interface ObservedFeedPage {
  readonly nextCursor: string;
  readonly hasMore: boolean;
}

/** Ids that are no ids, or another company's, are simply not found; what is inactive is found: history points at it. */
export abstract class PhytosanitaryQuery {
  abstract project(projectId: string): Promise<{ projectId: string; timezone: string } | undefined>;
  abstract sector(sectorId: string): Promise<{ sectorId: string; projectId: string } | undefined>;
  /** IANA names: the company's own, and that of each project in use. */
  abstract zones(): Promise<{ own: string; ofProjects: string[] }>;
  /** Sums over every response in the span, in no particular order. */
  abstract tallies(span: Span, filter: FarmFilter): Promise<PestTally[]>;
  /** Hands out batches of records, each a JSON object as text, ordered by time and then id. */
  abstract records(span: Span, onBatch: (records: readonly string[]) => Promise<void>): Promise<void>;
}

export interface Span {
  /** The first instant that belongs to it. */
  readonly from: Date;
  /** The first instant that no longer does. */
  readonly before: Date;
}

/** A span that has no beginning or no end where it is null. */
export interface OpenSpan {
  readonly from: Date | null;
  readonly before: Date | null;
}

export interface ListedProject {
  readonly projectId: string;
  readonly projectName: string;
  readonly sectors: readonly { readonly sectorId: string; readonly sector_name: string }[];
}

/** The same for whoever draws it, and reckons in its time. */
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

/** The company's land, just as the endpoint answers it. */
export abstract class ProjectQuery {
  /** As `active`, with what the land is like. */
  abstract described(companyId: string): Promise<DescribedProject[]>;
  /** The active projects with their active sectors, by name. */
  abstract active(companyId: string): Promise<ListedProject[]>;
}
