import { ListPhones, ReportPhone } from '@furrow/access';
import type { UserPrincipal } from '@furrow/access/domain';
import { isId, ValidationFailed } from '@furrow/kernel';
import { Controller, Get, HttpCode, Put } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../../auth/index.ts';
import { PathId, ValidBody } from '../../http/bodies/validated.ts';
import { ok } from '../../http/ok.ts';
import { Answers, Does, ExampleBody } from '../../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../../openapi/schema.ts';
import { phoneAnswer, PHONES } from './phone.answer.ts';
import { ReportPhoneBody } from './phone.dto.ts';

/** What the phones of the field app say of themselves. */
@Controller('api/control/phones')
export class PhonesController {
  constructor(
    private readonly reportPhone: ReportPhone,
    private readonly listPhones: ListPhones,
  ) {}

  @Put(':phoneId')
  @UserAccess('supervisor', 'agronomist', 'admin')
  @HttpCode(204)
  @Does(
    'Tell how a phone is',
    'The field app says what is unsent on a phone of the user. Of each user the 20 phones that told last are kept.',
  )
  @ExampleBody({ unsent: 3, version: '0.3.0', persisted: true })
  @Answers(204, 'Kept')
  async report(
    @CurrentUser() { companyId, userId }: UserPrincipal,
    @PathId('phoneId', EXAMPLE_IDS.phone, 'A UUID that the phone made for itself') phoneId: string,
    @ValidBody(ReportPhoneBody) { unsent, version, persisted }: ReportPhoneBody,
  ): Promise<void> {
    if (!isId(phoneId)) throw ValidationFailed.of('phoneId', 'must be a UUID');
    await this.reportPhone.execute(companyId, userId, {
      ...{ phoneId: phoneId.toLowerCase(), unsent, version, persisted: persisted ?? null },
    });
  }

  @Get()
  @UserAccess('admin')
  @Does('Phones', 'Those on which users signed in to the field app, with what they told last.')
  @Answers(200, 'Those that told last come first', PHONES)
  async list(@CurrentUser() { companyId }: UserPrincipal) {
    return ok((await this.listPhones.execute(companyId)).map(phoneAnswer));
  }
}
