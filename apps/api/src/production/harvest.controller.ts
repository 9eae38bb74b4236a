import { Controller, Get, Req, Res } from '@nestjs/common';
import { FeedReads } from '@furrow/access';
import type { Principal } from '@furrow/access/domain';
import { DateRange } from '@furrow/kernel';
import { FollowHarvest, ReportHarvest, ReportPace } from '@furrow/production';
import type { Request, Response } from 'express';
import { Access, CurrentCaller, UserAccess } from '../auth/index.ts';
import { type FollowedFeed, isFollowing, positionOf } from '../http/feed-query.ts';
import { exportAsked } from '../http/export/export-format.ts';
import { exportsOf } from '../http/export/export.schema.ts';
import { listAnswer } from '../http/export/list-answer.ts';
import { ok } from '../http/ok.ts';
import { Streams } from '../http/streams.ts';
import { ValidQuery } from '../http/bodies/validated.ts';
import { Answers, AnswersAlso, Does, Refuses } from '../openapi/decorators.ts';
import { scopeOf } from './harvest-scope.ts';
import { HarvestQueryDto } from './harvest.dto.ts';
import { HARVEST, HARVEST_FORM, PACE, paceAnswer } from './harvest.answer.ts';

const FEED: FollowedFeed = 'harvest';
const MAX_DAYS = 366;

type WriteSessions = (sessions: readonly string[]) => Promise<void>;

/** Supervisors see their own sessions, as everywhere else. */
@Controller('api/control/harvest')
@Access({ scope: 'read:production', roles: ['admin', 'supervisor'] })
export class HarvestController {
  constructor(
    private readonly reportHarvest: ReportHarvest,
    private readonly followHarvest: FollowHarvest,
    private readonly feedReads: FeedReads,
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
    exportsOf(HARVEST, 'One line per session, worker and quality', HARVEST_FORM),
  )
  @Refuses(
    ...['cursor_expired', 'cursor_mismatch', 'invalid_date_range', 'date_range_too_long'],
    ...['company_mismatch', 'project_forbidden', 'sector_forbidden', 'sector_not_in_project'],
  )
  async report(
    @CurrentCaller() caller: Principal,
    @ValidQuery(HarvestQueryDto) query: HarvestQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { startTime = null, endTime = null } = query;
    const range = startTime && endTime && DateRange.of(startTime, endTime, MAX_DAYS);
    const asked = exportAsked(request, response, query);
    await this.streams.use(caller.companyId, response, async () => {
      const answer = listAnswer(response, asked, HARVEST_FORM);
      const write: WriteSessions = (sessions) => answer.write(sessions);
      const meta =
        range && !isFollowing(query)
          ? await this.#ofRange(caller, query, range, write)
          : await this.#ofChanges(caller, query, write);
      const { sessionCount, ...feed } = meta;
      answer.end({ meta: { sessionCount, startTime, endTime, ...feed } });
    });
  }

  async #ofRange(caller: Principal, query: HarvestQueryDto, range: DateRange, write: WriteSessions) {
    const { companyId } = caller;
    return {
      sessionCount: await this.reportHarvest.execute(companyId, range, scopeOf(caller, query), write),
    };
  }

  async #ofChanges(caller: Principal, query: HarvestQueryDto, write: WriteSessions) {
    const { companyId } = caller;
    const { startTime: start = null, endTime: end = null } = query;
    const scope = { companyId, start, end, ...scopeOf(caller, query), ...positionOf(query) };
    const { count, nextCursor, hasMore } = await this.followHarvest.execute(scope, write);
    this.feedReads.note(caller, FEED, hasMore);
    return { sessionCount: count, nextCursor, hasMore };
  }
}

@Controller('api/console/harvest/pace')
@UserAccess('admin', 'supervisor')
export class ConsoleHarvestController {
  constructor(private readonly reportPace: ReportPace) {}

  @Get()
  @Does(
    'What was picked in each of the last twelve hours, and in the same hours of the day before',
    'By the time of the records, without voided ones. The last hour ends now, or up to a minute ago on a large farm. `GET /api/console/today` has the same.',
    { deprecated: true },
  )
  @Answers(200, 'By unit; units of which nothing was picked are left out', PACE)
  async pace(@CurrentCaller() caller: Principal) {
    const { ownerUserId } = scopeOf(caller, {});
    const picked = await this.reportPace.execute(caller.companyId, ownerUserId);
    return ok(picked.map(paceAnswer));
  }
}
