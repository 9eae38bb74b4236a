import type { Principal } from '@furrow/access/domain';
import { ReadHeat, ReadIrrigation, ReadPlant, ReadSoil, ReadWeather } from '@furrow/telemetry';
import { EXTRA_WEATHER, LocalRange } from '@furrow/telemetry/domain';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access, CurrentCaller, requireOwnCompany } from '../auth/index.ts';
import { exportAsked } from '../http/export/export-format.ts';
import { exportsOf } from '../http/export/export.schema.ts';
import { type ListForm, listAnswer } from '../http/export/list-answer.ts';
import { Streams } from '../http/streams.ts';
import { ValidQuery } from '../http/bodies/validated.ts';
import { AnswersAlso, Does, Refuses } from '../openapi/decorators.ts';
import { PlantQueryDto, SeriesQueryDto, SoilQueryDto, WeatherQueryDto } from './series.dto.ts';
import {
  HEAT,
  HEAT_FORM,
  IRRIGATION,
  IRRIGATION_FORM,
  PLANT,
  PLANT_FORM,
  SOIL,
  SOIL_FORM,
  WEATHER,
  weatherForm,
} from './series.answer.ts';

const REFUSALS = ['company_mismatch', 'project_forbidden', 'sector_forbidden', 'sector_not_in_project'];

/** The use case of one series. */
interface SeriesReader<Query> {
  execute(companyId: string, query: Query, onPoints: Parameters<ReadWeather['execute']>[2]): Promise<void>;
}

interface Asked<Query> {
  readonly caller: Principal;
  readonly query: Query;
  readonly request: Request;
  readonly response: Response;
}

/** Series of readings over a range of local time, streamed as they are read. */
@Controller('api/iot')
@Access({ scope: 'any', roles: [] })
export class SeriesController {
  constructor(
    private readonly readWeather: ReadWeather,
    private readonly readHeat: ReadHeat,
    private readonly readPlant: ReadPlant,
    private readonly readSoil: ReadSoil,
    private readonly readIrrigation: ReadIrrigation,
    private readonly streams: Streams,
  ) {}

  @Get('weather')
  @Does(
    'Weather of a project',
    'Means over its stations, per instant or interval, in order of time. `include` adds sums of rain and wetness.',
  )
  @AnswersAlso(
    200,
    'The points of the range',
    WEATHER,
    exportsOf(WEATHER, 'One line per point', weatherForm(EXTRA_WEATHER)),
  )
  @Refuses(...REFUSALS)
  weather(
    @CurrentCaller() caller: Principal,
    @ValidQuery(WeatherQueryDto) query: WeatherQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.#stream(this.readWeather, weatherForm(query.include), { caller, query, request, response });
  }

  @Get('heat')
  @Does(
    'The heat index of a project by hour',
    'Of the means over its stations, in order of time; hours without readings are left out. docs/agronomy.md explains the index.',
  )
  @AnswersAlso(200, 'The hours of the range', HEAT, exportsOf(HEAT, 'One line per hour', HEAT_FORM))
  @Refuses(...REFUSALS)
  heat(
    @CurrentCaller() caller: Principal,
    @ValidQuery(SeriesQueryDto) query: SeriesQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.#stream(this.readHeat, HEAT_FORM, { caller, query, request, response });
  }

  @Get('plant')
  @Does('KPIs of a project’s plants', 'Means by sector, ordered by time, KPI and sector.')
  @AnswersAlso(200, 'The points of the range', PLANT, exportsOf(PLANT, 'One line per point', PLANT_FORM))
  @Refuses(...REFUSALS)
  plant(
    @CurrentCaller() caller: Principal,
    @ValidQuery(PlantQueryDto) query: PlantQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.#stream(this.readPlant, PLANT_FORM, { caller, query, request, response });
  }

  @Get('soil')
  @Does('Soil of a project', 'Means by sector and depth, ordered by time, depth and sector.')
  @AnswersAlso(200, 'The points of the range', SOIL, exportsOf(SOIL, 'One line per point', SOIL_FORM))
  @Refuses(...REFUSALS)
  soil(
    @CurrentCaller() caller: Principal,
    @ValidQuery(SoilQueryDto) query: SoilQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.#stream(this.readSoil, SOIL_FORM, { caller, query, request, response });
  }

  @Get('irrigation')
  @Does('Irrigation events of a project', 'Those that overlap the range, by their start.')
  @AnswersAlso(200, 'The events', IRRIGATION, exportsOf(IRRIGATION, 'One line per event', IRRIGATION_FORM))
  @Refuses(...REFUSALS)
  irrigation(
    @CurrentCaller() caller: Principal,
    @ValidQuery(SeriesQueryDto) query: SeriesQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    return this.#stream(this.readIrrigation, IRRIGATION_FORM, { caller, query, request, response });
  }

  async #stream<Query extends SeriesQueryDto, Point>(
    series: SeriesReader<Query>,
    form: ListForm<Point>,
    { caller, query, request, response }: Asked<Query>,
  ): Promise<void> {
    // A wrong range is refused before a filter.
    LocalRange.of(query);
    requireOwnCompany(caller, query.companyId);
    const { companyId } = caller;
    const asked = exportAsked(request, response, query);
    await this.streams.use(companyId, response, async () => {
      const answer = listAnswer(response, asked, form);
      // One text per batch: writing each of fifty thousand points separately takes longer than reading them.
      const isArray = asked.format === 'json';
      await series.execute(companyId, query, (points) => answer.write(isArray ? [points.join(',')] : points));
      answer.end();
    });
  }
}
