import { Controller, Get, Res } from '@nestjs/common';
import type { TokenPrincipal } from '@furrow/access';
import { DateRange } from '@furrow/kernel';
import { ReportHarvest } from '@furrow/production';
import type { Response } from 'express';
import { CurrentToken, TokenAccess } from '../auth/index.ts';
import { CompanyMismatch } from '../errors/refusals.ts';
import { JsonArrayAnswer } from '../http/json-array-answer.ts';
import { StreamSlots } from '../http/stream-slots.ts';
import { ValidQuery } from '../http/validated.ts';
import { HarvestQueryDto } from './harvest.dto.ts';

const MAX_DAYS = 366;

@Controller('api/control/harvest')
@TokenAccess('read:production')
export class HarvestController {
  constructor(
    private readonly reportHarvest: ReportHarvest,
    private readonly slots: StreamSlots,
  ) {}

  /** Sessions of a range of local days, streamed as they are read. */
  @Get()
  async report(
    @CurrentToken() token: TokenPrincipal,
    @ValidQuery(HarvestQueryDto) query: HarvestQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    const { startTime, endTime, companyId, projectId, sectorId } = query;
    const range = DateRange.of(startTime, endTime, MAX_DAYS);
    if (companyId !== undefined && companyId.toLowerCase() !== token.companyId) throw new CompanyMismatch();
    const filters = { projectId: projectId ?? null, sectorId: sectorId ?? null };
    await this.slots.use(async () => {
      const answer = new JsonArrayAnswer(response);
      const sessionCount = await this.reportHarvest.execute(token.companyId, range, filters, (sessions) =>
        answer.write(sessions),
      );
      answer.end({ meta: { sessionCount, startTime, endTime } });
    });
  }
}
