import type { HarvestQuery, HarvestScope } from '../ports.ts';
import type { ShownSession } from '../sessions/shown-session.ts';

interface QualityReport {
  readonly qualityId: string | null;
  readonly qualityName: string | null;
}

/** What the harvest report tells of a session, as in its JSON. */
export interface SessionReport {
  readonly sessionId: string;
  readonly workers: readonly {
    readonly workerId: string;
    readonly worker_name: string | null;
    readonly validUnits: number;
    readonly netUnits: number;
    readonly recordCount: number;
    readonly voidedCount: number;
    readonly qualityBreakdown: readonly (QualityReport & {
      readonly validUnits: number;
      readonly recordCount: number;
    })[];
  }[];
  readonly qualityBreakdown: readonly (QualityReport & {
    readonly units: number;
    readonly percent: number;
  })[];
  readonly needsRecalc: boolean;
}

export interface ReportedSession extends ShownSession {
  /** Undefined until the report has the session. */
  readonly report: SessionReport | undefined;
}

/** Adds to each session what the harvest report tells of it. */
export async function reported(
  harvest: HarvestQuery,
  scope: Pick<HarvestScope, 'companyId' | 'ownerUserId' | 'now'>,
  sessions: readonly ShownSession[],
): Promise<ReportedSession[]> {
  const days = sessions.map(({ session }) => session.state.localDate).sort();
  const [start, end] = [days[0], days.at(-1)];
  const reports = new Map<string, SessionReport>();
  if (start !== undefined && end !== undefined)
    await harvest.read({ ...scope, start, end, projectId: null, sectorId: null }, async (batch) => {
      for (const text of batch) {
        const report = JSON.parse(text) as SessionReport;
        reports.set(report.sessionId, report);
      }
    });
  return sessions.map((each) => ({ ...each, report: reports.get(each.session.id) }));
}
