import type { TreatmentState } from '@furrow/agronomy/domain';
import { startOfLocalDate } from '@furrow/kernel';
import { numberOf } from '../http/number-of.ts';

/** A treatment as every endpoint answers it. */
export function treatmentAnswer(state: TreatmentState) {
  const { sectors, voided } = state;
  return {
    treatmentId: state.treatmentId,
    clientEventId: state.clientEventId,
    projectId: state.projectId,
    sectorIds: sectors.map(({ sectorId }) => sectorId),
    sectors: sectors.map(({ sectorId, name, crop, variety }) => ({
      ...{ sectorId, sector_name: name, crop, variety },
    })),
    timezone: state.timezone,
    day: startOfLocalDate(state.localDate, state.timezone).toISOString(),
    product: state.product,
    authorisationNumber: state.authorisationNumber,
    activeSubstances: state.activeSubstances,
    target: state.target,
    cropCode: state.cropCode,
    bbch: state.bbch,
    area: numberOf(state.area),
    startedAt: state.startedAt.toISOString(),
    endedAt: state.endedAt?.toISOString() ?? null,
    dose: Number(state.dose),
    doseUnit: state.doseUnit,
    preHarvestDays: state.preHarvestDays,
    reentryHours: numberOf(state.reentryHours),
    harvestClearAt: state.harvestClearAt.toISOString(),
    reentryClearAt: state.reentryClearAt?.toISOString() ?? null,
    operator: state.operator,
    equipment: state.equipment,
    notes: state.notes,
    voided: voided !== null,
    voidedAt: voided?.at.toISOString() ?? null,
    voidReason: voided?.reason ?? null,
    createdBy: state.author.idpId,
    createdAt: state.createdAt.toISOString(),
  };
}
