import { boundingBox, Project, type ProjectId, Sector, type SectorId } from '../../domain/index.ts';
import type { ProjectRow, SectorRow } from './rows.ts';

export function projectOf(row: ProjectRow): Project {
  const { projectId, key, name, timezone, status, ...defaults } = row;
  const { samplingUnit, pricePerUnit, maxDurationHours, syncGraceHours, harvestGuard, repeatSeconds } =
    defaults;
  return Project.restore({
    projectId: projectId as ProjectId,
    key,
    name,
    timezone,
    defaults: { samplingUnit, pricePerUnit, maxDurationHours, syncGraceHours, harvestGuard, repeatSeconds },
    status,
  });
}

export function sectorOf(row: SectorRow): Sector {
  const { sectorId, projectId, key, name, crop, variety, boundary, status } = row;
  return Sector.restore({
    sectorId: sectorId as SectorId,
    projectId: projectId as ProjectId,
    key,
    name,
    crop,
    variety,
    boundary,
    status,
  });
}

/** Members named after the table's columns, for `jsonb_to_recordset`. */
export function projectColumns({ state }: Project): Record<string, unknown> {
  return {
    project_id: state.projectId,
    key: state.key,
    name: state.name,
    timezone: state.timezone,
    sampling_unit: state.defaults.samplingUnit,
    price_per_unit: state.defaults.pricePerUnit,
    max_duration_hours: state.defaults.maxDurationHours,
    sync_grace_hours: state.defaults.syncGraceHours,
    harvest_guard: state.defaults.harvestGuard,
    repeat_seconds: state.defaults.repeatSeconds,
    status: state.status,
  };
}

/** Members named after the table's columns, for `jsonb_to_recordset`. */
export function sectorColumns({ state }: Sector): Record<string, unknown> {
  return {
    sector_id: state.sectorId,
    project_id: state.projectId,
    key: state.key,
    name: state.name,
    crop: state.crop,
    variety: state.variety,
    boundary: state.boundary,
    ...(state.boundary && boundingBox(state.boundary)),
    status: state.status,
  };
}
