import { aProject, type ProvisionedFarm } from '@furrow/testbed/farms';
import type { Json, System } from '@furrow/testbed/system';

/** A project whose sessions have no grace period. */
export const STRICT = aProject('strict', 's', 10, { defaults: { syncGraceHours: 0 } });

/** A session in the project `strict` whose maximum duration ends in `milliseconds`. */
export function sessionAboutToEnd(farm: ProvisionedFarm, milliseconds: number): Promise<Json> {
  const openedAt = new Date(Date.now() - 3_600_000 + milliseconds).toISOString();
  return farm.session(farm.as('ana'), { ...farm.place('strict'), openedAt, maxDurationHours: 1 });
}

/** A session is shown as closed from its end on; this is what the sweep has stored. */
export async function storedStatus(system: System, sessionId: string): Promise<string | undefined> {
  const [row] = await system.sql<{ status: string }>(
    'SELECT status FROM production.sessions WHERE session_id = $1',
    [sessionId],
  );
  return row?.status;
}
