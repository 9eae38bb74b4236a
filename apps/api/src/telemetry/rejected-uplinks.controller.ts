import type { UserPrincipal } from '@furrow/access/domain';
import { ListRejectedUplinks } from '@furrow/telemetry';
import { Controller, Get } from '@nestjs/common';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { ok } from '../http/ok.ts';
import { Answers, Does } from '../openapi/decorators.ts';
import { rejectedUplinkAnswer, REJECTED_UPLINKS } from './rejected-uplink.answer.ts';

@Controller('api/console/rejected-uplinks')
@UserAccess('admin', 'agronomist')
export class ConsoleRejectedUplinksController {
  constructor(private readonly listRejected: ListRejectedUplinks) {}

  @Get()
  @Does(
    'LoRaWAN uplinks of which nothing was stored',
    'By device, network server and reason; of a company the latest 200, for 30 days.',
  )
  @Answers(200, 'The latest first', REJECTED_UPLINKS)
  async list(@CurrentUser() { companyId }: UserPrincipal) {
    return ok((await this.listRejected.execute(companyId)).map(rejectedUplinkAnswer));
  }
}
