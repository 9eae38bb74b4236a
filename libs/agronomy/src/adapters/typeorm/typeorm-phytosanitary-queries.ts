import { Decimal } from '@furrow/kernel';
import { type Database, jsonInstant, jsonObject, type Transaction } from '@furrow/database';
import { ChangeFeed } from '@furrow/journal';
import type {
  ObservedFeed,
  ObservedFeedPage,
  PhytosanitaryQuery,
  PhytosanitaryQueries,
  Span,
} from '../../application/ports.ts';
import type { FarmFilter, ObservedPlace, PestTally } from '../../domain/index.ts';
import { ownZoneOf } from '../access/access-company-zone.ts';
import { zonesOfProjects } from './company-zones.ts';
import { ProjectDirectory } from './project-directory.ts';

const BATCH = 200;
/** $1 company, $2 first instant, $3 first instant after. */
const IN_SPAN = `o.company_id = $1 AND o.observed_at >= $2 AND o.observed_at < $3`;

/**
 * All figures of summaries in one scan: the findings of each record and pest are on one row only, so that counting rows
 * counts records. $4 project and $5 sector, or null.
 */
export const PEST_TALLIES = `
  SELECT t.*, p.name AS "projectName", s.name AS "sectorName"
    FROM (
      SELECT o.project_id AS "projectId", o.sector_id AS "sectorId", o.name, o.eppo_code AS "eppoCode", o.threshold,
             max(o.observed_at) AS "lastSeenAt",
             count(*) FILTER (WHERE o.pest_finding >= 1) AS assessed,
             count(*) FILTER (WHERE o.pest_finding = 2) AS affected,
             count(o.value) AS values, sum(o.value) AS "valueTotal",
             count(o.severity) FILTER (WHERE o.value IS NOT NULL) AS severities,
             sum(o.severity) FILTER (WHERE o.value IS NOT NULL) AS "severityTotal",
             count(o.record_finding) AS "recordsReported",
             count(*) FILTER (WHERE o.record_finding >= 1) AS "recordsAssessed",
             count(*) FILTER (WHERE o.record_finding = 2) AS "recordsAffected"
        FROM agronomy.observations o
       WHERE ${IN_SPAN} AND ($4::uuid IS NULL OR o.project_id = $4) AND ($5::uuid IS NULL OR o.sector_id = $5)
       GROUP BY o.project_id, o.sector_id, o.name, o.eppo_code, o.threshold
    ) AS t
    LEFT JOIN agronomy.projects p ON p.company_id = $1 AND p.project_id = t."projectId"
    LEFT JOIN agronomy.sectors s ON s.company_id = $1 AND s.sector_id = t."sectorId"`;

const ofSector = (column: string) =>
  `(SELECT s.${column} FROM agronomy.sectors s WHERE s.company_id = $1 AND s.sector_id = o.sector_id)`;

/** The members of a response of a record as it is answered, each an expression of SQL. */
const RESPONSE_MEMBERS = {
  ...{ response_id: 'o.observation_id', variable_name: 'o.variable_name', variable_type: 'o.variable_type' },
  ...{ name: 'o.name', value_number: 'trim_scale(o.value)', severity: 'trim_scale(o.severity)' },
};
const RECORD_MEMBERS = {
  ...{
    record_id: 'o.record_id',
    created_at: jsonInstant('o.created_at'),
    record_time: jsonInstant('o.observed_at'),
  },
  ...{ user_id: 'o.author_idp_id', user_name: 'o.author_name', projectId: 'o.project_id' },
  project_name:
    '(SELECT p.name FROM agronomy.projects p WHERE p.company_id = $1 AND p.project_id = o.project_id)',
  ...{ sectorId: 'o.sector_id', sector_name: ofSector('name') },
  ...{ crop: ofSector('crop'), variety: ofSector('variety') },
  ...{ latitude: 'o.latitude', longitude: 'o.longitude' },
  responses: `json_agg(${jsonObject(RESPONSE_MEMBERS)} ORDER BY o.observation_id)`,
};
/** The members of a record as it is answered, and of its responses. */
export interface ObservedRecordMembers {
  readonly record: keyof typeof RECORD_MEMBERS;
  readonly response: keyof typeof RESPONSE_MEMBERS;
}

/**
 * Selects each record as the JSON text of the answer, in order of time. The rows of a record are adjacent, so the first
 * record is answered before the others are read. The names of projects and sectors are read record by record, because a
 * join could lose the order.
 */
const recordsAsJson = (chosen: string, order: string) => `
  SELECT ${jsonObject(RECORD_MEMBERS)}::text AS record
  FROM ${chosen}
  GROUP BY ${order}, o.record_id, o.observed_at, o.created_at, o.author_idp_id, o.author_name, o.project_id, o.sector_id,
           o.latitude, o.longitude
  ORDER BY ${order}, o.record_id`;
export const OBSERVED_RECORDS = recordsAsJson(`agronomy.observations o WHERE ${IN_SPAN}`, 'o.observed_at');

const CHANGES = { log: 'agronomy.observed_record_changes', item: 'record_id' };
const OBSERVED_IN_SPAN = `AND EXISTS (
  SELECT FROM agronomy.observations o WHERE o.company_id = c.company_id AND o.record_id = c.record_id
    AND ($5::timestamptz IS NULL OR o.observed_at >= $5) AND ($6::timestamptz IS NULL OR o.observed_at < $6))`;

interface TallyRow extends ObservedPlace {
  readonly name: string;
  readonly eppoCode: string | null;
  readonly threshold: string | null;
  readonly lastSeenAt: Date;
  readonly assessed: number;
  readonly affected: number;
  readonly values: number;
  readonly valueTotal: string | null;
  readonly severities: number;
  readonly severityTotal: string | null;
  readonly recordsReported: number;
  readonly recordsAssessed: number;
  readonly recordsAffected: number;
}

function tallyOf(row: TallyRow): PestTally {
  const { projectId, projectName, sectorId, sectorName, name, eppoCode, lastSeenAt } = row;
  return {
    ...{ projectId, projectName, sectorId, sectorName, name, eppoCode, lastSeenAt },
    threshold: row.threshold === null ? null : new Decimal(row.threshold),
    counts: { assessed: row.assessed, affected: row.affected },
    values: { total: new Decimal(row.valueTotal ?? 0), count: row.values },
    severities: { total: new Decimal(row.severityTotal ?? 0), count: row.severities },
    records: { reported: row.recordsReported, assessed: row.recordsAssessed, affected: row.recordsAffected },
  };
}

export class TypeormPhytosanitaryQueries implements PhytosanitaryQueries {
  readonly #feed: ChangeFeed;
  readonly #changedRecords: string;

  constructor(private readonly database: Database) {
    this.#feed = new ChangeFeed(database, CHANGES);
    // $2 records and $3 their changes. A record that changed again after the page was chosen is left to a later page.
    this.#changedRecords = recordsAsJson(
      `unnest($2::uuid[], $3::xid8[]) WITH ORDINALITY AS changed (record_id, xid, ordinal)
       JOIN agronomy.observations o ON o.company_id = $1 AND o.record_id = changed.record_id
       WHERE ${this.#feed.unchangedSince('changed.record_id', 'changed.xid')}`,
      'changed.ordinal',
    );
  }

  run<T>(companyId: string, work: (query: PhytosanitaryQuery) => Promise<T>): Promise<T> {
    return this.database.reads.tenant(companyId, (tx) => work(new TypeormPhytosanitaryQuery(tx)));
  }

  async follow(
    companyId: string,
    { span, question, ...request }: ObservedFeed,
    onBatch: (records: readonly string[]) => Promise<void>,
  ): Promise<ObservedFeedPage> {
    const epoch = await this.#feed.epoch(companyId);
    const follow = async (tx: Transaction) => {
      const scope = { question, joins: '', where: OBSERVED_IN_SPAN, parameters: [span.from, span.before] };
      const { changes, ...page } = await this.#feed.page(tx, epoch, request, scope);
      const changed = [companyId, changes.map(({ id }) => id), changes.map(({ xid }) => xid)];
      for await (const rows of tx.batches<{ record: string }>(this.#changedRecords, changed, BATCH))
        await onBatch(rows.map(({ record }) => record));
      return page;
    };
    return this.database.reads.tenant(companyId, follow, epoch.epoch);
  }
}

class TypeormPhytosanitaryQuery implements PhytosanitaryQuery {
  readonly #projects = new ProjectDirectory();

  constructor(private readonly tx: Transaction) {}

  project(projectId: string): Promise<{ projectId: string; timezone: string } | undefined> {
    return this.#projects.project(this.tx, projectId);
  }

  async sector(sectorId: string): Promise<{ sectorId: string; projectId: string } | undefined> {
    const sector = await this.#projects.sector(this.tx, sectorId);
    return sector && { sectorId: sector.sectorId, projectId: sector.projectId };
  }

  async zones(): Promise<{ own: string; ofProjects: string[] }> {
    const [own, ofProjects] = await Promise.all([ownZoneOf(this.tx), zonesOfProjects(this.tx)]);
    return { own, ofProjects };
  }

  async tallies({ from, before }: Span, { projectId, sectorId }: FarmFilter): Promise<PestTally[]> {
    const parameters = [this.tx.companyId, from, before, projectId, sectorId];
    return (await this.tx.query<TallyRow>(PEST_TALLIES, parameters)).map(tallyOf);
  }

  async records(
    { from, before }: Span,
    onBatch: (records: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const parameters = [this.tx.companyId, from, before];
    for await (const rows of this.tx.batches<{ record: string }>(OBSERVED_RECORDS, parameters, BATCH))
      await onBatch(rows.map(({ record }) => record));
  }
}
