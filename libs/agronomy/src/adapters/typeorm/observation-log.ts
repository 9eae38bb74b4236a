import { newId } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import { type GeoPoint, attributedFindings } from '../../domain/index.ts';

/** The record that holds the observations, with its author, place and time. */
export interface ObservationSource {
  readonly recordId: string;
  /** When the observation was made. */
  readonly recordedAt: Date;
  readonly createdAt: Date;
  readonly author: { readonly userId: string; readonly idpId: string; readonly name: string };
  /** Null: outside of the company's projects; the GPS position may still be known. */
  readonly projectId: string | null;
  readonly sectorId: string | null;
  readonly gps: GeoPoint | null;
}

/** What was observed of one pest or disease. */
export interface PhytosanitaryObservation {
  /** The name of the form's field, unique in the record. */
  readonly variable: string;
  readonly type: 'pests' | 'diseases';
  /** The name of the pest or disease for people. */
  readonly name: string;
  /** Count or amount, at least 0; null: not assessed. */
  readonly value: number | null;
  /** Percent; null: not assessed. */
  readonly severity: number | null;
  readonly eppoCode: string | null;
  readonly threshold: number | null;
}

/** A record and what it reports. */
export interface ObservingRecord {
  readonly source: ObservationSource;
  readonly observations: readonly PhytosanitaryObservation[];
}

/** Stores the observations of records in the records' own transaction, with one statement. */
export async function recordObservations(
  tx: Transaction,
  records: readonly ObservingRecord[],
): Promise<void> {
  await tx.query(INSERT_OBSERVATIONS, [tx.companyId, JSON.stringify(records.flatMap(rowsOf))]);
}

function rowsOf({ source, observations }: ObservingRecord) {
  const { author, gps } = source;
  const findings = attributedFindings(observations);
  return observations.map(({ variable, type, eppoCode, ...seen }, index) => ({
    record_id: source.recordId,
    observed_at: source.recordedAt,
    created_at: source.createdAt,
    author_id: author.userId,
    author_idp_id: author.idpId,
    author_name: author.name,
    project_id: source.projectId,
    sector_id: source.sectorId,
    latitude: gps?.latitude,
    longitude: gps?.longitude,
    ...seen,
    observation_id: newId(),
    variable_name: variable,
    variable_type: type,
    eppo_code: eppoCode,
    pest_finding: findings[index]?.pest,
    record_finding: findings[index]?.record,
  }));
}

const INSERT_OBSERVATIONS = `
  INSERT INTO agronomy.observations
    (company_id, record_id, observed_at, created_at, author_id, author_idp_id, author_name, project_id, sector_id,
     latitude, longitude, observation_id, variable_name, variable_type, name, value, severity, eppo_code, threshold,
     pest_finding, record_finding)
  SELECT $1::uuid, r.*
    FROM jsonb_to_recordset($2) AS r (
      record_id uuid, observed_at timestamptz, created_at timestamptz, author_id uuid, author_idp_id text,
      author_name text, project_id uuid, sector_id uuid, latitude float8, longitude float8, observation_id uuid, variable_name text, variable_type text, name text, value numeric, severity numeric,
      eppo_code text, threshold numeric, pest_finding smallint, record_finding smallint)
  RETURNING observation_id`;
