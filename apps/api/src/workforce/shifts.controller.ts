import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { UserPrincipal } from '@furrow/access/domain';
import { isStrict, type ReceivedBody } from '@furrow/http';
import { Metrics } from '@furrow/observability';
import { EndShift, GetShift, ListShifts, RecordShifts, VoidShift } from '@furrow/workforce';
import type { Request, Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { BodyLimit, ItemsApart } from '../http/bodies/body-reader.ts';
import { syncInBulk } from '../http/bulk-sync.ts';
import { exportAsked } from '../http/export/export-format.ts';
import { exportsOf } from '../http/export/export.schema.ts';
import { listAnswer } from '../http/export/list-answer.ts';
import { pageMeta } from '../http/page-query.ts';
import { Streams } from '../http/streams.ts';
import { PathId, Received, ValidBody, ValidQuery } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, AnswersAlso, Does, ExampleBody, Refuses, Takes } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { SHIFT, SHIFT_REFUSALS, shiftAnswer, SHIFTS, SHIFTS_FORM, SYNCED_SHIFTS } from './shift.answer.ts';
import {
  BULK_OF_SHIFTS,
  END_REQUEST,
  endOf,
  EXAMPLE_SHIFT,
  SHIFT_REQUEST,
  shiftDraftOf,
  SHIFTS_REQUEST,
} from './shift-body.ts';
import { ListShiftsQuery, VoidShiftBody } from './shift.dto.ts';

@Controller('api/control/shifts')
@UserAccess('supervisor', 'admin')
export class ShiftsController {
  constructor(
    private readonly recordShifts: RecordShifts,
    private readonly endShift: EndShift,
    private readonly voidShift: VoidShift,
    private readonly listShifts: ListShifts,
    private readonly getShift: GetShift,
    private readonly streams: Streams,
    private readonly metrics: Metrics,
  ) {}

  @Post()
  @Does(
    'Record a shift',
    'Without `endedAt` the shift is running, and is ended later. Safe to repeat: the same `clientEventId` never counts twice.',
  )
  @Takes(SHIFT_REQUEST)
  @ExampleBody(EXAMPLE_SHIFT)
  @Answers(201, 'Recorded', SHIFT)
  @Answers(200, 'Recorded before; the same shift', SHIFT)
  @Refuses(...SHIFT_REFUSALS)
  async record(
    @CurrentUser() user: UserPrincipal,
    @Req() request: Request,
    @Received() { members, problems }: ReceivedBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const draft = shiftDraftOf(members, isStrict(request), problems);
    const [outcome] = await this.recordShifts.execute(user.companyId, user, [draft]);
    if (outcome?.kind === 'refused') throw outcome.error;
    if (!outcome) throw new Error('A draft has no outcome');
    this.metrics.acknowledged.inc({ kind: 'shift', outcome: outcome.kind });
    response.status(outcome.kind === 'created' ? 201 : 200);
    return this.#answer(user, outcome.shift.id);
  }

  @Post('bulk')
  @Does(
    'Record many shifts, each with a result of its own',
    'Results are in the order sent; a refused item does not affect the others.',
  )
  @Takes(SHIFTS_REQUEST)
  @ExampleBody({ shifts: [EXAMPLE_SHIFT] })
  @Answers(207, 'A result for each shift', SYNCED_SHIFTS)
  @HttpCode(207)
  @BodyLimit(5)
  @ItemsApart('shifts')
  async sync(@CurrentUser() user: UserPrincipal, @Req() request: Request, @Received() body: ReceivedBody) {
    const { results, summary } = await syncInBulk(BULK_OF_SHIFTS, body, isStrict(request), async (drafts) => {
      const outcomes = await this.recordShifts.execute(user.companyId, user, drafts);
      return outcomes.map((outcome) =>
        outcome.kind === 'refused' ? outcome : { kind: outcome.kind, id: outcome.shift.id },
      );
    });
    for (const { code } of results) if (code !== undefined) this.metrics.refused.inc({ code });
    for (const outcome of ['created', 'repeated'] as const)
      this.metrics.acknowledged.inc({ kind: 'shift', outcome }, summary[outcome]);
    return ok({ results, summary });
  }

  @Get()
  @Does(
    'Shifts',
    'Those of the user’s company, by start and id, in pages, or with `format` in one stream; includes void ones.',
  )
  @AnswersAlso(200, 'The page, or all', SHIFTS, exportsOf(SHIFTS, 'One line per shift', SHIFTS_FORM))
  @Refuses('invalid_date_range', 'worker_not_found', 'project_not_found')
  async list(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(ListShiftsQuery) query: ListShiftsQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const asked = exportAsked(request, response, query);
    const { from = null, to = null, workerId = null, projectId = null } = query;
    const filters = { from, to, workerId, projectId };
    if (asked.format === 'json') {
      const { page, pageSize } = query;
      const { items, total } = await this.listShifts.execute(companyId, { ...filters, page, pageSize });
      response.json(ok(items.map(shiftAnswer), { meta: pageMeta(query, total) }));
      return;
    }
    await this.streams.use(companyId, response, async () => {
      const answer = listAnswer(response, asked, SHIFTS_FORM);
      await this.listShifts.each(companyId, filters, (shifts) =>
        answer.write(shifts.map((shift) => JSON.stringify(shiftAnswer(shift)))),
      );
      answer.end();
    });
  }

  @Post(':shiftId/end')
  @Does('End a running shift', 'Repeatable without effect.')
  @Takes(END_REQUEST)
  @ExampleBody({ endedAt: '2026-01-31T16:30:00-03:00' })
  @Answers(200, 'Ended, now or before', SHIFT)
  @Refuses('shift_not_found', 'shift_ended', 'shift_is_void', 'ends_in_future', 'shift_too_long')
  @HttpCode(200)
  async end(
    @CurrentUser() user: UserPrincipal,
    @Req() request: Request,
    @PathId('shiftId', EXAMPLE_IDS.shift) shiftId: string,
    @Received() { members, problems }: ReceivedBody,
  ) {
    await this.endShift.execute(user.companyId, shiftId, endOf(members, isStrict(request), problems));
    return this.#answer(user, shiftId);
  }

  @Post(':shiftId/void')
  @Does(
    'Void a shift',
    'It stays on file and no longer counts. Repeatable without effect. What a frozen pay run has paid is voided by admins alone.',
  )
  @ExampleBody({ reason: 'The wrong worker' })
  @Answers(200, 'Voided', SHIFT)
  @Refuses('shift_not_found', 'paid_by_frozen_run')
  @HttpCode(200)
  async void(
    @CurrentUser() user: UserPrincipal,
    @PathId('shiftId', EXAMPLE_IDS.shift) shiftId: string,
    @ValidBody(VoidShiftBody) { reason }: VoidShiftBody,
  ) {
    const voidsPaid = user.role === 'admin';
    await this.voidShift.execute(user.companyId, { shiftId, reason: reason ?? null, voidsPaid });
    return this.#answer(user, shiftId);
  }

  async #answer(user: UserPrincipal, shiftId: string) {
    return ok(shiftAnswer(await this.getShift.execute(user.companyId, shiftId)));
  }
}
