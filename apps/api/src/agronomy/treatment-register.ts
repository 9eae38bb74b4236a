import type { RegisteredTreatment } from '@furrow/agronomy';
import type { Cell } from '../http/export/csv.ts';
import { LocalTimes } from '../http/export/table.ts';
import { numberOf } from '../http/number-of.ts';

const times = new LocalTimes();

/**
 * The columns of the register. Implementing Regulation (EU) 2023/564 requires the type of use, the product and its
 * authorisation number, date and time of the application, the dose with its unit, the treated area, its location, and
 * the crop with its EPPO code and growth stage.
 */
export const REGISTER_HEADINGS = [
  ...['treatmentId', 'typeOfUse', 'product', 'authorisationNumber', 'activeSubstances', 'date'],
  ...['startedAt', 'startedLocal', 'endedAt', 'endedLocal', 'timezone', 'dose', 'doseUnit', 'areaHa'],
  ...['projectId', 'project', 'sectorId', 'sector', 'latitude', 'longitude', 'boundary'],
  ...['crop', 'variety', 'cropCode', 'bbch', 'target', 'preHarvestDays', 'harvestFrom', 'reentryHours'],
  ...['reentryClearAt', 'operator', 'equipment', 'notes', 'clientEventId', 'recordedBy', 'recordedAt'],
  ...['voided', 'voidedAt', 'voidReason'],
] as const;

/** One line for each sector of a treatment, in the order of the headings. The area is that of the whole treatment. */
export function registerLines({ treatment, projectName, places }: RegisteredTreatment): Cell[][] {
  const { timezone, startedAt, endedAt, reentryClearAt, voided } = treatment;
  return treatment.sectors.map(({ sectorId, name, crop, variety }) => {
    const place = places.find((each) => each.sectorId === sectorId);
    return [
      ...[treatment.treatmentId, 'surface area', treatment.product, treatment.authorisationNumber],
      ...[treatment.activeSubstances.join(', ') || null, treatment.localDate],
      ...[utc(startedAt), local(startedAt, timezone), utc(endedAt), local(endedAt, timezone), timezone],
      ...[Number(treatment.dose), treatment.doseUnit, numberOf(treatment.area)],
      ...[treatment.projectId, projectName, sectorId, name],
      ...[place?.latitude ?? null, place?.longitude ?? null, place?.boundary ?? null],
      ...[crop, variety, treatment.cropCode, treatment.bbch, treatment.target],
      ...[treatment.preHarvestDays, treatment.harvestFrom],
      ...[numberOf(treatment.reentryHours), utc(reentryClearAt)],
      ...[treatment.operator, treatment.equipment, treatment.notes, treatment.clientEventId],
      ...[treatment.author.idpId, utc(treatment.createdAt)],
      ...[voided !== null, utc(voided?.at ?? null), voided?.reason ?? null],
    ];
  });
}

const utc = (instant: Date | null) => instant?.toISOString() ?? null;
const local = (instant: Date | null, zone: string) => times.of(utc(instant), zone);
