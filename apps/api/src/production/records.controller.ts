import { Body, Controller, Get, Head, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import type { UserPrincipal } from '@furrow/access';
import { ValidationFailed } from '@furrow/kernel';
import { Metrics } from '@furrow/platform';
import { AddRecords, GetRecord, KeyUsage, VoidRecord } from '@furrow/production';
import type { Request, Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { Contradictory } from '../errors/refusals.ts';
import { BodyLimit } from '../http/body-reader.ts';
import { cleanText } from '../http/json-body.ts';
import { isStrict, ValidBody, ValidQuery } from '../http/validated.ts';
import { syncInBulk } from './bulk-sync.ts';
import { recordAnswer } from './record-answer.ts';
import { recordDraftOf } from './record-body.ts';
import { KeyQuery, VoidRecordBody } from './record.dto.ts';

@Controller('api/control/production/records')
@UserAccess('supervisor', 'admin')
export class RecordsController {
  constructor(
    private readonly addRecords: AddRecords,
    private readonly getRecord: GetRecord,
    private readonly voidRecord: VoidRecord,
    private readonly keyUsage: KeyUsage,
    private readonly metrics: Metrics,
  ) {}

  /** 201 when made, 200 with the same record when it was sent before. */
  @Post()
  async add(
    @CurrentUser() user: UserPrincipal,
    @Req() request: Request,
    @Body() body: Record<string, unknown>,
    @Res({ passthrough: true }) response: Response,
  ) {
    const draft = recordDraftOf(withKeyOfHeader(body, request), isStrict(request));
    const [outcome] = await this.addRecords.execute(user.companyId, user, [draft]);
    if (outcome?.kind === 'refused') throw outcome.error;
    if (!outcome) throw new Error('A draft has no outcome');
    response.status(outcome.kind === 'created' ? 201 : 200);
    return { status: 'success', data: recordAnswer(outcome.record, outcome.session) };
  }

  /** A phone's records in one call, each with a result of its own. */
  @Post('bulk')
  @HttpCode(207)
  @BodyLimit('5mb')
  async sync(@CurrentUser() user: UserPrincipal, @Req() request: Request, @Body() body: Record<string, unknown>) {
    const results = await syncInBulk(body, isStrict(request), (drafts) =>
      this.addRecords.execute(user.companyId, user, drafts),
    );
    const summary = { created: 0, repeated: 0, failed: 0 };
    for (const { status, code } of results) {
      summary[status === 201 ? 'created' : status === 200 ? 'repeated' : 'failed']++;
      if (code !== undefined) this.metrics.refused.inc({ code });
    }
    return { status: 'success', data: { results, summary } };
  }

  /** 200 when one of the keys was used by the calling user, 404 when not. */
  @Head('check-idempotency')
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
  async get(@CurrentUser() user: UserPrincipal, @Param('recordId') recordId: string) {
    const { record, session } = await this.getRecord.execute(user.companyId, user.userId, recordId);
    return { status: 'success', data: recordAnswer(record, session) };
  }

  /** Takes the units back with a counter-movement; repeatable without effect. */
  @Post(':recordId/void')
  @HttpCode(200)
  async void(
    @CurrentUser() user: UserPrincipal,
    @Param('recordId') recordId: string,
    @ValidBody(VoidRecordBody) body: VoidRecordBody,
  ) {
    const { state } = await this.voidRecord.execute(user.companyId, user, recordId, body.reason ?? null);
    return {
      status: 'success',
      data: {
        recordId: state.voidsRecordId,
        voided: true,
        counterRecordId: state.recordId,
        units: Number(state.units),
      },
    };
  }
}

/** @throws Contradictory when header and body name different keys */
function withKeyOfHeader(body: Record<string, unknown>, request: Request): Record<string, unknown> {
  const header = request.headers['idempotency-key'];
  if (typeof header !== 'string') return body;
  const key = cleanText(Buffer.from(header, 'latin1').toString('utf8'), 'Idempotency-Key');
  const inBody = body['idempotencyKey'] ?? key;
  if (inBody !== key)
    throw new Contradictory([{ field: 'idempotencyKey', message: 'must equal the Idempotency-Key header' }]);
  return { ...body, idempotencyKey: key };
}
