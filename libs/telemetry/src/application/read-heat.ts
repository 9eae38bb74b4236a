import { heatIndex, LocalRange, type WrittenRange } from '../domain/index.ts';
import type { OnPoints, SeriesQuery } from './ports.ts';

/** More decimals than any sensor has. */
const DECIMALS = 1e6;

export interface ReadHeatInput extends WrittenRange {
  readonly projectId: string;
  readonly sectorId?: string | undefined;
}

/** An hour as the series of weather has it. */
interface Hour {
  readonly local_time: string;
  readonly te: number | null;
  readonly hr: number | null;
}

/** The heat index of a project by the hours of the local clock, of the hour's mean temperature and humidity. */
export class ReadHeat {
  constructor(private readonly series: SeriesQuery) {}

  /**
   * @param onPoints receives `{ local_time, heatIndex, te, hr }` as JSON texts, in order of time; `heatIndex` in °C is
   * null where te or hr is
   * @throws ValidationFailed for the range; ProjectForbidden | SectorForbidden | SectorNotInProject before the first
   * batch
   */
  async execute(companyId: string, query: ReadHeatInput, onPoints: OnPoints): Promise<void> {
    const { projectId, sectorId = null } = query;
    await this.series.weather(
      { companyId, projectId, sectorId, range: LocalRange.of(query), interval: '1h', include: [] },
      (points) => onPoints(points.map(withHeatIndex)),
    );
  }
}

function withHeatIndex(point: string): string {
  const { local_time, te, hr } = JSON.parse(point) as Hour;
  const isKnown = te !== null && hr !== null;
  return JSON.stringify({ local_time, heatIndex: isKnown ? rounded(heatIndex(te, hr)) : null, te, hr });
}

/** Adding 0 turns minus zero into zero. */
const rounded = (value: number) => Math.round(value * DECIMALS) / DECIMALS + 0;
