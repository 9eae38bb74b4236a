import { isId } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from '@furrow/database';
import type { TreatmentRepository } from '../../application/ports.ts';
import { Treatment } from '../../domain/index.ts';
import { TREATMENT_COLUMNS, type TreatmentRow, treatmentStateOf } from './treatment-sql.ts';

export class TypeormTreatmentRepository implements TreatmentRepository {
  constructor(private readonly tx: Transaction) {}

  async insert({ state }: Treatment): Promise<boolean> {
    const { sectors, author, harvestClearAt, reentryClearAt } = state;
    const row = {
      treatment_id: state.treatmentId,
      project_id: state.projectId,
      client_event_id: state.clientEventId,
      timezone: state.timezone,
      local_date: state.localDate,
      product: state.product,
      authorisation_number: state.authorisationNumber,
      active_substances: state.activeSubstances,
      target: state.target,
      crop_code: state.cropCode,
      bbch: state.bbch,
      area: state.area,
      started_at: state.startedAt,
      ended_at: state.endedAt,
      dose: state.dose,
      dose_unit: state.doseUnit,
      pre_harvest_days: state.preHarvestDays,
      reentry_hours: state.reentryHours,
      harvest_from: state.harvestFrom,
      harvest_clear_at: harvestClearAt,
      reentry_clear_at: reentryClearAt,
      operator: state.operator,
      equipment: state.equipment,
      notes: state.notes,
      created_at: state.createdAt,
      created_by: author.userId,
      author_idp_id: author.idpId,
    };
    const clearAt = new Date(Math.max(harvestClearAt.getTime(), reentryClearAt?.getTime() ?? 0));
    const treated = sectors.map(
      ({ sectorId, name, crop, variety }) => [sectorId, name, crop, variety] as const,
    );
    const inserted = await this.tx.query(insertion(Object.keys(row)), [
      this.tx.companyId,
      ...Object.values(row),
    ]);
    if (inserted.length === 0) return false;
    await this.tx.query(INSERT_SECTORS, [
      ...[this.tx.companyId, state.treatmentId, state.projectId, clearAt],
      ...[treated.map(([id]) => id), treated.map(([, name]) => name)],
      ...[treated.map(([, , crop]) => crop), treated.map(([, , , variety]) => variety)],
    ]);
    return true;
  }

  async byClientEventId(userId: string, clientEventId: string): Promise<Treatment | undefined> {
    const [row] = await this.tx.query<TreatmentRow>(TREATMENT_BY_KEY, [
      this.tx.companyId,
      userId,
      clientEventId,
    ]);
    return row && Treatment.restore(treatmentStateOf(row));
  }

  async lock(treatmentId: string): Promise<Treatment | undefined> {
    if (!isId(treatmentId)) return undefined;
    const [row] = await this.tx.query<TreatmentRow>(LOCKED_TREATMENT, [this.tx.companyId, treatmentId]);
    return row && Treatment.restore(treatmentStateOf(row));
  }

  async void({ id, state: { voided } }: Treatment): Promise<void> {
    await this.tx.change(
      `UPDATE agronomy.treatments SET voided_at = $3, voided_by = $4, void_reason = $5
        WHERE company_id = $1 AND treatment_id = $2 AND voided_at IS NULL`,
      [this.tx.companyId, id, voided?.at, voided?.by, voided?.reason],
    );
  }
}

/** Nothing if its author has used the key before. */
const insertion = (columns: readonly string[]) => `
  INSERT INTO agronomy.treatments (company_id, ${columns.join(', ')})
  VALUES ($1, ${columns.map((_, i) => `$${i + 2}`).join(', ')})
  ON CONFLICT (company_id, created_by, client_event_id) DO NOTHING
  RETURNING treatment_id`;

/** By itself, because a Citus sends what a statement passes from table to table to every worker. */
const INSERT_SECTORS = `
  INSERT INTO agronomy.treated_sectors
    (company_id, treatment_id, project_id, sector_id, position, sector_name, crop, variety, clear_at)
  SELECT $1::uuid, $2::uuid, $3::uuid, k.sector_id, k.position, k.name, k.crop, k.variety, $4::timestamptz
    FROM unnest($5::uuid[], $6::text[], $7::text[], $8::text[])
      WITH ORDINALITY AS k (sector_id, name, crop, variety, position)
  RETURNING sector_id`;

const TREATMENT_BY_KEY: PreparedStatement = {
  name: 'treatment_by_key',
  text: `SELECT ${TREATMENT_COLUMNS} FROM agronomy.treatments t
          WHERE t.company_id = $1 AND t.created_by = $2 AND t.client_event_id = $3`,
};

const LOCKED_TREATMENT = `
  SELECT ${TREATMENT_COLUMNS} FROM agronomy.treatments t
   WHERE t.company_id = $1 AND t.treatment_id = $2 FOR NO KEY UPDATE OF t`;
