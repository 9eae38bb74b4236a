import type { SharedClock } from '@furrow/kernel';
import type { Database } from '@furrow/database';
import { TypeormSessionMaintenance } from './adapters/typeorm/typeorm-session-maintenance.ts';
import type { SessionMaintenance } from './application/ports.ts';
import { CloseLapsedSessions } from './application/sessions/close-lapsed-sessions.ts';

/**
 * The use cases of the background job that runs in every process.
 * @param report writes into the log which sessions fail
 */
export function wireProductionProcess(
  database: Database,
  clock: SharedClock,
  report: (message: string) => void,
) {
  const sessionMaintenance: SessionMaintenance = new TypeormSessionMaintenance(database, { report });
  return {
    sessionMaintenance,
    closeLapsedSessions: new CloseLapsedSessions(sessionMaintenance, clock),
  };
}
