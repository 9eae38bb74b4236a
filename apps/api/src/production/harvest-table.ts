import type { ListForm } from '../http/export/list-answer.ts';
import { LocalTimes, membersOf, tableOfParts } from '../http/export/table.ts';

/** The members of a session that an export shows. */
interface Session {
  readonly sessionId: string;
  readonly localId: string | null;
  readonly day: string;
  readonly openedAt: string | null;
  readonly closedAt: string | null;
  readonly createdAt: string | null;
  readonly timezone: string | null;
  readonly responsible: { readonly idpId: string | null; readonly name: string | null } | null;
  readonly workers: readonly Worker[];
}

interface Worker {
  readonly workerId: string;
  readonly worker_name: string | null;
  readonly qualityBreakdown: readonly {
    readonly qualityId: string | null;
    readonly qualityName: string | null;
    readonly validUnits: number;
    readonly recordCount: number;
  }[];
}

interface Line {
  readonly session: Session & Readonly<Record<string, unknown>>;
  readonly worker?: Worker;
  readonly quality?: Worker['qualityBreakdown'][number];
}

const times = new LocalTimes();
const inLocalTime = (member: 'openedAt' | 'closedAt' | 'createdAt') => (line: Line) =>
  times.of(line.session[member], line.session.timezone);
const ofSession = (...names: string[]) =>
  Object.fromEntries(
    Object.entries(membersOf<Record<string, unknown>>(...names)).map(([name, cell]) => [
      name,
      ({ session }: Line) => cell(session),
    ]),
  );

/**
 * One line for each quality of each worker of a session, so that columns can be summed; a session without records has
 * one line without units.
 */
export const HARVEST_FORM: ListForm<Line['session']> = {
  name: 'harvest',
  table: tableOfParts<Line['session'], Line>(
    {
      ...ofSession('sessionId', 'localId', 'projectId', 'sectorId', 'sector_name', 'crop', 'variety'),
      // The date itself: spreadsheets would show its first instant in the reader's time zone.
      day: ({ session }) => times.of(session.day, session.timezone)?.slice(0, 10),
      ...ofSession('timezone', 'openedAt'),
      openedLocal: inLocalTime('openedAt'),
      ...ofSession('closedAt'),
      closedLocal: inLocalTime('closedAt'),
      ...ofSession('createdAt'),
      createdLocal: inLocalTime('createdAt'),
      ...ofSession('status', 'closedBy', 'closedReason'),
      responsible: ({ session }) => session.responsible?.idpId,
      responsible_name: ({ session }) => session.responsible?.name,
      workerId: ({ worker }) => worker?.workerId,
      worker_name: ({ worker }) => worker?.worker_name,
      qualityId: ({ quality }) => quality?.qualityId,
      qualityName: ({ quality }) => quality?.qualityName,
      validUnits: ({ quality }) => quality?.validUnits,
      recordCount: ({ quality }) => quality?.recordCount,
      ...ofSession('unit', 'maxDurationHours', 'harvestUnitId', 'harvestLotCode'),
      ...ofSession('license_plate', 'driver_name', 'notes', 'finalNotes'),
    },
    (session) => {
      const lines = session.workers.flatMap((worker) =>
        worker.qualityBreakdown.map((quality): Line => ({ session, worker, quality })),
      );
      return lines.length > 0 ? lines : [{ session }];
    },
  ),
};
