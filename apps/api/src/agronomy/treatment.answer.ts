import type { SectorClosure, TreatmentState } from '@furrow/agronomy/domain';
import { startOfLocalDate } from '@furrow/kernel';
import { numberOf } from '../http/number-of.ts';
import { PAGE_META } from '../http/page-query.ts';
import {
  about,
  count,
  date,
  dateTime,
  EXAMPLE_IDS,
  flag,
  idOf,
  listOf,
  named,
  number,
  object,
  orNull,
  success,
  text,
  type Value,
  within,
} from '../openapi/schema.ts';

const id = within(text, { format: 'uuid' });
const sector = named('TreatedSector', 'A sector as it was when it was treated.', {
  sectorId: about(idOf('sector'), 'The sector'),
  sector_name: about(text, 'Its name then', 'N1'),
  crop: about(orNull(text), 'What grew there', 'Cherry'),
  variety: about(orNull(text), 'Its variety', 'Lapins'),
});

const treatment = named('Treatment', 'A plant protection product that was applied to sectors of a project.', {
  treatmentId: about(idOf('treatment'), 'Id of the treatment'),
  clientEventId: about(text, 'The phone’s own name for it', 'phone-7/spray-4'),
  projectId: about(idOf('project'), 'The project of the sectors'),
  sectorIds: about(listOf(id), 'The treated sectors, in the order sent', [EXAMPLE_IDS.sector]),
  sectors: about(listOf(sector), 'The same, as they were'),
  timezone: about(text, 'The project’s, by its IANA name', 'America/Santiago'),
  day: about(dateTime, 'First instant of the local date of the start', '2026-01-31T03:00:00.000Z'),
  product: about(text, 'Its name on its label', 'Thiovit Jet'),
  authorisationNumber: about(
    orNull(text),
    'Authorisation or parallel trade permit number of the product',
    'ES-00123',
  ),
  activeSubstances: about(listOf(text), 'Names of its active substances', ['sulphur']),
  target: about(orNull(text), 'EPPO code of the pest or disease', 'PODOLE'),
  cropCode: about(orNull(text), 'EPPO code of the crop', 'PRNAV'),
  bbch: about(orNull(count), 'Growth stage of the crop on the BBCH scale', 75),
  area: about(orNull(number), 'Treated area in hectares', 2.4),
  startedAt: about(dateTime, 'When it began', '2026-01-31T10:30:00.000Z'),
  endedAt: about(
    orNull(dateTime),
    'When it ended; null if that was not reported',
    '2026-01-31T12:10:00.000Z',
  ),
  dose: about(number, 'Dose of the product, in `doseUnit`', 4),
  doseUnit: about(text, 'Unit of the dose', 'kg/ha'),
  preHarvestDays: about(count, 'Days before fruit may be picked', 7),
  reentryHours: about(orNull(number), 'Hours before people may enter', 24),
  harvestClearAt: about(
    dateTime,
    'First instant of the local date from which fruit may be picked',
    '2026-02-07T03:00:00.000Z',
  ),
  reentryClearAt: about(orNull(dateTime), 'From when people may enter', '2026-02-01T12:10:00.000Z'),
  operator: about(orNull(text), 'Who applied it', 'Luis Soto'),
  equipment: about(orNull(text), 'What it was applied with', 'Tractor 3, air blast 2000 l'),
  notes: about(orNull(text), 'Free text for people', 'No wind, 14 °C'),
  voided: about(flag, 'Whether it was voided'),
  voidedAt: about(orNull(dateTime), 'When it was voided; null if it was not', null),
  voidReason: about(orNull(text), 'Why it was voided', null),
  createdBy: about(text, 'The author’s idpId', 'auth0|gus'),
  createdAt: about(dateTime, 'When the service received it', '2026-01-31T18:02:44.120Z'),
});

export const TREATMENT = success(treatment);
export const TREATMENTS = success(listOf(treatment), { meta: PAGE_META });

export type Treatment = Value<typeof treatment>;
export type TreatedSector = Value<typeof sector>;

/** A body as a phone sends it. */
export const EXAMPLE_TREATMENT = {
  ...{ clientEventId: 'phone-7/spray-4', projectId: EXAMPLE_IDS.project, sectorIds: [EXAMPLE_IDS.sector] },
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
  until: about(dateTime, 'When it ends', '2026-02-07T03:00:00.000Z'),
  product: about(text, 'What was applied', 'Thiovit Jet'),
};

const sectorClosure = named('SectorClosure', 'A sector that treatments close right now.', {
  projectId: about(idOf('project'), 'Where it is'),
  sectorId: about(idOf('sector'), 'The sector'),
  harvest: {
    ...orNull(object({ ...closure, from: about(date, 'The first local date on which fruit may be picked') })),
    description: 'Null if fruit may be picked',
  },
  entry: { ...orNull(object(closure)), description: 'Null if people may enter' },
});

export const SECTOR_CLOSURES = listOf(sectorClosure);
export const CLOSURES = success(SECTOR_CLOSURES);

export const closureAnswer = ({
  projectId,
  sectorId,
  harvest,
  entry,
}: SectorClosure): Value<typeof sectorClosure> => ({
  ...{ projectId, sectorId },
  harvest: harvest && { ...harvest, until: harvest.until.toISOString() },
  entry: entry && { ...entry, until: entry.until.toISOString() },
});
