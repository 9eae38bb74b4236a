import type { UserPrincipal } from '@furrow/access/domain';
import { ListDueRests, ReadRest } from '@furrow/safety';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { ValidQuery } from '../http/bodies/validated.ts';
import { exportAsked } from '../http/export/export-format.ts';
import { exportsOf } from '../http/export/export.schema.ts';
import { listAnswer } from '../http/export/list-answer.ts';
import { ok } from '../http/ok.ts';
import { Streams } from '../http/streams.ts';
import { Answers, AnswersAlso, Does, Refuses } from '../openapi/decorators.ts';
import { RestReads } from './rest-reads.ts';
import { DUE_RESTS, dueRestAnswer, dueRestForm, projectHeatAnswer, REST, restAnswer } from './rest.answer.ts';
import { DueRestsQueryDto, RestQueryDto } from './rest.dto.ts';

/** Rests of crews in heat. */
@Controller('api/control/rest')
@UserAccess('supervisor', 'admin')
export class RestController {
  constructor(
    private readonly readRest: ReadRest,
    private readonly listDueRests: ListDueRests,
    private readonly reads: RestReads,
    private readonly streams: Streams,
  ) {}

  @Get()
  @Does(
    'Who is due for a rest',
    'Every worker on a running shift: minutes worked since the last break that is long enough, the rest rule in force with the ' +
      'reading and its age, and when the rest is due. Without a reading of the last 30 minutes it is `unknown`, never fine. ' +
      'docs/rest.md explains the rules; they are no legal advice.',
  )
  @Answers(200, 'By worker', REST)
  @Refuses('project_not_found')
  now(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(RestQueryDto) { projectId }: RestQueryDto,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.reads.use(companyId, response, async () => {
      const { asOf, workers, projects } = await this.readRest.execute(companyId, projectId ?? null);
      const heats = projects.map((project) => projectHeatAnswer(project, asOf));
      return ok(
        workers.map((worker) => restAnswer(worker, asOf)),
        { meta: { asOf: asOf.toISOString(), projects: heats } },
      );
    });
  }

  @Get('due')
  @Does(
    'Rests that were due',
    'In some days of a project: who, by which rule and which reading as they were known then, when the break came, and what ' +
      'shifts that came later have corrected.',
  )
  @AnswersAlso(
    200,
    'By the time when they were due',
    DUE_RESTS,
    exportsOf(DUE_RESTS, 'One line per rest that was due', dueRestForm('America/Santiago')),
  )
  @Refuses('project_not_found', 'invalid_date_range', 'date_range_too_long')
  due(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(DueRestsQueryDto) query: DueRestsQueryDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const asked = exportAsked(request, response, query);
    return this.streams.use(companyId, response, async () => {
      const { timezone, rests } = await this.listDueRests.execute(companyId, query);
      const answer = listAnswer(response, asked, dueRestForm(timezone));
      await answer.write(rests.map((rest) => JSON.stringify(dueRestAnswer(rest))));
      answer.end();
    });
  }
}
