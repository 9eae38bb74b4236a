import type { SectorClosure, TreatmentState } from '@furrow/agronomy/domain';
import { startOfLocalDate } from '@furrow/kernel';
import { numberOf } from '../http/number-of.ts';
import { PAGE_META } from '../http/page-query.ts';
import * as s from '../openapi/schema.ts';

const id = s.within(s.text, { format: 'uuid' });
const sector = s.named('TreatedSector', 'A sector as it was when it was treated.', {
  sectorId: s.about(s.idOf('sector'), 'The sector'),
  sector_name: s.about(s.text, 'Its name then', 'N1'),
  crop: s.about(s.orNull(s.text), 'What grew there', 'Cherry'),
  variety: s.about(s.orNull(s.text), 'Its variety', 'Lapins'),
});

const treatment = s.named(
  'Treatment',
  'A plant protection product that was applied to sectors of a project.',
  {
    treatmentId: s.about(s.idOf('treatment'), 'Id of the treatment'),
    clientEventId: s.about(s.text, 'The phone’s own name for it', 'phone-7/spray-4'),
    projectId: s.about(s.idOf('project'), 'The project of the sectors'),
    sectorIds: s.about(s.listOf(id), 'The treated sectors, in the order sent', [s.EXAMPLE_IDS.sector]),
    sectors: s.about(s.listOf(sector), 'The same, as they were'),
    timezone: s.about(s.text, 'The project’s, by its IANA name', 'America/Santiago'),
    day: s.about(s.dateTime, 'First instant of the local date of the start', '2026-01-31T03:00:00.000Z'),
    product: s.about(s.text, 'Its name on its label', 'Thiovit Jet'),
    authorisationNumber: s.about(
      s.orNull(s.text),
      'Authorisation or parallel trade permit number of the product',
      'ES-00123',
    ),
    activeSubstances: s.about(s.listOf(s.text), 'Names of its active substances', ['sulphur']),
    target: s.about(s.orNull(s.text), 'EPPO code of the pest or disease', 'PODOLE'),
    cropCode: s.about(s.orNull(s.text), 'EPPO code of the crop', 'PRNAV'),
    bbch: s.about(s.orNull(s.count), 'Growth stage of the crop on the BBCH scale', 75),
    area: s.about(s.orNull(s.number), 'Treated area in hectares', 2.4),
    startedAt: s.about(s.dateTime, 'When it began', '2026-01-31T10:30:00.000Z'),
    endedAt: s.about(
      s.orNull(s.dateTime),
      'When it ended; null if that was not reported',
      '2026-01-31T12:10:00.000Z',
    ),
    dose: s.about(s.number, 'Dose of the product, in `doseUnit`', 4),
    doseUnit: s.about(s.text, 'Unit of the dose', 'kg/ha'),
    preHarvestDays: s.about(s.count, 'Days before fruit may be picked', 7),
    reentryHours: s.about(s.orNull(s.number), 'Hours before people may enter', 24),
    harvestClearAt: s.about(
      s.dateTime,
      'First instant of the local date from which fruit may be picked',
      '2026-02-07T03:00:00.000Z',
    ),
    reentryClearAt: s.about(s.orNull(s.dateTime), 'From when people may enter', '2026-02-01T12:10:00.000Z'),
    operator: s.about(s.orNull(s.text), 'Who applied it', 'Luis Soto'),
    equipment: s.about(s.orNull(s.text), 'What it was applied with', 'Tractor 3, air blast 2000 l'),
    notes: s.about(s.orNull(s.text), 'Free text for people', 'No wind, 14 °C'),
    voided: s.about(s.flag, 'Whether it was voided'),
    voidedAt: s.about(s.orNull(s.dateTime), 'When it was voided; null if it was not', null),
    voidReason: s.about(s.orNull(s.text), 'Why it was voided', null),
    createdBy: s.about(s.text, 'The author’s idpId', 'auth0|gus'),
    createdAt: s.about(s.dateTime, 'When the service received it', '2026-01-31T18:02:44.120Z'),
  },
);

export const TREATMENT = s.success(treatment);
export const TREATMENTS = s.success(s.listOf(treatment), { meta: PAGE_META });

export type Treatment = s.Value<typeof treatment>;
export type TreatedSector = s.Value<typeof sector>;

/** A body as a phone sends it. */
export const EXAMPLE_TREATMENT = {
  ...{
    clientEventId: 'phone-7/spray-4',
    projectId: s.EXAMPLE_IDS.project,
    sectorIds: [s.EXAMPLE_IDS.sector],
  },
  ...{ product: 'Thiovit Jet', startedAt: '2026-01-31T07:30:00-03:00', dose: 4, doseUnit: 'kg/ha' },
  ...{ preHarvestDays: 7, reentryHours: 24 },
};

/** A treatment as every endpoint answers it. */
export function treatmentAnswer(state: TreatmentState): Treatment {
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

const closure = {
  until: s.about(s.dateTime, 'When it ends', '2026-02-07T03:00:00.000Z'),
  product: s.about(s.text, 'What was applied', 'Thiovit Jet'),
};

const sectorClosure = s.named('SectorClosure', 'A sector that treatments close right now.', {
  projectId: s.about(s.idOf('project'), 'Where it is'),
  sectorId: s.about(s.idOf('sector'), 'The sector'),
  harvest: {
    ...s.orNull(
      s.object({ ...closure, from: s.about(s.date, 'The first local date on which fruit may be picked') }),
    ),
    description: 'Null if fruit may be picked',
  },
  entry: { ...s.orNull(s.object(closure)), description: 'Null if people may enter' },
});

export const SECTOR_CLOSURES = s.listOf(sectorClosure);
export const CLOSURES = s.success(SECTOR_CLOSURES);

export const closureAnswer = ({
  projectId,
  sectorId,
  harvest,
  entry,
}: SectorClosure): s.Value<typeof sectorClosure> => ({
  ...{ projectId, sectorId },
  harvest: harvest && { ...harvest, until: harvest.until.toISOString() },
  entry: entry && { ...entry, until: entry.until.toISOString() },
});
