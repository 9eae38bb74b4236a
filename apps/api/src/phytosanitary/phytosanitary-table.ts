import { pointFeature } from '../http/export/geo-json.ts';
import type { ListForm } from '../http/export/list-answer.ts';
import { LocalTimes, membersOf, tableOfParts } from '../http/export/table.ts';

/** The members of a record that an export shows. */
interface ObservedRecord {
  readonly record_id: string;
  readonly created_at: string;
  readonly record_time: string | null;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly responses: readonly Readonly<Record<string, unknown>>[];
}

/**
 * One line for each response of a record, or the record as a Feature.
 * @param timezone of local times
 */
export function observedRecordsForm(timezone: string): ListForm<ObservedRecord> {
  const times = new LocalTimes();
  const place = ['projectId', 'project_name', 'sectorId', 'sector_name', 'crop', 'variety'];
  type Line = Readonly<Record<string, unknown>>;
  return {
    name: 'phytosanitary-records',
    member: 'records',
    table: tableOfParts<ObservedRecord, Line>(
      {
        ...membersOf<Line>('record_id', 'record_time'),
        record_local: ({ record_time }) => times.of(record_time as string | null, timezone),
        ...membersOf<Line>('created_at'),
        created_local: ({ created_at }) => times.of(created_at as string, timezone),
        timezone: () => timezone,
        ...membersOf<Line>('user_id', 'user_name', ...place, 'latitude', 'longitude'),
        ...membersOf<Line>(
          'response_id',
          'variable_name',
          'variable_type',
          'name',
          'value_number',
          'severity',
        ),
      },
      ({ responses, ...record }) => responses.map((response) => ({ ...record, ...response })),
    ),
    featureOf: ({ latitude, longitude, ...record }) =>
      pointFeature(
        record.record_id,
        latitude === null || longitude === null ? null : { latitude, longitude },
        record,
      ),
  };
}
