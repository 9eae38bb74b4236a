import type { Farm } from '../stage/farm.ts';

/** The most that one request may have. */
const PER_REQUEST = 500;

/** Registers workers with as few requests as possible. @returns their ids */
export async function hired(farm: Farm, count: number): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const workers = Array.from({ length: Math.min(PER_REQUEST, count - ids.length) }, () =>
      farm.workerBody(),
    );
    const { results } = await farm.ask('POST', '/api/control/workers/bulk', { workers });
    ids.push(...(results as readonly { workerId: string }[]).map(({ workerId }) => workerId));
  }
  return ids;
}
