import type { UserPrincipal } from '@furrow/access/domain';
import { ValidationFailed } from '@furrow/kernel';
import { IssueReceipt, ListReceipts, RevokeReceipt } from '@furrow/payroll';
import { Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { PathId, ValidBody, ValidQuery } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { ISSUED_RECEIPT, receiptAnswer, RECEIPTS } from './receipt.answer.ts';
import { IssueReceiptBody, ListReceiptsQuery } from './receipt.dto.ts';
import { ReceiptLinks } from './receipt-links.ts';

/** Links by which workers see their own days. */
@Controller('api/control/receipts')
@UserAccess('supervisor', 'admin')
export class ReceiptsController {
  constructor(
    private readonly issueReceipt: IssueReceipt,
    private readonly listReceipts: ListReceipts,
    private readonly revokeReceipt: RevokeReceipt,
    private readonly links: ReceiptLinks,
  ) {}

  @Post()
  @Does(
    'Let a worker see the own days',
    'The link opens a page with the worker’s units, hours, breaks and, under a pay policy, what they come to so far, for seven days and without an account.',
  )
  @ExampleBody({ workerId: EXAMPLE_IDS.worker })
  @Answers(201, 'The link', ISSUED_RECEIPT)
  @Refuses('worker_not_found', 'badge_unknown')
  async issue(
    @CurrentUser() { companyId, userId }: UserPrincipal,
    @ValidBody(IssueReceiptBody) { workerId, badge, days }: IssueReceiptBody,
  ) {
    if ((workerId ?? null) === (badge ?? null) || (workerId && badge))
      throw ValidationFailed.of('workerId', 'must be given, or badge in its place');
    const receipt = await this.issueReceipt.execute(companyId, userId, {
      ...{ workerId: workerId?.toLowerCase() ?? null, badge: badge ?? null, days: days ?? null },
    });
    const url = await this.links.urlOf({ companyId, receiptId: receipt.receiptId });
    return ok({ ...receiptAnswer(receipt), url });
  }

  @Get()
  @Does(
    'Links to the days of workers',
    'The latest 100 that still work, the latest first, without their addresses.',
  )
  @Answers(200, 'The receipts', RECEIPTS)
  @Refuses('worker_not_found')
  async list(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(ListReceiptsQuery) { workerId }: ListReceiptsQuery,
  ) {
    const receipts = await this.listReceipts.execute(companyId, workerId?.toLowerCase() ?? null);
    return ok(receipts.map(receiptAnswer));
  }

  @Delete(':receiptId')
  @Does('Revoke a link to the days of a worker', 'Repeatable without effect.')
  @Answers(204, 'The link does not work any more')
  @Refuses('receipt_not_found')
  @HttpCode(204)
  async revoke(
    @CurrentUser() { companyId }: UserPrincipal,
    @PathId('receiptId', EXAMPLE_IDS.receipt) receiptId: string,
  ): Promise<void> {
    await this.revokeReceipt.execute(companyId, receiptId);
  }
}
