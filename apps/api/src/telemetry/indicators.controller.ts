import type { Principal } from '@furrow/access/domain';
import { DateRange } from '@furrow/kernel';
import { ReadIndicator } from '@furrow/telemetry';
import {
  INDICATOR_DEFAULTS,
  type IndicatorName,
  INDICATORS,
  MAX_INDICATOR_DAYS,
} from '@furrow/telemetry/domain';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access, CurrentCaller, requireOwnCompany } from '../auth/index.ts';
import { exportAsked } from '../http/export/export-format.ts';
import { exportsOf } from '../http/export/export.schema.ts';
import { listAnswer } from '../http/export/list-answer.ts';
import { Streams } from '../http/streams.ts';
import { AnswersAlso, Does, Refuses } from '../openapi/decorators.ts';
import { type AskedIndicator, IndicatorAsked } from './indicator-asked.ts';
import { INDICATOR, indicatorForm } from './indicators.answer.ts';

const EXAMPLE_FORM = indicatorForm('America/Santiago', { name: 'et0', own: 'method' });

const OWN_MEMBER: Readonly<Partial<Record<IndicatorName, 'method' | 'mean'>>> = {
  et0: 'method',
  'heat-index': 'mean',
};

/** Agronomic indicators by local day. */
@Controller('api/iot/indicators')
@Access({ scope: 'any', roles: [] })
export class IndicatorsController {
  constructor(
    private readonly readIndicator: ReadIndicator,
    private readonly streams: Streams,
  ) {}

  @Get(':name')
  @Does(
    'An agronomic indicator of a project',
    `One of ${INDICATORS.map((name) => `\`${name}\``).join(', ')}, by local day, each day with its coverage and the running total. ` +
      'The hourly means of several stations are averaged first. docs/agronomy.md explains each by example.',
  )
  @AnswersAlso(
    200,
    'The days of the range',
    INDICATOR,
    exportsOf(INDICATOR, 'One line per day', EXAMPLE_FORM),
  )
  @Refuses(
    ...['indicator_not_found', 'invalid_date_range', 'date_range_too_long', 'company_mismatch'],
    ...['project_forbidden', 'sector_forbidden', 'sector_not_in_project', 'device_forbidden'],
  )
  async indicator(
    @CurrentCaller() caller: Principal,
    @IndicatorAsked() { query, settings }: AskedIndicator,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    // Wrong days are refused before a filter.
    DateRange.of(query.from, query.to, MAX_INDICATOR_DAYS);
    requireOwnCompany(caller, query.companyId);
    const { companyId } = caller;
    const asked = exportAsked(request, response, query);
    const { projectId, from, to, sectorId, deviceId } = query;
    const { minCoverage = INDICATOR_DEFAULTS.minCoverage } = query;
    const input = { projectId, from, to, sectorId, deviceId, minCoverage, settings };
    await this.streams.use(companyId, response, async () => {
      const { data, meta } = await this.readIndicator.execute(companyId, input);
      const { indicator: name } = settings;
      const form = indicatorForm(meta.timezone, { name, own: OWN_MEMBER[name] });
      const answer = listAnswer(response, asked, form);
      await answer.write(data.map((day) => JSON.stringify(day)));
      answer.end({ meta });
    });
  }
}
