import type { components, Furrow } from '@furrow/client';
import type { PhoneSession, RecordRow, Row } from '../phone/row.ts';

type Schemas = components['schemas'];

const PAGE_SIZE = 100;

/** What the office has of a session. */
export interface SessionReport {
  readonly at: number;
  readonly isOpen: boolean;
  readonly workers: readonly { readonly workerId: string; readonly name: string; readonly units: number }[];
  readonly units: number;
  readonly warnings: readonly string[];
}

export async function reportOf(furrow: Furrow, sessionId: string): Promise<SessionReport | undefined> {
  const answer = await furrow.GET('/api/console/sessions/{sessionId}', { params: { path: { sessionId } } });
  if (!answer.ok) return undefined;
  const { data } = answer.body as { readonly data: Schemas['ReportedSession'] };
  return {
    at: Date.now(),
    isOpen: data.status === 'open',
    units: data.totals.validUnits,
    workers: data.workers.map(({ workerId, worker_name, validUnits }) => ({
      ...{ workerId, name: worker_name ?? '', units: validUnits },
    })),
    warnings: data.warnings.map(({ product }) => product),
  };
}

/** The user's sessions of the last days; undefined without an answer. */
export async function sessionsOf(furrow: Furrow): Promise<readonly Schemas['Session'][] | undefined> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const query = { from: day(-2), to: day(1), page: 1, pageSize: PAGE_SIZE };
  const answer = await furrow.GET('/api/control/production/sessions', { params: { query } });
  if (!answer.ok) return undefined;
  return (answer.body as { readonly data: readonly Schemas['Session'][] }).data;
}

/** The records of a session as rows; undefined without an answer. */
export async function recordsOf(furrow: Furrow, session: PhoneSession): Promise<readonly Row[] | undefined> {
  const { sessionId } = session;
  if (sessionId === undefined) return [];
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= pages; page++) {
    const params = { path: { sessionId }, query: { page, pageSize: PAGE_SIZE } };
    const answer = await furrow.GET('/api/control/production/sessions/{sessionId}/records', { params });
    if (!answer.ok) return undefined;
    const body = answer.body as {
      readonly data: readonly Schemas['ProductionRecord'][];
      readonly meta: { readonly totalPages: number };
    };
    rows.push(...body.data.flatMap((record) => (record.kind === 'addition' ? [rowOf(record, session)] : [])));
    pages = body.meta.totalPages;
  }
  return rows;
}

const rowOf = (record: Schemas['ProductionRecord'], { key }: PhoneSession): Row => ({
  ...{ id: `office:${record.recordId}`, kind: 'record', isFromOffice: true, at: record.recordedAt },
  ...{ session: key, recordId: record.recordId, clientEventId: record.clientEventId ?? record.recordId },
  ...{ workerId: record.workerId ?? '', units: record.units },
  ...(record.shares && { shares: record.shares.map(({ workerId, units }) => ({ workerId, units })) }),
  ...(record.voided && { isVoided: true as const }),
});

/** What the phone does not have of a session's records, or otherwise: the office counts containers, and voids. */
export function rowsToTake(officeRows: readonly Row[], known: readonly RecordRow[]): readonly Row[] {
  const ours = new Map(known.map((row) => [row.clientEventId, row]));
  return officeRows.flatMap((row): Row[] => {
    const own = ours.get(row.clientEventId ?? '');
    if (!own) return [row];
    const { units = 0, isVoided, shares } = row;
    const voided = isVoided ?? own.isVoided;
    const isSame = units === own.units && voided === own.isVoided;
    const counted = { units, ...(shares && { shares }) };
    return isSame ? [] : [{ ...own, ...counted, ...(voided && { isVoided: voided }) }];
  });
}

/** Sessions of the office as the phone keeps them, under the keys that it knows them by. */
export const sessionsMet = (
  sessions: readonly Schemas['Session'][],
  known: readonly PhoneSession[],
): readonly PhoneSession[] =>
  sessions.map((session): PhoneSession => {
    const ours = known.find(
      ({ key, sessionId }) => sessionId === session.sessionId || key === session.localId,
    );
    const isClosed = session.status === 'closed' || ours?.isClosed === true;
    return {
      ...{ key: ours?.key ?? session.localId ?? session.sessionId, sessionId: session.sessionId },
      ...{ projectId: session.projectId, sectorId: session.sectorId, sectorName: session.sector_name },
      ...{ openedAt: session.openedAt, unit: session.samplingUnit, ...(isClosed && { isClosed }) },
    };
  });
