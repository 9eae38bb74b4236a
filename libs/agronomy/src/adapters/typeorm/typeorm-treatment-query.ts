import { isId, type Page, type PageRequest } from '@furrow/kernel';
import { ProjectNotFound, SectorNotFound, SectorNotInProject } from '@furrow/kernel/errors';
import { type Condition, type Database, PagedSelect, type Transaction } from '@furrow/database';
import type {
  RegisteredTreatment,
  SectorPlace,
  TreatmentFilters,
  TreatmentQuery,
} from '../../application/ports.ts';
import type { TreatmentState } from '../../domain/index.ts';
import { ProjectDirectory } from './project-directory.ts';
import { TREATMENT_COLUMNS, type TreatmentRow, treatmentStateOf } from './treatment-sql.ts';

const BATCH = 200;

const TREATMENTS_PAGE = new PagedSelect<TreatmentRow>({
  name: 'treatments-page',
  table: 'agronomy.treatments t',
  key: 'treatment_id',
  order: 't.started_at, t.treatment_id',
  columns: TREATMENT_COLUMNS,
});

export class TypeormTreatmentQuery implements TreatmentQuery {
  constructor(
    private readonly database: Database,
    private readonly projects = new ProjectDirectory(),
  ) {}

  page(companyId: string, filters: TreatmentFilters, request: PageRequest): Promise<Page<TreatmentState>> {
    return this.database.tenant(companyId, async (tx) => {
      await this.#check(tx, filters);
      const { items, total } = await TREATMENTS_PAGE.page(tx, request, conditionsOf(filters));
      return { items: items.map(treatmentStateOf), total };
    });
  }

  each(
    companyId: string,
    filters: TreatmentFilters,
    onBatch: (treatments: readonly RegisteredTreatment[]) => Promise<void>,
  ): Promise<void> {
    return this.database.reads.tenant(companyId, async (tx) => {
      await this.#check(tx, filters);
      const parameters: unknown[] = [companyId];
      const where = conditionsOf(filters).map(({ sql, value }) => sql(`$${parameters.push(value)}`));
      const rows = tx.batches<RegisterRow>(register(where), parameters, BATCH);
      for await (const batch of rows) await onBatch(batch.map(registered));
    });
  }

  async #check(tx: Transaction, { projectId, sectorId }: TreatmentFilters): Promise<void> {
    if (projectId !== null && !(await this.projects.project(tx, projectId))) throw new ProjectNotFound();
    if (sectorId === null) return;
    const sector = await this.projects.sector(tx, sectorId);
    if (!sector) throw new SectorNotFound();
    if (projectId !== null && sector.projectId !== projectId.toLowerCase()) throw new SectorNotInProject();
  }
}

function conditionsOf({ from, to, projectId, sectorId, closingAt }: TreatmentFilters): Condition[] {
  const asked = (name: string, value: unknown, sql: Condition['sql']): Condition[] =>
    value === null ? [] : [{ name, sql, value }];
  return [
    ...asked('from', from, (p) => `t.local_date >= ${p}`),
    ...asked('to', to, (p) => `t.local_date <= ${p}`),
    ...asked('project', projectId, (p) => `t.project_id = ${p}`),
    ...asked(
      'closing',
      closingAt,
      (p) => `t.voided_at IS NULL AND greatest(t.harvest_clear_at, t.reentry_clear_at) > ${p}`,
    ),
    ...asked(
      'sector',
      sectorId !== null && isId(sectorId) ? sectorId : null,
      (p) => `EXISTS (SELECT FROM agronomy.treated_sectors k
         WHERE k.company_id = $1 AND k.treatment_id = t.treatment_id AND k.sector_id = ${p})`,
    ),
  ];
}

type RegisterRow = TreatmentRow & { readonly projectName: string; readonly places: readonly SectorPlace[] };

const register = (where: readonly string[]) => `
  SELECT ${TREATMENT_COLUMNS}, p.name AS "projectName",
         (SELECT json_agg(json_build_object(
                   'sectorId', k.sector_id, 'boundary', s.boundary::text,
                   'latitude', round(((s.south + s.north) / 2)::numeric, 6),
                   'longitude', round(((s.west + s.east) / 2)::numeric, 6)) ORDER BY k.position)
            FROM agronomy.treated_sectors k JOIN agronomy.sectors s USING (company_id, sector_id)
           WHERE k.company_id = $1 AND k.treatment_id = t.treatment_id) AS places
    FROM agronomy.treatments t JOIN agronomy.projects p USING (company_id, project_id)
   WHERE ${['t.company_id = $1', ...where].join(' AND ')}
   ORDER BY t.started_at, t.treatment_id`;

function registered({ projectName, places, ...row }: RegisterRow): RegisteredTreatment {
  return { treatment: treatmentStateOf(row), projectName, places };
}
