import type { MovementLine } from '@furrow/production';
import type { Separator } from '../http/export/csv.ts';
import type { ListForm } from '../http/export/list-answer.ts';
import { LocalTimes, membersOf, table } from '../http/export/table.ts';

/** The members of a movement that an export shows. */
type Movement = Readonly<Record<string, string | number | boolean | null>> & {
  readonly day: string;
  readonly timezone: string;
  readonly recordedAt: string;
};

const days = new LocalTimes();
const times = new LocalTimes();

/** Adds the local time, which the API calculates, to a line that PostgreSQL has written. */
export const movementLine = ({ before, recordedAt, timezone, after }: MovementLine, separator: Separator) =>
  `${[before, recordedAt, times.of(recordedAt, timezone), after].join(separator)}\r\n`;

export const MOVEMENTS_FORM: ListForm<Movement> = {
  name: 'records',
  table: table({
    ...membersOf<Movement>('recordId', 'sessionId', 'sessionLocalId', 'projectId', 'sectorId', 'sector_name'),
    day: ({ day, timezone }) => days.of(day, timezone)?.slice(0, 10),
    ...membersOf<Movement>('timezone', 'recordedAt'),
    recordedLocal: ({ recordedAt, timezone }) => times.of(recordedAt, timezone),
    ...membersOf<Movement>('workerId', 'worker_name', 'kind', 'units', 'unit', 'qualityId', 'qualityName'),
    ...membersOf<Movement>('voided', 'voidedAt', 'voidsRecordId', 'clientEventId', 'idempotencyKey'),
    ...membersOf<Movement>('createdAt', 'notes'),
  }),
};
