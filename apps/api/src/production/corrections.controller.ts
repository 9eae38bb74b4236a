import type { UserPrincipal } from '@furrow/access/domain';
import { Clock, Decimal } from '@furrow/kernel';
import { CorrectRecord, CorrectSession } from '@furrow/production';
import { Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { PathId, ValidBody } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { CorrectRecordBody } from './record.dto.ts';
import { CORRECTED, correctionAnswer } from './record.answer.ts';
import { SESSION, sessionAnswer } from './session.answer.ts';
import { CorrectSessionBody, termsOf } from './session.dto.ts';

/** What the office corrects in any session of the company. */
@Controller('api/control/production')
@UserAccess('admin')
export class CorrectionsController {
  constructor(
    private readonly correctSession: CorrectSession,
    private readonly correctRecord: CorrectRecord,
    private readonly clock: Clock,
  ) {}

  @Post('sessions/:sessionId/correct')
  @HttpCode(200)
  @Does(
    'Correct the price or bonus of a closed session',
    'Omitted members stay as they are. What a frozen pay run has paid is adjusted by the next one.',
  )
  @ExampleBody({ pricePerUnit: 130, reason: 'The price was agreed in the evening' })
  @Answers(200, 'The session, also if nothing differed', SESSION)
  @Refuses('session_not_found', 'session_open', '422 validation_failed')
  async session(
    @CurrentUser() { companyId, userId }: UserPrincipal,
    @PathId('sessionId', EXAMPLE_IDS.session) sessionId: string,
    @ValidBody(CorrectSessionBody) body: CorrectSessionBody,
  ) {
    const shown = await this.correctSession.execute(companyId, userId, sessionId, {
      ...termsOf(body),
      reason: body.reason,
    });
    return ok(sessionAnswer(shown, this.clock.now()));
  }

  @Post('records/:recordId/correct')
  @Does(
    'Correct a record',
    'A counter-movement, and a record of the same worker and instant in its place, in open and closed sessions. What a frozen pay run has paid is adjusted by the next one. Safe to repeat: the same `clientEventId` never counts twice.',
  )
  @ExampleBody({ units: 12, reason: 'One crate was empty', clientEventId: 'office/2026-02-01/1' })
  @Answers(201, 'Corrected', CORRECTED)
  @Answers(200, 'Corrected before; the same correction', CORRECTED)
  @Refuses('record_not_found', 'quality_not_found', 'record_is_void', 'idempotency_key_reused')
  async record(
    @CurrentUser() { companyId, userId }: UserPrincipal,
    @PathId('recordId', EXAMPLE_IDS.record) recordId: string,
    @ValidBody(CorrectRecordBody) { units, qualityId = null, ...body }: CorrectRecordBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const asked = { ...body, recordId, qualityId, units: new Decimal(units).toFixed() };
    const corrected = await this.correctRecord.execute(companyId, userId, asked);
    response.status(corrected.created ? 201 : 200);
    return ok(correctionAnswer(corrected));
  }
}
