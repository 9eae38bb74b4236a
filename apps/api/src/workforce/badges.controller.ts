import type { UserPrincipal } from '@furrow/access/domain';
import { AssignBadge, BadgeSheets, ListBadges, ReturnBadge } from '@furrow/workforce';
import { Controller, Delete, Get, HttpCode, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { PathId, ValidBody, ValidQuery } from '../http/bodies/validated.ts';
import { isFollowing, positionOf } from '../http/feed-query.ts';
import { JsonArrayAnswer } from '../http/json-array-answer.ts';
import { ok } from '../http/ok.ts';
import { pageMeta } from '../http/page-query.ts';
import { Streams } from '../http/streams.ts';
import { Answers, AnswersAlso, AnswersIn, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { BADGE, BADGE_SHEET, badgeAnswer, BADGES } from './badge.answer.ts';
import { AssignBadgeBody, BadgeSheetBody, ListBadgesQuery } from './badge.dto.ts';

const EXAMPLE_CODE = 'K7M2Q4XD';
const ABOUT_CODE = 'What the badge says: 1 to 64 printable ASCII characters without spaces at its ends';

@Controller('api/control/badges')
@UserAccess('supervisor', 'admin')
export class BadgesController {
  constructor(
    private readonly assignBadge: AssignBadge,
    private readonly returnBadge: ReturnBadge,
    private readonly listBadges: ListBadges,
    private readonly badgeSheets: BadgeSheets,
    private readonly streams: Streams,
  ) {}

  @Put(':code')
  @Does(
    'Give a badge to a worker',
    'One worker at a time has it: whoever had it leaves it at `from`, and what was to come after `from` is replaced. A ' +
      'worker may have several.',
  )
  @ExampleBody({ workerId: EXAMPLE_IDS.worker })
  @Answers(201, 'Given', BADGE)
  @Answers(200, 'The worker has it already', BADGE)
  @Refuses('worker_not_found')
  async assign(
    @CurrentUser() { companyId }: UserPrincipal,
    @PathId('code', EXAMPLE_CODE, ABOUT_CODE) code: string,
    @ValidBody(AssignBadgeBody) { workerId, from }: AssignBadgeBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { assignment, isNew } = await this.assignBadge.execute(companyId, {
      code,
      workerId: workerId.toLowerCase(),
      from: from ?? null,
    });
    response.status(isNew ? 201 : 200);
    return ok(badgeAnswer(assignment));
  }

  @Post('sheet')
  @Does(
    'Print badges',
    'Cards of 54 × 86 mm, eight on a page of A4: a QR code that holds the code alone, the code in large characters, name and ' +
      'photo. A worker without a badge gets one with a new code: seven random characters of Crockford’s base 32, and as the ' +
      'eighth their check character. Printing again changes nothing.',
  )
  @ExampleBody({ workerIds: [EXAMPLE_IDS.worker], lang: 'es' })
  @AnswersIn(200, 'The sheet', BADGE_SHEET)
  @Refuses('worker_not_found')
  @HttpCode(200)
  async print(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidBody(BadgeSheetBody) { workerIds, lang }: BadgeSheetBody,
    @Res() response: Response,
  ): Promise<void> {
    const asked = workerIds.map((workerId) => workerId.toLowerCase());
    const sheet = await this.badgeSheets.print(companyId, asked, lang ?? 'en');
    response.setHeader('Content-Disposition', 'inline; filename="badges.pdf"');
    response.type('application/pdf').send(sheet);
  }

  @Delete(':code')
  @Does('Take a badge back', 'From now on nobody has it. Repeatable without effect.')
  @Answers(204, 'Nobody has it')
  @Refuses('badge_not_found')
  @HttpCode(204)
  async return(
    @CurrentUser() { companyId }: UserPrincipal,
    @PathId('code', EXAMPLE_CODE, ABOUT_CODE) code: string,
  ): Promise<void> {
    await this.returnBadge.execute(companyId, code);
  }

  @Get()
  @Does(
    'Badges',
    'Those that somebody has or will have, by code, in pages; with `updatedSince` or `cursor` every assignment that was ' +
      'made or ended, by change, ended ones included.',
  )
  @AnswersAlso(200, 'The page, or what changed', BADGES)
  @Refuses('worker_not_found', 'cursor_expired', 'cursor_mismatch')
  async list(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(ListBadgesQuery) query: ListBadgesQuery,
    @Res() response: Response,
  ): Promise<void> {
    const workerId = query.workerId?.toLowerCase() ?? null;
    if (!isFollowing(query)) {
      const { items, total } = await this.listBadges.execute(companyId, workerId, query);
      response.json(ok(items.map(badgeAnswer), { meta: pageMeta(query, total) }));
      return;
    }
    await this.streams.use(companyId, response, async () => {
      const answer = new JsonArrayAnswer(response);
      const meta = await this.listBadges.follow(companyId, workerId, positionOf(query), (assignments) =>
        answer.write(assignments.map((assignment) => JSON.stringify(badgeAnswer(assignment)))),
      );
      answer.end({ meta });
    });
  }
}
