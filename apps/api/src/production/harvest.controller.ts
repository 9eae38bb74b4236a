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
import { Answers, Does, Refuses } from '../openapi/decorators.ts';
import { HarvestQueryDto } from './harvest.dto.ts';
import { HARVEST } from './harvest.schema.ts';

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
  @Does('Harvest sessions with per-worker and per-quality figures', 'Ordered by day, opening and id.')
  @Answers(200, 'The sessions of the range', HARVEST)
  @Refuses(
    'validation_failed',
    'invalid_date_range',
    'date_range_too_long',
    'company_mismatch',
    'project_forbidden',
    'sector_forbidden',
    'sector_not_in_project',
  )
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
