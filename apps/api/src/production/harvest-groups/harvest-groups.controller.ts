import type { Principal } from '@furrow/access/domain';
import { DateRange } from '@furrow/kernel';
import { CompareSeasons, SumHarvest } from '@furrow/production';
import { Controller, Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, CurrentCaller } from '../../auth/index.ts';
import { CsvAnswer } from '../../http/export/export-answers.ts';
import type { Table } from '../../http/export/table.ts';
import { writeWorkbook } from '../../http/export/workbook.ts';
import { ok } from '../../http/ok.ts';
import { Streams } from '../../http/streams.ts';
import { ValidQuery } from '../../http/bodies/validated.ts';
import { AnswersAlso, Does, Refuses } from '../../openapi/decorators.ts';
import { scopeOf } from '../harvest-scope.ts';
import {
  GROUP_CONTENTS,
  groupTable,
  HARVEST_GROUPS,
  HARVEST_SEASON_DAYS,
  SEASON_TABLE,
  SUM_DATES,
} from './harvest-groups.answer.ts';
import { HarvestGroupsQueryDto, HarvestSumsQuery } from './harvest-groups.dto.ts';

const MAX_DAYS = 366;
const REFUSALS = [
  ...['invalid_date_range', 'date_range_too_long', 'company_mismatch'],
  ...['project_forbidden', 'sector_forbidden', 'sector_not_in_project'],
];

/** Sums of the harvest, from the tallies. Supervisors see those of their own sessions. */
@Controller('api/control/harvest')
@Access({ scope: 'read:production', roles: ['admin', 'supervisor'] })
export class HarvestGroupsController {
  constructor(
    private readonly sumHarvest: SumHarvest,
    private readonly compareSeasons: CompareSeasons,
    private readonly streams: Streams,
  ) {}

  @Get('groups')
  @Does(
    'The harvest of a range by sector, variety, quality, worker, week or container',
    'Exact as of now, one group for each unit that is counted; the largest group comes first, weeks in their order. By container only what was picked into one is told.',
  )
  @AnswersAlso(200, 'The groups', HARVEST_GROUPS, GROUP_CONTENTS)
  @Refuses(...REFUSALS)
  async groups(
    @CurrentCaller() caller: Principal,
    @ValidQuery(HarvestGroupsQueryDto) query: HarvestGroupsQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    const { by = 'sector' } = query;
    const scope = sumsOf(caller, query);
    await this.streams.use(caller.companyId, response, async () => {
      const groups = await this.sumHarvest.execute(scope, by);
      await send(response, query, `harvest-by-${by}`, groupTable(by), groups);
    });
  }

  @Get('seasons')
  @Does(
    'The harvest of a range beside the season before',
    'The season before is the same days a year earlier. Both begin with their first pick: days with valid units by the days ' +
      'since then.',
  )
  @AnswersAlso(200, 'By unit and days since the first pick', HARVEST_SEASON_DAYS, GROUP_CONTENTS)
  @Refuses(...REFUSALS)
  async seasons(
    @CurrentCaller() caller: Principal,
    @ValidQuery(HarvestSumsQuery) query: HarvestSumsQuery,
    @Res() response: Response,
  ): Promise<void> {
    const scope = sumsOf(caller, query);
    await this.streams.use(caller.companyId, response, async () =>
      send(response, query, 'harvest-seasons', SEASON_TABLE, await this.compareSeasons.execute(scope)),
    );
  }
}

/** @throws InvalidDateRange | DateRangeTooLong | CompanyMismatch */
function sumsOf(caller: Principal, query: HarvestSumsQuery) {
  const { start, end } = DateRange.of(query.startTime, query.endTime, MAX_DAYS);
  const { crop = null, variety = null } = query;
  return { companyId: caller.companyId, start, end, ...scopeOf(caller, query), crop, variety };
}

async function send<Row>(
  response: Response,
  { format = 'json', separator = ',' }: HarvestSumsQuery,
  name: string,
  { headings, rows: rowsOf }: Table<Row>,
  rows: readonly Row[],
): Promise<void> {
  if (format === 'json') {
    response.json(ok(rows));
    return;
  }
  const lines = rows.flatMap(rowsOf);
  if (format === 'csv') {
    const answer = new CsvAnswer(response, headings, separator, name);
    await answer.write(lines);
    answer.end();
    return;
  }
  const columns = headings.map((heading) => ({ heading, isDate: SUM_DATES.has(heading) }));
  await writeWorkbook(response, { name: 'Harvest', filename: `${name}.xlsx`, columns }, [lines]);
}
