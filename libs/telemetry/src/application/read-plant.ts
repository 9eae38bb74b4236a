import { type LocalInterval, LocalRange, type WrittenRange } from '../domain/index.ts';
import type { OnPoints, SeriesQuery } from './ports.ts';

export interface ReadPlantInput extends WrittenRange {
  readonly projectId: string;
  readonly sectorId?: string | undefined;
  readonly kpi?: string | undefined;
  /** Defaults to 1d. */
  readonly interval?: LocalInterval | undefined;
}

/** The KPIs of a project's plants by sector: those of devices, and incidence and severity from scouts' records. */
export class ReadPlant {
  constructor(private readonly series: SeriesQuery) {}

  /**
   * @param onPoints receives `{ local_time, kpi, sectorId, sector_name, value, sampleCount }` as JSON texts, ordered by
   * time, KPI and sector
   * @throws ValidationFailed for the range; ProjectForbidden | SectorForbidden | SectorNotInProject before the first
   * batch
   */
  async execute(companyId: string, query: ReadPlantInput, onPoints: OnPoints): Promise<void> {
    const { projectId, sectorId = null, kpi, interval = '1d' } = query;
    const scope = { companyId, projectId, sectorId, range: LocalRange.of(query), interval };
    await this.series.plant({ ...scope, kpi: kpi?.normalize('NFC') ?? null }, onPoints);
  }
}
