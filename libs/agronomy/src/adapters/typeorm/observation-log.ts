import { newId } from '@furrow/kernel';
import type { Transaction } from '@furrow/platform';
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

/** Stores the observations of one record in the record's own transaction. */
export async function recordObservations(
  tx: Transaction,
  source: ObservationSource,
  observations: readonly PhytosanitaryObservation[],
): Promise<void> {
  const { recordId, recordedAt, createdAt, author, projectId, sectorId, gps } = source;
  const findings = attributedFindings(observations);
  const rows = observations.map(({ variable, type, eppoCode, ...seen }, index) => ({
    ...seen,
    observation_id: newId(),
    variable_name: variable,
    variable_type: type,
    eppo_code: eppoCode,
    pest_finding: findings[index]?.pest,
    record_finding: findings[index]?.record,
  }));
  await tx.query(INSERT_OBSERVATIONS, [
    tx.companyId,
    JSON.stringify(rows),
    recordId,
    recordedAt,
    createdAt,
    author.userId,
    author.idpId,
    author.name,
    projectId,
    sectorId,
    gps?.latitude,
    gps?.longitude,
  ]);
}

const INSERT_OBSERVATIONS = `
  INSERT INTO agronomy.observations
    (company_id, record_id, observed_at, created_at, author_id, author_idp_id, author_name, project_id, sector_id,
     latitude, longitude, observation_id, variable_name, variable_type, name, value, severity, eppo_code, threshold,
     pest_finding, record_finding)
  SELECT $1::uuid, $3::uuid, $4::timestamptz, $5::timestamptz, $6::uuid, $7, $8, $9::uuid, $10::uuid,
         $11::float8, $12::float8, r.*
    FROM jsonb_to_recordset($2) AS r (
      observation_id uuid, variable_name text, variable_type text, name text, value numeric, severity numeric,
      eppo_code text, threshold numeric, pest_finding smallint, record_finding smallint)
  RETURNING observation_id`;
