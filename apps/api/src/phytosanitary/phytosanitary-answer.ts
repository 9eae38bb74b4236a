import type { PestFigures, ProjectFigures, SectorFigures } from '@furrow/agronomy';

/** Members that do not apply are absent. */
function pestAnswer({ name, incidence, severity, eppoCode, aboveThreshold }: PestFigures) {
  return {
    pest_disease_name: name,
    incidence,
    severity,
    ...(eppoCode !== null && { eppoCode }),
    ...(aboveThreshold !== null && { aboveThreshold }),
  };
}

export function sectorAnswer({ name, incidence, severity, pests }: SectorFigures) {
  return { sector_name: name, incidence, severity, pests_diseases: pests.map(pestAnswer) };
}

export function projectAnswer({ projectId, name, sectors }: ProjectFigures) {
  return { projectId, projectName: name, sectors: sectors.map(sectorAnswer) };
}
