import { randomUUID } from 'node:crypto';
import type { Json } from '../client.ts';
import type { Farm } from '../stage/farm.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Shifts of an hour, one a day for each worker, from yesterday backwards. */
export function shiftsOf({ ids }: Farm, workers: readonly string[], days: number): Json[] {
  const yesterday = Date.now() - DAY_MS;
  return Array.from({ length: days }, (_, day) => yesterday - day * DAY_MS).flatMap((startedAt) =>
    workers.map((workerId) => ({
      ...{ workerId, projectId: ids.projects['north'], kind: 'hourly', clientEventId: randomUUID() },
      startedAt: new Date(startedAt).toISOString(),
      endedAt: new Date(startedAt + HOUR_MS).toISOString(),
    })),
  );
}
