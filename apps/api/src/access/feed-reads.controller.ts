import { ListFeedReads } from '@furrow/access';
import type { UserPrincipal } from '@furrow/access/domain';
import { Controller, Get } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { Answers, Does } from '../openapi/decorators.ts';
import { ok } from '../http/ok.ts';
import { FEED_READS, feedReadAnswer } from './token.answer.ts';

@Controller('api/console/feeds')
@UserAccess('admin')
export class ConsoleFeedsController {
  constructor(private readonly listFeedReads: ListFeedReads) {}

  @Get()
  @Does(
    'Readers of change feeds',
    'Which feeds each API token follows, and whether it has caught up. Tokens that are revoked or expired are left out.',
  )
  @Answers(200, 'By name of the token and feed', FEED_READS)
  async list(@CurrentUser() { companyId }: UserPrincipal) {
    return ok((await this.listFeedReads.execute(companyId)).map(feedReadAnswer));
  }
}
