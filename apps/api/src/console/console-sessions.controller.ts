import type { UserPrincipal } from '@furrow/access/domain';
import { ListClosures } from '@furrow/agronomy';
import { ListForms } from '@furrow/forms';
import { Clock } from '@furrow/kernel';
import { ReportSession, ShowToday } from '@furrow/production';
import { Controller, Get } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { PathId } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { REPORTED_SESSION, reportedSessionAnswer } from '../production/reported-session.answer.ts';
import { TODAY, todayAnswer } from './today.answer.ts';
import { viewerOf } from '../production/viewer.ts';

/** What the console's Today and Session show. */
@Controller('api/console')
@UserAccess('admin', 'supervisor')
export class ConsoleSessionsController {
  constructor(
    private readonly showToday: ShowToday,
    private readonly reportSession: ReportSession,
    private readonly listClosures: ListClosures,
    private readonly listForms: ListForms,
    private readonly clock: Clock,
  ) {}

  @Get('today')
  @Does(
    'The harvest of the current day',
    'A supervisor’s own sessions; for an admin the company’s. With what was picked, the sectors that treatments close, and the user’s open tasks.',
  )
  @Answers(200, 'Everything that the console’s Today shows but for the map and photos', TODAY)
  async today(@CurrentUser() user: UserPrincipal) {
    const { companyId } = user;
    const [harvest, closures, forms] = await Promise.all([
      this.showToday.execute(companyId, viewerOf(user)),
      this.listClosures.execute(companyId),
      this.listForms.execute(companyId, user, { subtype: 'tasks' }),
    ]);
    return ok(todayAnswer(harvest, closures, forms));
  }

  @Get('sessions/:sessionId')
  @Does('A session with its report', 'For its owner and admins.')
  @Answers(200, 'Everything that the console’s Session shows but for the movements', REPORTED_SESSION)
  @Refuses('session_not_found', 'not_session_owner')
  async session(
    @CurrentUser() user: UserPrincipal,
    @PathId('sessionId', EXAMPLE_IDS.session) sessionId: string,
  ) {
    const session = await this.reportSession.execute(user.companyId, viewerOf(user), sessionId);
    return ok(reportedSessionAnswer(session, this.clock.now()));
  }
}
