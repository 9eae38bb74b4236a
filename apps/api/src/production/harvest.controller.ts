import { Controller, Get, Req, Res } from '@nestjs/common';
import type { TokenPrincipal } from '@furrow/access/domain';
import { DateRange } from '@furrow/kernel';
import { FollowHarvest, ReportHarvest } from '@furrow/production';
import type { Request, Response } from 'express';
import { CurrentToken, TokenAccess } from '../auth/index.ts';
import { CompanyMismatch } from '../errors/refusals.ts';
import { isFollowing, standOf } from '../http/feed-query.ts';
import { exportAsked } from '../http/export/export-format.ts';
import { exportsOf } from '../http/export/export.schema.ts';
import { listAnswer } from '../http/export/list-answer.ts';
import { Streams } from '../http/streams.ts';
import { ValidQuery } from '../http/validated.ts';
import { AnswersAlso, Does, Refuses } from '../openapi/decorators.ts';
import { HarvestQueryDto } from './harvest.dto.ts';
import { HARVEST } from './harvest.schema.ts';
import { HARVEST_FORM } from './harvest-table.ts';

const MAX_DAYS = 366;

@Controller('api/control/harvest')
@TokenAccess('read:production')
export class HarvestController {
  constructor(
    private readonly reportHarvest: ReportHarvest,
    private readonly followHarvest: FollowHarvest,
    private readonly streams: Streams,
  ) {}

  /** Sessions of a range of local days, streamed as they are read. */
  @Get()
  @Does(
    'Harvest sessions with per-worker and per-quality figures',
    'Ordered by day, opening and id; with `updatedSince` or `cursor` those that changed, ordered by change.',
  )
  @AnswersAlso(
    200,
    'The sessions of the range',
    HARVEST,
    exportsOf(HARVEST, 'A line a session, worker and quality', HARVEST_FORM),
  )
  @Refuses(
    'cursor_expired',
    'cursor_mismatch',
    'invalid_date_range',
    'date_range_too_long',
    'company_mismatch',
    'project_forbidden',
    'sector_forbidden',
    'sector_not_in_project',
  )
  async report(
    @CurrentToken() token: TokenPrincipal,
    @ValidQuery(HarvestQueryDto) query: HarvestQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { startTime = null, endTime = null } = query;
    const range = startTime && endTime && DateRange.of(startTime, endTime, MAX_DAYS);
    const asked = exportAsked(request, response, query);
    const land = landOf(token, query);
    await this.streams.use(token.companyId, response, async () => {
      const answer = listAnswer(response, asked, HARVEST_FORM);
      const write = (sessions: readonly string[]) => answer.write(sessions);
      if (range && !isFollowing(query)) {
        const sessionCount = await this.reportHarvest.execute(token.companyId, range, land, write);
        answer.end({ meta: { sessionCount, startTime, endTime } });
      } else {
        const stand = {
          companyId: token.companyId,
          start: startTime,
          end: endTime,
          ...land,
          ...standOf(query),
        };
        const { count, nextCursor, hasMore } = await this.followHarvest.execute(stand, write);
        answer.end({ meta: { sessionCount: count, startTime, endTime, nextCursor, hasMore } });
      }
    });
  }
}

/** @throws CompanyMismatch */
function landOf(token: TokenPrincipal, { companyId, projectId, sectorId }: HarvestQueryDto) {
  if (companyId !== undefined && companyId.toLowerCase() !== token.companyId) throw new CompanyMismatch();
  return { projectId: projectId ?? null, sectorId: sectorId ?? null };
}
