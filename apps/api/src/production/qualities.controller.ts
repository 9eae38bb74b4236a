import type { UserPrincipal } from '@furrow/access/domain';
import { ListQualities } from '@furrow/production';
import { Controller, Get } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { Answers, Does } from '../openapi/decorators.ts';
import * as s from '../openapi/schema.ts';
import { ok } from '../http/ok.ts';

const QUALITIES = s.success(
  s.listOf(
    s.named('Quality', 'A grade of the harvest.', {
      qualityId: s.about(s.idOf('quality'), 'Its id in records'),
      key: s.about(s.text, 'Its key in the farm file, which never changes', 'export'),
      name: s.about(s.text, 'Its name', 'Export'),
    }),
  ),
);

@Controller('api/control/production/qualities')
@UserAccess('supervisor', 'admin')
export class QualitiesController {
  constructor(private readonly listQualities: ListQualities) {}

  @Get()
  @Does('Qualities', 'The company’s active ones. A record may name one.')
  @Answers(200, 'By name', QUALITIES)
  async list(@CurrentUser() user: UserPrincipal) {
    return ok(await this.listQualities.execute(user.companyId));
  }
}
