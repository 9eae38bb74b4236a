import type { UserPrincipal } from '@furrow/access/domain';
import { ListQualities } from '@furrow/production';
import { Controller, Get } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { Answers, Does } from '../openapi/decorators.ts';
import { about, idOf, listOf, named, success, text } from '../openapi/schema.ts';

const QUALITIES = success(
  listOf(
    named('Quality', 'What a company sorts its harvest into.', {
      qualityId: about(idOf('quality'), 'What records name'),
      key: about(text, 'The operator’s name for it, which never changes', 'export'),
      name: about(text, 'What people call it', 'Export'),
    }),
  ),
);

@Controller('api/control/production/qualities')
@UserAccess('supervisor', 'admin')
export class QualitiesController {
  constructor(private readonly listQualities: ListQualities) {}

  @Get()
  @Does('Qualities', 'Those that the company uses now. A record may name one.')
  @Answers(200, 'By name', QUALITIES)
  async list(@CurrentUser() user: UserPrincipal) {
    return { status: 'success', data: await this.listQualities.execute(user.companyId) };
  }
}
