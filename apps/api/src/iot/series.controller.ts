import type { KeyPrincipal, TokenPrincipal } from '@furrow/access';
import { ReadIrrigation, ReadPlant, ReadWeather } from '@furrow/telemetry';
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentKey, KeyAccess } from '../auth/index.ts';
import { JsonArrayAnswer } from '../http/json-array-answer.ts';
import { Streams } from '../http/streams.ts';
import { ValidQuery } from '../http/validated.ts';
import { Answers, Does, Refuses } from '../openapi/decorators.ts';
import { PlantQueryDto, SeriesQueryDto, WeatherQueryDto } from './series.dto.ts';
import { IRRIGATION, PLANT, WEATHER } from './series.schema.ts';

type Key = TokenPrincipal | KeyPrincipal;
type OnPoints = Parameters<ReadWeather['execute']>[2];

/** What devices measured, over a range of local time, streamed as it is read. */
@Controller('api/iot')
@KeyAccess()
export class SeriesController {
  constructor(
    private readonly readWeather: ReadWeather,
    private readonly readPlant: ReadPlant,
    private readonly readIrrigation: ReadIrrigation,
    private readonly streams: Streams,
  ) {}

  @Get('weather')
  @Does('Weather of a project', 'Means over its stations, per instant or interval, in order of time.')
  @Answers(200, 'The points of the range', WEATHER)
  @Refuses('project_forbidden')
  weather(
    @CurrentKey() { companyId }: Key,
    @ValidQuery(WeatherQueryDto) query: WeatherQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    return this.#stream(companyId, response, (onPoints) =>
      this.readWeather.execute(companyId, query, onPoints),
    );
  }

  @Get('plant')
  @Does('KPIs of a project’s plants', 'Means by sector, ordered by time, KPI and sector.')
  @Answers(200, 'The points of the range', PLANT)
  @Refuses('project_forbidden', 'sector_forbidden', 'sector_not_in_project')
  plant(
    @CurrentKey() { companyId }: Key,
    @ValidQuery(PlantQueryDto) query: PlantQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    return this.#stream(companyId, response, (onPoints) =>
      this.readPlant.execute(companyId, query, onPoints),
    );
  }

  @Get('irrigation')
  @Does('Irrigation events of a project', 'Those that overlap the range, by their start.')
  @Answers(200, 'The events', IRRIGATION)
  @Refuses('project_forbidden')
  irrigation(
    @CurrentKey() { companyId }: Key,
    @ValidQuery(SeriesQueryDto) query: SeriesQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    return this.#stream(companyId, response, (onPoints) =>
      this.readIrrigation.execute(companyId, query, onPoints),
    );
  }

  #stream(companyId: string, response: Response, read: (onPoints: OnPoints) => Promise<void>): Promise<void> {
    return this.streams.use(companyId, response, async () => {
      const answer = new JsonArrayAnswer(response);
      // One text a batch: to write each of fifty thousand points by itself takes longer than to read them.
      await read((points) => answer.write([points.join(',')]));
      answer.end();
    });
  }
}
