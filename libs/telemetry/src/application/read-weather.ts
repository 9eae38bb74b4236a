import {
  EXTRA_WEATHER,
  type ExtraWeather,
  type LocalInterval,
  LocalRange,
  type WrittenRange,
} from '../domain/index.ts';
import type { OnPoints, SeriesQuery } from './ports.ts';

export interface ReadWeatherInput extends WrittenRange {
  readonly projectId: string;
  readonly sectorId?: string | undefined;
  /** Defaults to raw. */
  readonly interval?: LocalInterval | undefined;
  /** Additional members of points; none by default. */
  readonly include?: readonly ExtraWeather[] | undefined;
}

/**
 * The weather of a project: means over its stations, per instant or per interval of the local clock; rain and wetness
 * are summed.
 */
export class ReadWeather {
  constructor(private readonly series: SeriesQuery) {}

  /**
   * @param onPoints receives `{ local_time, te, hr, wind, vpd, …include }` as JSON texts, in order of time
   * @throws ValidationFailed for the range; ProjectForbidden | SectorForbidden | SectorNotInProject before the first
   * batch
   */
  async execute(companyId: string, query: ReadWeatherInput, onPoints: OnPoints): Promise<void> {
    const { projectId, sectorId = null, interval = 'raw' } = query;
    const include = EXTRA_WEATHER.filter((member) => query.include?.includes(member));
    await this.series.weather(
      { companyId, projectId, sectorId, range: LocalRange.of(query), interval, include },
      onPoints,
    );
  }
}
