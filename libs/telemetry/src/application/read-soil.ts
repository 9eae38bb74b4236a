import { type LocalInterval, LocalRange, type WrittenRange } from '../domain/index.ts';
import type { OnPoints, SeriesQuery } from './ports.ts';

export interface ReadSoilInput extends WrittenRange {
  readonly projectId: string;
  readonly sectorId?: string | undefined;
  /** cm. */
  readonly depth?: number | undefined;
  /** Defaults to raw. */
  readonly interval?: LocalInterval | undefined;
}

/** What the soil probes of a project measure: means by sector and depth, per instant or interval of the local clock. */
export class ReadSoil {
  constructor(private readonly series: SeriesQuery) {}

  /**
   * @param onPoints receives `{ local_time, depth, sectorId, sector_name, moisture, temperature, ec, tension,
   * sampleCount }` as JSON texts, ordered by time, depth and sector
   * @throws ValidationFailed for the range; ProjectForbidden | SectorForbidden | SectorNotInProject before the first
   * batch
   */
  async execute(companyId: string, query: ReadSoilInput, onPoints: OnPoints): Promise<void> {
    const { projectId, sectorId = null, depth = null, interval = 'raw' } = query;
    await this.series.soil(
      { companyId, projectId, sectorId, range: LocalRange.of(query), interval, depth },
      onPoints,
    );
  }
}
