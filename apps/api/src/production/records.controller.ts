import { Controller, Get, Head, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { UserPrincipal } from '@furrow/access/domain';
import { cleanText, isStrict, type ReceivedBody } from '@furrow/http';
import { ValidationFailed } from '@furrow/kernel';
import { Metrics } from '@furrow/observability';
import { AddRecords, FindPossibleRepeats, GetRecord, KeyUsage, VoidRecord } from '@furrow/production';
import type { RecordDraft } from '@furrow/production/domain';
import type { Request, Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { Contradictory } from '../errors/api-errors.ts';
import { BodyLimit, ItemsApart } from '../http/bodies/body-reader.ts';
import { syncInBulk } from '../http/bulk-sync.ts';
import { PathId, Received, ValidBody, ValidQuery } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does, ExampleBody, Refuses, Takes } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { RECORD, RECORD_REFUSALS, recordAnswer, SYNCED, VOIDED } from './record.answer.ts';
import {
  BULK_OF_RECORDS,
  EXAMPLE_RECORD,
  RECORD_REQUEST,
  recordDraftOf,
  SYNC_REQUEST,
} from './record-body.ts';
import { KeyQuery, VoidRecordBody } from './record.dto.ts';

@Controller('api/control/production/records')
@UserAccess('supervisor', 'admin')
export class RecordsController {
  constructor(
    private readonly addRecords: AddRecords,
    private readonly getRecord: GetRecord,
    private readonly voidRecord: VoidRecord,
    private readonly keyUsage: KeyUsage,
    private readonly possibleRepeats: FindPossibleRepeats,
    private readonly metrics: Metrics,
  ) {}

  @Post()
  @Does('Add units to an open session', 'Safe to repeat: the same `clientEventId` never counts twice.')
  @Takes(RECORD_REQUEST)
  @ExampleBody(EXAMPLE_RECORD)
  @ApiHeader({
    name: 'Idempotency-Key',
    required: false,
    description: 'Instead of `idempotencyKey` in the body; if both are sent they must agree, else 422',
    schema: { type: 'string', minLength: 1, maxLength: 100 },
  })
  @Answers(201, 'Created', RECORD)
  @Answers(200, 'Created before; the same record', RECORD)
  @Refuses(
    ...RECORD_REFUSALS,
    '422 validation_failed', // header and body name different keys
  )
  async add(
    @CurrentUser() user: UserPrincipal,
    @Req() request: Request,
    @Received() received: ReceivedBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const draft = draftWithKeyOfHeader(received, request);
    const [outcome] = await this.addRecords.execute(user.companyId, user, [draft]);
    if (outcome?.kind === 'refused') throw outcome.error;
    if (!outcome) throw new Error('A draft has no outcome');
    this.metrics.acknowledged.inc({ kind: 'record', outcome: outcome.kind });
    response.status(outcome.kind === 'created' ? 201 : 200);
    const repeats = await this.possibleRepeats.execute(user.companyId, outcome.session);
    return ok(recordAnswer(outcome.record, outcome.session, { repeats }));
  }

  @Post('bulk')
  @Does(
    'Add many records, each with a result of its own',
    'Results are in the order sent; a refused item does not affect the others.',
  )
  @Takes(SYNC_REQUEST)
  @ExampleBody({ records: [EXAMPLE_RECORD] })
  @Answers(207, 'A result for each record', SYNCED)
  @HttpCode(207)
  @BodyLimit(5)
  @ItemsApart('records')
  async sync(@CurrentUser() user: UserPrincipal, @Req() request: Request, @Received() body: ReceivedBody) {
    const { results, summary } = await syncInBulk(
      BULK_OF_RECORDS,
      body,
      isStrict(request),
      async (drafts) => {
        const outcomes = await this.addRecords.execute(user.companyId, user, drafts);
        return outcomes.map((outcome) =>
          outcome.kind === 'refused' ? outcome : { kind: outcome.kind, id: outcome.record.state.recordId },
        );
      },
    );
    for (const { code } of results) if (code !== undefined) this.metrics.refused.inc({ code });
    for (const outcome of ['created', 'repeated'] as const)
      this.metrics.acknowledged.inc({ kind: 'record', outcome }, summary[outcome]);
    return ok({ results, summary });
  }

  @Head('check-idempotency')
  @Does('Test whether a key was used by the calling user')
  @Answers(200, 'Used')
  @Answers(404, 'Not used')
  async check(
    @CurrentUser() user: UserPrincipal,
    @ValidQuery(KeyQuery) keys: KeyQuery,
    @Res() response: Response,
  ): Promise<void> {
    if (keys.clientEventId === undefined && keys.idempotencyKey === undefined)
      throw ValidationFailed.of('idempotencyKey', 'is required, or clientEventId instead');
    const used = await this.keyUsage.execute(user.companyId, user.userId, keys);
    response.status(used ? 200 : 404).end();
  }

  @Get(':recordId')
  @Does('Get a record of a session of one’s own')
  @Answers(200, 'The record', RECORD)
  @Refuses('record_not_found', 'not_session_owner')
  async get(@CurrentUser() user: UserPrincipal, @PathId('recordId', EXAMPLE_IDS.record) recordId: string) {
    const { record, session, ...about } = await this.getRecord.execute(user.companyId, user.userId, recordId);
    return ok(recordAnswer(record, session, about));
  }

  @Post(':recordId/void')
  @Does(
    'Void a record with a counter-movement',
    'Repeatable without effect, even after the session was closed. What a frozen pay run has paid is voided by admins alone, also in sessions of others.',
  )
  @ExampleBody({ reason: 'Counted twice' })
  @Answers(200, 'Voided', VOIDED)
  @Refuses(
    ...['record_not_found', 'not_session_owner', 'record_is_void'],
    ...['paid_by_frozen_run', 'session_not_open'],
  )
  @HttpCode(200)
  async void(
    @CurrentUser() user: UserPrincipal,
    @PathId('recordId', EXAMPLE_IDS.record) recordId: string,
    @ValidBody(VoidRecordBody) body: VoidRecordBody,
  ) {
    const voider = { ...user, voidsPaid: user.role === 'admin' };
    const { state } = await this.voidRecord.execute(user.companyId, voider, {
      recordId,
      reason: body.reason ?? null,
    });
    return ok({
      recordId: state.voidsRecordId ?? recordId,
      voided: true,
      counterRecordId: state.recordId,
      units: Number(state.units),
    });
  }
}

/**
 * The key may be in the header, in the body, or in both.
 * @throws ValidationFailed; Contradictory if header and body have different keys
 */
function draftWithKeyOfHeader({ members, problems }: ReceivedBody, request: Request): RecordDraft {
  const header = request.headers['idempotency-key'];
  if (typeof header !== 'string') return recordDraftOf(members, isStrict(request), problems);
  const key = cleanText(Buffer.from(header, 'latin1').toString('utf8'), 'Idempotency-Key');
  const idempotencyKey = members['idempotencyKey'] ?? key;
  const draft = recordDraftOf({ ...members, idempotencyKey }, isStrict(request), problems);
  if (draft.idempotencyKey !== key)
    throw new Contradictory([{ field: 'idempotencyKey', message: 'must equal the Idempotency-Key header' }]);
  return draft;
}
