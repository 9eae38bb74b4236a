import type { Clock, DateRange } from '@furrow/kernel';
import type { HarvestQuery, HarvestScope } from '../ports.ts';

export type ReportHarvestInput = Pick<HarvestScope, 'projectId' | 'sectorId' | 'ownerUserId'>;

/** The harvest of a range of local days, session by session. */
export class ReportHarvest {
  constructor(
    private readonly harvest: HarvestQuery,
    private readonly clock: Clock,
  ) {}

  /**
   * @param onBatch receives sessions as JSON texts; the next batch is read when it has returned
   * @returns how many sessions there were
   * @throws ProjectForbidden | SectorForbidden | SectorNotInProject before the first batch
   */
  async execute(
    companyId: string,
    range: DateRange,
    filters: ReportHarvestInput,
    onBatch: (sessions: readonly string[]) => Promise<void>,
  ): Promise<number> {
    let count = 0;
    const query = { companyId, start: range.start, end: range.end, ...filters, now: this.clock.now() };
    await this.harvest.read(query, (sessions) => {
      count += sessions.length;
      return onBatch(sessions);
    });
    return count;
  }
}
