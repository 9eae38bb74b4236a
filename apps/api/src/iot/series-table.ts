import { EXTRA_WEATHER, type ExtraWeather } from '@furrow/telemetry/domain';
import type { ListForm } from '../http/export/list-answer.ts';
import { membersOf, table, utcOf } from '../http/export/table.ts';

/** A point of a series, or an event: its times are local, with offsets. */
type Point = Readonly<Record<string, string | number | null>>;

const inUtc = (member: string) => (point: Point) => utcOf(point[member] as string | null);

/** @param extra the columns after the five members, in any order, possibly repeated */
export const weatherForm = (extra: readonly ExtraWeather[] = []): ListForm<Point> => ({
  name: 'weather',
  table: table({
    time: inUtc('local_time'),
    ...membersOf<Point>('local_time', 'te', 'hr', 'wind', 'vpd'),
    ...membersOf<Point>(...EXTRA_WEATHER.filter((member) => extra.includes(member))),
  }),
});

export const PLANT_FORM: ListForm<Point> = {
  name: 'plant',
  table: table({
    time: inUtc('local_time'),
    ...membersOf<Point>('local_time', 'kpi', 'sectorId', 'sector_name', 'value', 'sampleCount'),
  }),
};

export const IRRIGATION_FORM: ListForm<Point> = {
  name: 'irrigation',
  table: table({
    ...membersOf<Point>('eventId', 'deviceId', 'sectorId', 'sector_name'),
    startedAt: inUtc('started_local'),
    ...membersOf<Point>('started_local'),
    endedAt: inUtc('ended_local'),
    ...membersOf<Point>('ended_local', 'durationMinutes', 'volume'),
  }),
};
