import type {
  ObservedFeed,
  ObservedFeedPage,
  OpenSpan,
  PhytosanitaryQuery,
  PhytosanitaryQueries,
  Span,
} from '../application/ports.ts';
import type { FarmFilter, PestTally } from '../domain/index.ts';
import { type ScoutedRecord, talliesOf } from './scouting.ts';

/** The projects and sectors of one company that observations refer to. */
export interface FarmOfScouts {
  readonly zone: string;
  readonly projects: readonly {
    readonly projectId: string;
    readonly name: string;
    readonly timezone: string;
  }[];
  readonly sectors: readonly {
    readonly sectorId: string;
    readonly projectId: string;
    readonly name: string;
    readonly crop: string | null;
    readonly variety: string | null;
  }[];
}

/** One company's observations in memory; other companies have none. */
export class InMemoryPhytosanitary implements PhytosanitaryQueries {
  readonly records: ScoutedRecord[] = [];

  constructor(
    private readonly companyId: string,
    private readonly farm: FarmOfScouts,
  ) {}

  run<T>(companyId: string, work: (query: PhytosanitaryQuery) => Promise<T>): Promise<T> {
    const isOwn = companyId === this.companyId;
    const farm = isOwn ? this.farm : { zone: 'UTC', projects: [], sectors: [] };
    return work(new InMemoryQuery(farm, isOwn ? this.records : []));
  }

  /** Records never change here, so a cursor is a count of them. */
  async follow(
    companyId: string,
    { span, cursor, limit }: ObservedFeed,
    onBatch: (records: readonly string[]) => Promise<void>,
  ): Promise<ObservedFeedPage> {
    const kept = companyId === this.companyId ? this.records : [];
    const query = new InMemoryQuery(this.farm, kept);
    const from = Number(cursor ?? 0);
    const found = kept.flatMap((record, index) => (index >= from && isWithin(span, record) ? [index] : []));
    const page = found.slice(0, limit);
    for (const index of page) await onBatch([JSON.stringify(query.viewOf(kept[index]!))]);
    const hasMore = found.length > limit;
    return { hasMore, nextCursor: String(hasMore ? page.at(-1)! + 1 : kept.length) };
  }
}

class InMemoryQuery implements PhytosanitaryQuery {
  constructor(
    private readonly farm: FarmOfScouts,
    private readonly kept: readonly ScoutedRecord[],
  ) {}

  async project(projectId: string) {
    return this.#project(projectId.toLowerCase());
  }

  async sector(sectorId: string) {
    const sector = this.#sector(sectorId.toLowerCase());
    return sector && { sectorId: sector.sectorId, projectId: sector.projectId };
  }

  async zones() {
    return { own: this.farm.zone, ofProjects: this.farm.projects.map(({ timezone }) => timezone) };
  }

  async tallies(span: Span, { projectId, sectorId }: FarmFilter): Promise<PestTally[]> {
    const records = this.#within(span).filter(
      ({ source }) =>
        (projectId === null || source.projectId === projectId) &&
        (sectorId === null || source.sectorId === sectorId),
    );
    return talliesOf(records, ({ projectId, sectorId }) => ({
      ...{ projectId, sectorId },
      projectName: this.#project(projectId)?.name ?? null,
      sectorName: this.#sector(sectorId)?.name ?? null,
    }));
  }

  async records(span: Span, onBatch: (records: readonly string[]) => Promise<void>): Promise<void> {
    const inOrder = this.#within(span).toSorted(
      (a, b) =>
        a.source.recordedAt.getTime() - b.source.recordedAt.getTime() ||
        (a.source.recordId < b.source.recordId ? -1 : 1),
    );
    for (const record of inOrder) await onBatch([JSON.stringify(this.viewOf(record))]);
  }

  viewOf({ source, observations }: ScoutedRecord) {
    const sector = this.#sector(source.sectorId);
    return {
      record_id: source.recordId,
      created_at: source.createdAt,
      record_time: source.recordedAt,
      user_id: source.author.idpId,
      user_name: source.author.name,
      projectId: source.projectId,
      project_name: this.#project(source.projectId)?.name ?? null,
      sectorId: source.sectorId,
      sector_name: sector?.name ?? null,
      crop: sector?.crop ?? null,
      variety: sector?.variety ?? null,
      latitude: source.gps?.latitude ?? null,
      longitude: source.gps?.longitude ?? null,
      responses: observations.map(({ variable, type, name, value, severity }) => ({
        ...{ response_id: `${source.recordId} ${variable}`, variable_name: variable, variable_type: type },
        ...{ name, value_number: value, severity },
      })),
    };
  }

  #within(span: Span): ScoutedRecord[] {
    return this.kept.filter((record) => isWithin(span, record));
  }

  #project(projectId: string | null) {
    return this.farm.projects.find((project) => project.projectId === projectId);
  }

  #sector(sectorId: string | null) {
    return this.farm.sectors.find((sector) => sector.sectorId === sectorId);
  }
}

function isWithin({ from, before }: OpenSpan, { source, observations }: ScoutedRecord): boolean {
  const at = source.recordedAt;
  return observations.length > 0 && (from === null || at >= from) && (before === null || at < before);
}
