import { Controller, Get, Req, Res } from '@nestjs/common';
import { FeedReads } from '@furrow/access';
import type { Principal } from '@furrow/access/domain';
import {
  CheckFarmFilter,
  FollowObservedRecords,
  ListObservedRecords,
  SummarizeObservations,
} from '@furrow/agronomy';
import { DateRange, type LocalDate } from '@furrow/kernel';
import type { Request, Response } from 'express';
import { Access, CurrentCaller, requireOwnCompany } from '../auth/index.ts';
import { type FollowedFeed, isFollowing, positionOf } from '../http/feed-query.ts';
import { exportsOf } from '../http/export/export.schema.ts';
import { type ExportAsked, exportAsked, FORMATS } from '../http/export/export-format.ts';
import { type ListAnswer, listAnswer } from '../http/export/list-answer.ts';
import { JsonArrayAnswer } from '../http/json-array-answer.ts';
import { Streams } from '../http/streams.ts';
import { ValidQuery } from '../http/bodies/validated.ts';
import { Answers, AnswersAlso, Does, Refuses } from '../openapi/decorators.ts';
import type { Value } from '../openapi/schema.ts';
import { CompanyRecordsQueryDto, MAX_OBSERVED_DAYS, PhytosanitaryQueryDto } from './phytosanitary.dto.ts';
import {
  COMPANY_RECORDS,
  COMPANY_SUMMARY,
  observedRecordsForm,
  projectAnswer,
  sectorAnswer,
  SUMMARY,
} from './phytosanitary.answer.ts';

const FEED: FollowedFeed = 'company-records';
const ANYWHERE = { projectId: null, sectorId: null };
const CHECKED_ALONE = 'Given ids must belong to the company; they do not limit the response.';

const RefusesQueries = (...more: string[]) =>
  Refuses(
    ...more,
    ...['invalid_date_range', 'date_range_too_long'],
    ...['company_mismatch', 'project_forbidden', 'sector_forbidden', 'sector_not_in_project'],
  );

/** Every user of the company may read what was observed on its land. */
@Controller('api/control/phytosanitary')
@Access({ scope: 'read:phytosanitary', roles: [] })
export class PhytosanitaryController {
  constructor(
    private readonly summarize: SummarizeObservations,
    private readonly listRecords: ListObservedRecords,
    private readonly followRecords: FollowObservedRecords,
    private readonly checkFarmFilter: CheckFarmFilter,
    private readonly feedReads: FeedReads,
    private readonly streams: Streams,
  ) {}

  @Get('summary')
  @Does(
    'Incidence and severity per sector, pest and disease',
    'Of the company, a project or a sector, over local days of the project’s zone.',
  )
  @Answers(200, 'The figures of the range', SUMMARY)
  @RefusesQueries()
  async summary(
    @CurrentCaller() caller: Principal,
    @ValidQuery(PhytosanitaryQueryDto) query: PhytosanitaryQueryDto,
  ): Promise<Value<typeof SUMMARY>> {
    const { range, filter } = askedBy(caller, query);
    const found = await this.summarize.execute(caller.companyId, range, filter);
    return {
      status: 'success',
      scope: filter.sectorId !== null ? 'sector' : filter.projectId !== null ? 'project' : 'company',
      range: rangeOf(query),
      projectTimezone: found.timezone,
      filters: { companyId: caller.companyId, ...found.named },
      totalRecords: found.totalRecords,
      totalSectors: found.sectors.length,
      sectors: found.sectors.map(sectorAnswer),
      totalProjects: found.projects.length,
      projects: found.projects.map(projectAnswer),
    };
  }

  @Get('company-summary')
  @Does(
    'Incidence and severity per project, sector, pest and disease',
    `Over local days of the zone of all or most of the company’s projects. ${CHECKED_ALONE}`,
  )
  @Answers(200, 'The figures of the range', COMPANY_SUMMARY)
  @RefusesQueries()
  async companySummary(
    @CurrentCaller() caller: Principal,
    @ValidQuery(PhytosanitaryQueryDto) query: PhytosanitaryQueryDto,
  ): Promise<Value<typeof COMPANY_SUMMARY>> {
    const { companyId } = caller;
    const { range, filter } = askedBy(caller, query);
    await this.checkFarmFilter.execute(companyId, filter);
    const found = await this.summarize.execute(companyId, range, ANYWHERE);
    return {
      status: 'success',
      scope: 'company',
      range: rangeOf(query),
      companyTimezone: found.timezone,
      companyId,
      totalRecords: found.totalRecords,
      totalProjects: found.projects.length,
      projects: found.projects.map(projectAnswer),
    };
  }

  /** Streamed as it is read, so their number comes after them. */
  @Get('company-records')
  @Does(
    'Records of pests and diseases, one by one',
    'By time and then id, over local days of the zone of all or most of the company’s projects; with ' +
      `\`updatedSince\` or \`cursor\` those that changed, by change. ${CHECKED_ALONE}`,
  )
  @AnswersAlso(
    200,
    'The records of the range',
    COMPANY_RECORDS,
    exportsOf(COMPANY_RECORDS, 'One line per response', observedRecordsForm('America/Santiago')),
  )
  @RefusesQueries('cursor_expired', 'cursor_mismatch')
  async companyRecords(
    @CurrentCaller() caller: Principal,
    @ValidQuery(CompanyRecordsQueryDto) query: CompanyRecordsQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const asked = exportAsked(request, response, query, FORMATS);
    const { startTime, endTime } = query;
    const range = startTime && endTime && rangeAsked({ startTime, endTime });
    await this.checkFarmFilter.execute(caller.companyId, farmFilterOf(caller, query));
    await this.streams.use(caller.companyId, response, () =>
      range && !isFollowing(query)
        ? this.#list(caller, range, query, asked, response)
        : this.#follow(caller, query, response),
    );
  }

  async #list(
    { companyId }: Principal,
    days: DateRange,
    query: CompanyRecordsQueryDto,
    asked: ExportAsked,
    response: Response,
  ): Promise<void> {
    let end: ListAnswer['end'] = () => {};
    const found = await this.listRecords.execute(companyId, days, (timezone) => {
      const answer = listAnswer(response, asked, observedRecordsForm(timezone));
      end = (members) => answer.end(members);
      return (records) => answer.write(records);
    });
    end({ ...scopeOf(companyId, query, found.timezone), totalRecords: found.totalRecords });
  }

  async #follow(caller: Principal, query: CompanyRecordsQueryDto, response: Response): Promise<void> {
    const { companyId } = caller;
    const answer = new JsonArrayAnswer(response, 'records');
    const days = { start: query.startTime ?? null, end: query.endTime ?? null };
    const page = await this.followRecords.execute(companyId, days, positionOf(query), (records) =>
      answer.write(records),
    );
    const { timezone, totalRecords, nextCursor, hasMore } = page;
    this.feedReads.note(caller, FEED, hasMore);
    answer.end({ ...scopeOf(companyId, query, timezone), totalRecords, meta: { nextCursor, hasMore } });
  }
}

/** The members beside the records. */
function scopeOf(
  companyId: string,
  { startTime = null, endTime = null }: { startTime?: LocalDate | null; endTime?: LocalDate | null },
  companyTimezone: string,
) {
  return { range: { startTime, endTime }, companyTimezone, companyId };
}

/** @throws InvalidDateRange | DateRangeTooLong, then CompanyMismatch */
function askedBy(caller: Principal, query: PhytosanitaryQueryDto) {
  return { range: rangeAsked(query), filter: farmFilterOf(caller, query) };
}

/** @throws InvalidDateRange | DateRangeTooLong */
function rangeAsked({ startTime, endTime }: Pick<PhytosanitaryQueryDto, 'startTime' | 'endTime'>) {
  return DateRange.of(startTime, endTime, MAX_OBSERVED_DAYS);
}

/** @throws CompanyMismatch */
function farmFilterOf(
  caller: Principal,
  { companyId, projectId, sectorId }: Pick<PhytosanitaryQueryDto, 'companyId' | 'projectId' | 'sectorId'>,
) {
  requireOwnCompany(caller, companyId);
  return { projectId: projectId ?? null, sectorId: sectorId ?? null };
}

function rangeOf({ startTime, endTime }: PhytosanitaryQueryDto) {
  return { startTime, endTime };
}
