import type { ShownSession } from '@furrow/production';
import { amountOf, type Bonus, bonusOf } from '@furrow/production/domain';
import { numberOf } from '../http/number-of.ts';
import type { BonusBody } from './session.dto.ts';

/** A session as create and get answer it. */
export function sessionAnswer({ session, sums, decimals, warnings }: ShownSession, now: Date) {
  const state = session.state;
  const closure = session.closureAt(now);
  return {
    sessionId: state.sessionId,
    companyId: state.companyId,
    projectId: state.projectId,
    idpId: state.owner.idpId,
    sectorId: state.sectorId,
    sector_name: state.sectorName,
    timezone: state.timezone,
    day: state.day.toISOString(),
    status: closure === null ? 'open' : 'closed',
    openedAt: state.openedAt.toISOString(),
    endsAt: session.end.at.toISOString(),
    closedAt: closure?.at.toISOString() ?? null,
    closedBy: closure?.by ?? null,
    closedReason: closure?.reason ?? null,
    createdAt: state.createdAt.toISOString(),
    maxDurationHours: state.maxDurationHours,
    samplingUnit: state.samplingUnit,
    pricePerUnit: numberOf(state.pricePerUnit),
    bonus: state.bonus,
    totals: {
      validUnits: Number(sums.validUnits),
      netUnits: Number(sums.netUnits),
      recordCount: sums.recordCount,
      voidedCount: sums.voidedCount,
      workerCount: sums.workerCount,
      amount: numberOf(amountOf(sums.validUnits, state.pricePerUnit, state.bonus, decimals)),
    },
    notes: state.notes,
    finalNotes: state.finalNotes,
    localId: state.localId,
    harvestUnitId: state.harvestUnitId,
    harvestLotCode: state.harvestLotCode,
    license_plate: state.licensePlate,
    driver_name: state.driverName,
    override:
      state.overrideReason === null
        ? null
        : { reason: state.overrideReason, by: state.owner.idpId, at: state.createdAt.toISOString() },
    warnings: warnings.map((warning) => ({ ...warning, clearAt: warning.clearAt.toISOString() })),
  };
}

/** As a body states it. */
export function bonusFrom(body: BonusBody | null | undefined): Bonus | null {
  return body === null || body === undefined ? null : bonusOf(body);
}
