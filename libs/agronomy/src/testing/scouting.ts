import { Decimal, newId } from '@furrow/kernel';
import type { ObservationSource, PhytosanitaryObservation } from '../adapters/typeorm/observation-log.ts';
import { type ObservedPlace, type PestTally, attributedFindings } from '../domain/index.ts';

/** A record with its observations, as forms passes them to agronomy. */
export interface ScoutedRecord {
  readonly source: ObservationSource;
  readonly observations: readonly PhytosanitaryObservation[];
}

/** A response to a field named like the pest. */
export function aResponse(
  name: string,
  value: number | null,
  severity: number | null = null,
  over: Partial<PhytosanitaryObservation> = {},
): PhytosanitaryObservation {
  const variable = name.toLowerCase().replaceAll(/\W/g, '_');
  return { variable, type: 'pests', name, value, severity, eppoCode: null, threshold: null, ...over };
}

/** Recorded at noon UTC and without a place by default. */
export function aScoutedRecord(
  observations: readonly PhytosanitaryObservation[],
  over: Partial<ObservationSource> = {},
): ScoutedRecord {
  const recordedAt = over.recordedAt ?? new Date('2026-03-10T12:00:00Z');
  return {
    source: {
      recordId: newId(),
      createdAt: recordedAt,
      author: { userId: newId(), idpId: 'idp|ana', name: 'Ana Rojas' },
      projectId: null,
      sectorId: null,
      gps: null,
      ...over,
      recordedAt,
    },
    observations,
  };
}

const NOWHERE: ObservedPlace = { projectId: null, projectName: null, sectorId: null, sectorName: null };

/** One tally per response, as the statement sees them before it groups them. */
export function talliesOf(
  records: readonly ScoutedRecord[],
  placeOf: (source: ObservationSource) => ObservedPlace = () => NOWHERE,
): PestTally[] {
  return records.flatMap(({ source, observations }) => {
    const findings = attributedFindings(observations);
    return observations.map(({ name, value, severity, eppoCode, threshold }, index): PestTally => {
      const { pest, record } = findings[index]!;
      const sum = (number: number | null) => ({
        total: new Decimal(number ?? 0),
        count: number === null ? 0 : 1,
      });
      return {
        ...placeOf(source),
        ...{ name, eppoCode, lastSeenAt: source.recordedAt },
        threshold: threshold === null ? null : new Decimal(threshold),
        counts: { assessed: Number((pest ?? 0) >= 1), affected: Number(pest === 2) },
        values: sum(value),
        severities: sum(value === null ? null : severity),
        records: {
          reported: Number(record !== null),
          assessed: Number((record ?? 0) >= 1),
          affected: Number(record === 2),
        },
      };
    });
  });
}
