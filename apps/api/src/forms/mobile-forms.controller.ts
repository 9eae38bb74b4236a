import { Controller, Get } from '@nestjs/common';
import type { UserPrincipal } from '@furrow/access/domain';
import { ListForms } from '@furrow/forms';
import { CurrentUser, MobileAccess } from '../auth/index.ts';
import { ValidQuery } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does } from '../openapi/decorators.ts';
import { FormsQuery } from './form.dto.ts';
import { FORMS } from './form.answer.ts';

@Controller('api/control/mobile/forms')
@MobileAccess()
export class MobileFormsController {
  constructor(private readonly listForms: ListForms) {}

  @Get('getForms')
  @Does('List the forms that a user of the mobile app may fill in')
  @Answers(200, 'Monitoring forms, or task forms, by name', FORMS)
  async list(@CurrentUser() user: UserPrincipal, @ValidQuery(FormsQuery) query: FormsQuery) {
    return ok(await this.listForms.execute(user.companyId, user, { subtype: query.subtype ?? null }));
  }
}
