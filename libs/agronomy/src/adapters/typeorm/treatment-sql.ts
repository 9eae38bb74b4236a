import type { LocalDate } from '@furrow/kernel';
import type { TreatedSector, TreatmentState } from '../../domain/index.ts';

/** A treatment as the driver returns it: numeric as text, timestamptz as Date. */
export interface TreatmentRow extends Omit<TreatmentState, 'author' | 'voided'> {
  readonly createdBy: string;
  readonly authorIdpId: string;
  readonly voidedAt: Date | null;
  readonly voidedBy: string | null;
  readonly voidReason: string | null;
  readonly sectors: readonly TreatedSector[];
  readonly harvestFrom: LocalDate;
}

/** The columns of a TreatmentRow, of `agronomy.treatments t`; `$1` is the company. */
export const TREATMENT_COLUMNS = `
  t.treatment_id AS "treatmentId", t.project_id AS "projectId", t.client_event_id AS "clientEventId", t.timezone,
  t.local_date AS "localDate", t.product, t.authorisation_number AS "authorisationNumber",
  t.active_substances AS "activeSubstances", t.target, t.crop_code AS "cropCode", t.bbch, t.area::text,
  t.started_at AS "startedAt", t.ended_at AS "endedAt", t.dose::text, t.dose_unit AS "doseUnit",
  t.pre_harvest_days AS "preHarvestDays", t.reentry_hours::text AS "reentryHours", t.harvest_from AS "harvestFrom",
  t.harvest_clear_at AS "harvestClearAt", t.reentry_clear_at AS "reentryClearAt", t.operator, t.equipment, t.notes,
  t.created_at AS "createdAt", t.created_by AS "createdBy", t.author_idp_id AS "authorIdpId", t.voided_at AS "voidedAt",
  t.voided_by AS "voidedBy", t.void_reason AS "voidReason",
  (SELECT json_agg(json_build_object('sectorId', k.sector_id, 'name', k.sector_name, 'crop', k.crop,
                                     'variety', k.variety) ORDER BY k.position)
     FROM agronomy.treated_sectors k
    WHERE k.company_id = $1 AND k.treatment_id = t.treatment_id) AS sectors`;

export function treatmentStateOf(row: TreatmentRow): TreatmentState {
  const { createdBy, authorIdpId, voidedAt, voidedBy, voidReason, ...state } = row;
  return {
    ...state,
    author: { userId: createdBy, idpId: authorIdpId },
    voided: voidedAt && voidedBy ? { at: voidedAt, by: voidedBy, reason: voidReason } : null,
  };
}
