import type { UserPrincipal } from '@furrow/access/domain';
import {
  ListClosures,
  ListTreatments,
  RecordTreatment,
  type RegisteredTreatment,
  type TreatmentFilters,
  VoidTreatment,
} from '@furrow/agronomy';
import type { TreatmentDraft } from '@furrow/agronomy/domain';
import { Decimal } from '@furrow/kernel';
import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { CsvAnswer, ObjectsAnswer } from '../http/export/export-answers.ts';
import { type ExportAsked, exportAsked } from '../http/export/export-format.ts';
import { pageMeta } from '../http/page-query.ts';
import { Streams } from '../http/streams.ts';
import { PathId, ValidBody, ValidQuery } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, AnswersAlso, AnswersIn, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { REGISTER, REGISTER_CONTENT } from './treatment-register.ts';
import {
  ExportTreatmentsQuery,
  ListTreatmentsQuery,
  RecordTreatmentBody,
  VoidTreatmentBody,
} from './treatment.dto.ts';
import {
  closureAnswer,
  CLOSURES,
  EXAMPLE_TREATMENT,
  TREATMENT,
  treatmentAnswer,
  TREATMENTS,
} from './treatment.answer.ts';

const FILE = 'treatments';
const PLACE = ['project_not_found', 'sector_not_found', 'sector_not_in_project'];

@Controller('api/control/treatments')
@UserAccess('agronomist', 'supervisor', 'admin')
export class TreatmentsController {
  constructor(
    private readonly recordTreatment: RecordTreatment,
    private readonly voidTreatment: VoidTreatment,
    private readonly listTreatments: ListTreatments,
    private readonly listClosures: ListClosures,
    private readonly streams: Streams,
  ) {}

  @Post()
  @Does(
    'Record a treatment',
    'Safe to repeat: the same `clientEventId` is never recorded twice. The harvest guard applies to its sectors from then on.',
  )
  @ExampleBody(EXAMPLE_TREATMENT)
  @Answers(201, 'Recorded', TREATMENT)
  @Answers(200, 'Recorded before; the same treatment', TREATMENT)
  @Refuses(...PLACE, 'idempotency_key_reused', 'started_in_future')
  async record(
    @CurrentUser() user: UserPrincipal,
    @ValidBody(RecordTreatmentBody) body: RecordTreatmentBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const author = { userId: user.userId, idpId: user.idpId };
    const { treatment, created } = await this.recordTreatment.execute(user.companyId, author, draftOf(body));
    response.status(created ? 201 : 200);
    return ok(treatmentAnswer(treatment.state));
  }

  @Get()
  @Does(
    'Treatments of the company',
    'By start and id, in pages, or with `format` in one stream; includes voided ones, marked as such.',
  )
  @AnswersAlso(200, 'The page, or all', TREATMENTS, REGISTER_CONTENT)
  @Refuses('invalid_date_range', ...PLACE)
  async list(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(ListTreatmentsQuery) query: ListTreatmentsQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const asked = exportAsked(request, response, query);
    if (asked.format !== 'json') return this.#export(companyId, query, asked, response);
    const { items, total } = await this.listTreatments.page(companyId, filtersOf(query), query);
    response.json(ok(items.map(treatmentAnswer), { meta: pageMeta(query, total) }));
  }

  @Get('closures')
  @Does(
    'Sectors that treatments close right now',
    'To the harvest or to people. Of several treatments that close a sector, the one that ends last counts.',
  )
  @Answers(200, 'The closed sectors of the company', CLOSURES)
  async closures(@CurrentUser() { companyId }: UserPrincipal) {
    return ok((await this.listClosures.execute(companyId)).map(closureAnswer));
  }

  @Get('export')
  @Does(
    'The register of treatments',
    'By start and id, with every member that Implementing Regulation (EU) 2023/564 requires of a spray record.',
  )
  @AnswersIn(200, 'Everything that matches the filters, in one stream', REGISTER_CONTENT)
  @Refuses('invalid_date_range', ...PLACE)
  export(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(ExportTreatmentsQuery) query: ExportTreatmentsQuery,
    @Res() response: Response,
  ): Promise<void> {
    const { format = 'csv', separator } = query;
    return this.#export(companyId, query, { format, separator }, response);
  }

  #export(
    companyId: string,
    query: ListTreatmentsQuery | ExportTreatmentsQuery,
    asked: ExportAsked,
    response: Response,
  ): Promise<void> {
    return this.streams.use(companyId, response, async () => {
      const register = registerIn(asked, response);
      await this.listTreatments.each(companyId, filtersOf(query), register.write);
      register.end();
    });
  }

  @Post(':treatmentId/void')
  @HttpCode(200)
  @Does('Void a treatment', 'For its author and admins. Repeatable without effect.')
  @ExampleBody({ reason: 'Recorded for the wrong sector' })
  @Answers(200, 'Voided: the harvest guard no longer applies it', TREATMENT)
  @Refuses('treatment_not_found', 'not_treatment_author')
  async void(
    @CurrentUser() user: UserPrincipal,
    @PathId('treatmentId', EXAMPLE_IDS.treatment) treatmentId: string,
    @ValidBody(VoidTreatmentBody) body: VoidTreatmentBody,
  ) {
    const voider = { userId: user.userId, mayVoidAny: user.role === 'admin' };
    const treatment = await this.voidTreatment.execute(user.companyId, voider, {
      treatmentId,
      reason: body.reason ?? null,
    });
    return ok(treatmentAnswer(treatment.state));
  }
}

function draftOf(body: RecordTreatmentBody): TreatmentDraft {
  return {
    clientEventId: body.clientEventId,
    projectId: body.projectId.toLowerCase(),
    sectorIds: body.sectorIds.map((id) => id.toLowerCase()),
    product: body.product,
    authorisationNumber: body.authorisationNumber ?? null,
    activeSubstances: body.activeSubstances ?? [],
    target: body.target ?? null,
    cropCode: body.cropCode ?? null,
    bbch: body.bbch ?? null,
    area: exact(body.area),
    startedAt: body.startedAt,
    endedAt: body.endedAt ?? null,
    dose: new Decimal(body.dose).toFixed(),
    doseUnit: body.doseUnit,
    preHarvestDays: body.preHarvestDays,
    reentryHours: exact(body.reentryHours),
    operator: body.operator ?? null,
    equipment: body.equipment ?? null,
    notes: body.notes ?? null,
  };
}

const exact = (value: number | null | undefined) =>
  value === null || value === undefined ? null : new Decimal(value).toFixed();

function filtersOf(query: ListTreatmentsQuery | ExportTreatmentsQuery) {
  const { from, to, projectId, sectorId } = query;
  const filters: TreatmentFilters = {
    ...{ from: from ?? null, to: to ?? null },
    ...{ projectId: projectId ?? null, sectorId: sectorId ?? null },
    closingAt: ('closingAt' in query && query.closingAt) || null,
  };
  return filters;
}

interface Register {
  readonly write: (treatments: readonly RegisteredTreatment[]) => Promise<void>;
  readonly end: () => void;
}

function registerIn({ format, separator = ',' }: ExportAsked, response: Response): Register {
  if (format === 'csv') {
    const answer = new CsvAnswer(response, REGISTER.headings, separator, FILE);
    return { write: (batch) => answer.write(batch.flatMap(REGISTER.rows)), end: () => answer.end() };
  }
  const answer = ObjectsAnswer.lines(response, FILE);
  return {
    write: (batch) => answer.write(batch.map(({ treatment }) => treatmentAnswer(treatment))),
    end: () => answer.end(),
  };
}
