import { type LocalInterval, LocalRange, type WrittenRange } from '../domain/index.ts';
import type { OnPoints, SeriesQuery } from './ports.ts';

export interface ReadWeatherInput extends WrittenRange {
  readonly projectId: string;
  /** At first raw. */
  readonly interval?: LocalInterval | undefined;
}

/** The weather of a project: means over its stations, per instant or per interval of the local clock. */
export class ReadWeather {
  constructor(private readonly series: SeriesQuery) {}

  /**
   * @param onPoints takes `{ local_time, te, hr, wind, vpd }` as JSON texts, in order of time
   * @throws ValidationFailed for the range; ProjectForbidden before the first batch
   */
  async execute(companyId: string, query: ReadWeatherInput, onPoints: OnPoints): Promise<void> {
    const { projectId, interval = 'raw' } = query;
    await this.series.weather({ companyId, projectId, range: LocalRange.of(query), interval }, onPoints);
  }
}
