import { LocalRange, type WrittenRange } from '../domain/index.ts';
import type { OnPoints, SeriesQuery } from './ports.ts';

export interface ReadIrrigationInput extends WrittenRange {
  readonly projectId: string;
  readonly sectorId?: string | undefined;
}

/** A project's irrigation events that overlap a range; one without an end is still running. */
export class ReadIrrigation {
  constructor(private readonly series: SeriesQuery) {}

  /**
   * @param onPoints receives `{ eventId, deviceId, sectorId, sector_name, started_local, ended_local, durationMinutes,
   * volume }` as JSON texts, ordered by their start
   * @throws ValidationFailed for the range; ProjectForbidden | SectorForbidden | SectorNotInProject before the first
   * batch
   */
  async execute(companyId: string, query: ReadIrrigationInput, onPoints: OnPoints): Promise<void> {
    const { projectId, sectorId = null } = query;
    await this.series.irrigation({ companyId, projectId, sectorId, range: LocalRange.of(query) }, onPoints);
  }
}
