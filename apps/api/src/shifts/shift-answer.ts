import type { ShiftView } from '@furrow/workforce';
import { numberOf } from '../http/number-of.ts';

/** A shift as every endpoint answers it. */
export function shiftAnswer({ hours, restHours, breaks, ...view }: ShiftView) {
  return {
    ...view,
    day: view.day.toISOString(),
    startedAt: view.startedAt.toISOString(),
    endedAt: view.endedAt?.toISOString() ?? null,
    breaks: breaks.map(({ kind, startedAt, endedAt }) => ({
      kind,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt.toISOString(),
    })),
    hours: numberOf(hours),
    restHours: numberOf(restHours),
    createdAt: view.createdAt.toISOString(),
  };
}
