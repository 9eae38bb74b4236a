import type { Transaction } from '@furrow/database';
import type { FarmRepository } from '../../application/ports.ts';
import type { Project, Sector } from '../../domain/index.ts';
import { projectColumns, projectOf, sectorColumns, sectorOf } from './mapper.ts';
import { ProjectRow, SectorRow } from './rows.ts';

export class TypeormFarmRepository implements FarmRepository {
  constructor(private readonly tx: Transaction) {}

  async load(): Promise<{ projects: Project[]; sectors: Sector[] }> {
    const { tx } = this;
    await tx.lock('agronomy');
    const own = { companyId: tx.companyId };
    const projects = await tx.manager.findBy(ProjectRow, own);
    const sectors = await tx.manager.findBy(SectorRow, own);
    return { projects: projects.map(projectOf), sectors: sectors.map(sectorOf) };
  }

  async save(projects: readonly Project[], sectors: readonly Sector[]): Promise<void> {
    if (projects.length > 0) await this.#write(UPSERT_PROJECTS, projects.map(projectColumns));
    if (sectors.length > 0) await this.#write(UPSERT_SECTORS, sectors.map(sectorColumns));
  }

  async #write(sql: string, rows: Record<string, unknown>[]): Promise<void> {
    await this.tx.query(sql, [this.tx.companyId, JSON.stringify(rows)]);
  }
}

const UPSERT_PROJECTS = `
  INSERT INTO agronomy.projects (company_id, project_id, key, name, timezone, sampling_unit, price_per_unit,
                                 max_duration_hours, sync_grace_hours, harvest_guard, repeat_seconds, status)
  SELECT $1, * FROM jsonb_to_recordset($2) AS r (
    project_id uuid, key text, name text, timezone text, sampling_unit text, price_per_unit numeric,
    max_duration_hours smallint, sync_grace_hours smallint, harvest_guard text, repeat_seconds smallint,
    status text)
  ON CONFLICT (company_id, project_id) DO UPDATE SET
    name = excluded.name, timezone = excluded.timezone, sampling_unit = excluded.sampling_unit,
    price_per_unit = excluded.price_per_unit, max_duration_hours = excluded.max_duration_hours,
    sync_grace_hours = excluded.sync_grace_hours, harvest_guard = excluded.harvest_guard,
    repeat_seconds = excluded.repeat_seconds, status = excluded.status`;

const UPSERT_SECTORS = `
  INSERT INTO agronomy.sectors (company_id, sector_id, project_id, key, name, crop, variety, boundary,
                                west, south, east, north, status)
  SELECT $1, * FROM jsonb_to_recordset($2) AS r (
    sector_id uuid, project_id uuid, key text, name text, crop text, variety text, boundary jsonb,
    west float8, south float8, east float8, north float8, status text)
  ON CONFLICT (company_id, sector_id) DO UPDATE SET
    name = excluded.name, crop = excluded.crop, variety = excluded.variety, boundary = excluded.boundary,
    west = excluded.west, south = excluded.south, east = excluded.east, north = excluded.north,
    status = excluded.status`;
