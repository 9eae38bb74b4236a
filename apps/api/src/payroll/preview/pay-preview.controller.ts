import type { UserPrincipal } from '@furrow/access/domain';
import { PreviewPay } from '@furrow/farm-file';
import type { ReceivedBody } from '@furrow/http';
import { ValidationFailed } from '@furrow/kernel';
import { Controller, HttpCode, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUser, UserAccess } from '../../auth/index.ts';
import { Received } from '../../http/bodies/validated.ts';
import { ok } from '../../http/ok.ts';
import { Answers, Does, ExampleBody, Takes } from '../../openapi/decorators.ts';
import { PayReads } from '../pay-reads.ts';
import { PAY_PREVIEW, POLICIES_OF_FILE } from './pay-preview.answer.ts';

/** Before a pay policy is changed. */
@Controller('api/control/farm/pay-preview')
@UserAccess('admin')
export class PayPreviewController {
  constructor(
    private readonly previewPay: PreviewPay,
    private readonly payReads: PayReads,
  ) {}

  @Post()
  @HttpCode(200)
  @Does(
    'What last week would have cost',
    'By the pay policies of the body, as if they had been in force by then; nothing is written. Without manual lines, and ' +
      'without corrections of earlier runs. Like the figures of a pay run, it is calculated in the company’s turn.',
  )
  @Takes(POLICIES_OF_FILE)
  @ExampleBody({ payPolicies: [{ validFrom: '2026-02-01', minimumWage: { amount: 10, per: 'hour' } }] })
  @Answers(200, 'As it is paid, and as it would be', PAY_PREVIEW)
  async preview(
    @CurrentUser() { companyId }: UserPrincipal,
    @Received() { members, problems }: ReceivedBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    if (problems.length > 0) throw new ValidationFailed(problems);
    const { payPolicies, ...others } = members as { readonly payPolicies?: unknown };
    const [other] = Object.keys(others);
    if (other !== undefined) throw ValidationFailed.of(other, 'is not accepted here; is it misspelt?');
    if (payPolicies === undefined || payPolicies === null)
      throw ValidationFailed.of('payPolicies', 'is required');
    return ok(
      await this.payReads.use(companyId, response, () => this.previewPay.execute(companyId, { payPolicies })),
    );
  }
}
