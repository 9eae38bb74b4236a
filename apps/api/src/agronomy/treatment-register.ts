import type { RegisteredTreatment } from '@furrow/agronomy';
import { about, EXAMPLE_IDS, text } from '../openapi/schema.ts';
import { alsoLocal, localDay, membersOf, tableOfParts } from '../http/export/table.ts';
import { type TreatedSector, type Treatment, treatmentAnswer } from './treatment.answer.ts';

/** A sector of a treatment, with its current boundary and centre. The area is that of the whole treatment. */
interface Line extends Treatment, TreatedSector {
  readonly projectName: string;
  readonly harvestFrom: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly boundary: string | null;
}

/**
 * The register, one line for each sector of a treatment. Implementing Regulation (EU) 2023/564 requires the type of use,
 * the product and its authorisation number, date and time of the application, the dose with its unit, the treated area,
 * its location, and the crop with its EPPO code and growth stage.
 */
export const REGISTER = tableOfParts<RegisteredTreatment, Line>(
  {
    ...membersOf<Line>('treatmentId'),
    typeOfUse: () => 'surface area',
    ...membersOf<Line>('product', 'authorisationNumber'),
    activeSubstances: ({ activeSubstances }) => activeSubstances.join(', ') || null,
    date: localDay(),
    ...alsoLocal('startedAt', 'startedLocal'),
    ...alsoLocal('endedAt', 'endedLocal'),
    ...membersOf<Line>('timezone', 'dose', 'doseUnit'),
    areaHa: ({ area }) => area,
    ...membersOf<Line>('projectId'),
    project: ({ projectName }) => projectName,
    ...membersOf<Line>('sectorId'),
    sector: ({ sector_name }) => sector_name,
    ...membersOf<Line>('latitude', 'longitude', 'boundary', 'crop', 'variety', 'cropCode', 'bbch', 'target'),
    ...membersOf<Line>('preHarvestDays', 'harvestFrom', 'reentryHours', 'reentryClearAt', 'operator'),
    ...membersOf<Line>('equipment', 'notes', 'clientEventId'),
    recordedBy: ({ createdBy }) => createdBy,
    recordedAt: ({ createdAt }) => createdAt,
    ...membersOf<Line>('voided', 'voidedAt', 'voidReason'),
  },
  ({ treatment, projectName, places }) => {
    const { harvestFrom } = treatment;
    const answer = treatmentAnswer(treatment);
    return answer.sectors.map((sector) => {
      const {
        latitude = null,
        longitude = null,
        boundary = null,
      } = places.find(({ sectorId }) => sectorId === sector.sectorId) ?? {};
      return { ...answer, ...sector, projectName, harvestFrom, latitude, longitude, boundary };
    });
  },
);

export const REGISTER_CONTENT = {
  'text/csv': {
    schema: about(
      text,
      'UTF-8 with a byte order mark, one line per treated sector, including voided treatments',
    ),
    example: `${REGISTER.headings.join(',')}\r\n${EXAMPLE_IDS.treatment},surface area,Thiovit Jet,…`,
  },
  'application/x-ndjson': { schema: about(text, 'One treatment per line, each as in the list') },
};
