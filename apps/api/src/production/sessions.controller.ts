import { Controller, Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import { IdentityMismatch, type UserPrincipal } from '@furrow/access/domain';
import { Clock } from '@furrow/kernel';
import {
  CloseSession,
  ExtendSession,
  GetSession,
  ListRecords,
  ListSessions,
  OpenSession,
  UpdateSession,
} from '@furrow/production';
import type { Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { ok } from '../http/ok.ts';
import { pageMeta, PageQuery } from '../http/page-query.ts';
import { PathId, ValidBody, ValidQuery } from '../http/bodies/validated.ts';
import { Answers, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { recordAnswer, RECORDS } from './record.answer.ts';
import { CLOSED, EXTENDED, SESSION, sessionAnswer, SESSIONS, UPDATED } from './session.answer.ts';
import {
  CloseSessionBody,
  ExtendSessionBody,
  ListSessionsQuery,
  openingOf,
  OpenSessionBody,
  type SenderBody,
  termsOf,
  UpdateSessionBody,
} from './session.dto.ts';
import { viewerOf } from './viewer.ts';

const OF_OWN = ['identity_mismatch', 'session_not_found', 'not_session_owner'];
const CHANGE = [...OF_OWN, 'session_not_open'];

@Controller('api/control/production/sessions')
@UserAccess('supervisor', 'admin')
export class SessionsController {
  constructor(
    private readonly openSession: OpenSession,
    private readonly listSessions: ListSessions,
    private readonly listRecords: ListRecords,
    private readonly getSession: GetSession,
    private readonly updateSession: UpdateSession,
    private readonly closeSession: CloseSession,
    private readonly extendSession: ExtendSession,
    private readonly clock: Clock,
  ) {}

  @Post()
  @Does('Open a session', 'A repeat with the same `localId` answers 200 with the first session.')
  @ExampleBody({
    ...{ projectId: EXAMPLE_IDS.project, sectorId: EXAMPLE_IDS.sector, sector_name: 'N1' },
    ...{ openedAt: '2026-01-31T08:00:00-03:00', notes: 'North side first', localId: 'phone-7/2026-01-31/1' },
  })
  @Answers(201, 'Opened', SESSION)
  @Answers(200, 'Opened before with this `localId`', SESSION)
  @Refuses(
    'identity_mismatch',
    'project_not_found',
    'sector_not_found',
    'sector_not_in_project',
    'idempotency_key_reused',
    'opened_in_future',
    'pre_harvest_interval',
    'reentry_interval',
    'session_already_open',
  )
  async open(
    @CurrentUser() user: UserPrincipal,
    @ValidBody(OpenSessionBody) body: OpenSessionBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    checkSender(body, user);
    const { created, ...opened } = await this.openSession.execute(user.companyId, user, openingOf(body));
    response.status(created ? 201 : 200);
    return ok(sessionAnswer(opened, this.clock.now()));
  }

  @Get()
  @Does(
    'Sessions',
    'The user’s own; for an admin the company’s, read-only. The latest local day first, then by opening and id, in pages.',
  )
  @Answers(200, 'The page, with totals exact as of now', SESSIONS)
  @Refuses('invalid_date_range', 'project_not_found', 'sector_not_found', 'sector_not_in_project')
  async list(@CurrentUser() user: UserPrincipal, @ValidQuery(ListSessionsQuery) query: ListSessionsQuery) {
    const { items, total } = await this.listSessions.execute(user.companyId, viewerOf(user), {
      ...{ from: query.from ?? null, to: query.to ?? null, status: query.status ?? null },
      ...{ projectId: query.projectId ?? null, sectorId: query.sectorId ?? null },
      ...{ page: query.page, pageSize: query.pageSize },
    });
    const now = this.clock.now();
    const data = items.map((shown) => sessionAnswer(shown, now));
    return ok(data, { meta: pageMeta(query, total) });
  }

  @Get(':sessionId/records')
  @Does('Movements of a session', 'For its owner and admins. By `recordedAt` and id, in pages.')
  @Answers(200, 'The page: additions, and the counter-movements of voids', RECORDS)
  @Refuses('session_not_found', 'not_session_owner')
  async records(
    @CurrentUser() user: UserPrincipal,
    @PathId('sessionId', EXAMPLE_IDS.session) sessionId: string,
    @ValidQuery(PageQuery) query: PageQuery,
  ) {
    const { session, items, total, ...about } = await this.listRecords.execute(
      user.companyId,
      viewerOf(user),
      sessionId,
      query,
    );
    const data = items.map((record) => recordAnswer(record, session, about));
    return ok(data, { meta: pageMeta(query, total) });
  }

  @Get(':sessionId')
  @Does('Get a session of one’s own')
  @Answers(200, 'The session, its totals exact as of now', SESSION)
  @Refuses('session_not_found', 'not_session_owner')
  async get(@CurrentUser() user: UserPrincipal, @PathId('sessionId', EXAMPLE_IDS.session) sessionId: string) {
    const shown = await this.getSession.execute(user.companyId, user.userId, sessionId);
    return ok(sessionAnswer(shown, this.clock.now()));
  }

  @Patch(':sessionId')
  @Does('Change the terms of an open session', 'Omitted members stay as they are.')
  @ExampleBody({ pricePerUnit: 130, notes: 'South side after lunch' })
  @Answers(200, 'Whether anything changed', UPDATED)
  @Refuses(...CHANGE)
  async update(
    @CurrentUser() user: UserPrincipal,
    @PathId('sessionId', EXAMPLE_IDS.session) sessionId: string,
    @ValidBody(UpdateSessionBody) body: UpdateSessionBody,
  ) {
    checkSender(body, user);
    const updated = await this.updateSession.execute(user.companyId, user.userId, sessionId, {
      ...(body.samplingUnit !== undefined && { samplingUnit: body.samplingUnit }),
      ...termsOf(body),
      ...(body.notes !== undefined && { notes: body.notes }),
    });
    return ok({ updated });
  }

  @Post(':sessionId/close')
  @HttpCode(200)
  @Does('Close a session')
  @ExampleBody({ finalNotes: 'Rain from noon on' })
  @Answers(200, 'Closed now, or at its end if that is past', CLOSED)
  @Refuses(...OF_OWN, 'session_not_open+closure')
  async close(
    @CurrentUser() user: UserPrincipal,
    @PathId('sessionId', EXAMPLE_IDS.session) sessionId: string,
    @ValidBody(CloseSessionBody) body: CloseSessionBody,
  ) {
    checkSender(body, user);
    const closure = await this.closeSession.execute(user.companyId, user.userId, {
      sessionId,
      finalNotes: body.finalNotes ?? null,
    });
    return ok({ sessionId, status: 'closed', closedAt: closure.at.toISOString() });
  }

  @Post(':sessionId/extend')
  @HttpCode(200)
  @Does('Set a session’s maximum duration')
  @ExampleBody({ maxDurationHours: 14 })
  @Answers(200, 'The new maximum', EXTENDED)
  @Refuses(...CHANGE, 'duration_elapsed')
  async extend(
    @CurrentUser() user: UserPrincipal,
    @PathId('sessionId', EXAMPLE_IDS.session) sessionId: string,
    @ValidBody(ExtendSessionBody) body: ExtendSessionBody,
  ) {
    checkSender(body, user);
    await this.extendSession.execute(user.companyId, user.userId, {
      sessionId,
      maxDurationHours: body.maxDurationHours,
    });
    return ok({ maxDurationHours: body.maxDurationHours });
  }
}

/** @throws IdentityMismatch if a body names another user than the JWT */
function checkSender({ idpId }: SenderBody, user: UserPrincipal): void {
  if (idpId !== undefined && idpId !== null && idpId !== user.idpId) throw new IdentityMismatch();
}
