import type { UserPrincipal } from '@furrow/access/domain';
import { GetWorker, ListWorkerOptions, ListWorkers, RegisterWorker } from '@furrow/workforce';
import { Controller, Get, HttpStatus, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { BodyLimit } from '../http/bodies/body-reader.ts';
import { exportAsked } from '../http/export/export-format.ts';
import { exportsOf } from '../http/export/export.schema.ts';
import { listAnswer } from '../http/export/list-answer.ts';
import { pageMeta } from '../http/page-query.ts';
import { Streams } from '../http/streams.ts';
import { PathId, ValidBody, ValidQuery } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, AnswersAlso, Does, ExampleBody, Refuses } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { CreateWorkerBody } from './create-worker.dto.ts';
import { ListWorkersQuery } from './list-workers.dto.ts';
import { DUPLICATE_WORKER, WORKER, WORKER_OPTIONS, WORKERS, WORKERS_FORM } from './worker.answer.ts';

const BODY_WITH_PHOTO_MB = 20;

@Controller('api/control/workers')
@UserAccess()
export class WorkersController {
  constructor(
    private readonly registerWorker: RegisterWorker,
    private readonly getWorker: GetWorker,
    private readonly listWorkers: ListWorkers,
    private readonly listOptions: ListWorkerOptions,
    private readonly streams: Streams,
  ) {}

  @Post()
  @Does(
    'Register a worker',
    'Registering the same person again answers 200 with the existing worker, and adds a document or photo that was missing.',
  )
  @Answers(201, 'Registered', WORKER)
  @AnswersAlso(200, 'Existed already', DUPLICATE_WORKER)
  @ExampleBody({
    ...{ first_name: 'Ana María', last_name: 'López', hire_date: '2025-03-15' },
    ...{ position: 'harvester', employment_type: 'seasonal', status: 'active' },
  })
  @Refuses('unsupported_media', 'media_too_large')
  @UserAccess('admin', 'supervisor')
  @BodyLimit(BODY_WITH_PHOTO_MB)
  async create(
    @CurrentUser() user: UserPrincipal,
    @ValidBody(CreateWorkerBody) body: CreateWorkerBody,
    @Res({ passthrough: true }) response: Response,
  ) {
    const { worker, duplicate } = await this.registerWorker.execute(user.companyId, body);
    response.status(duplicate ? HttpStatus.OK : HttpStatus.CREATED);
    const data = await this.getWorker.execute(user.companyId, worker.id);
    return duplicate ? ok(data, { meta: { duplicate: true } }) : ok(data);
  }

  @Get()
  @Does(
    'Workers',
    'Those of the user’s company, newest first, in pages; with `format` all of them in one stream.',
  )
  @AnswersAlso(200, 'The page, or all', WORKERS, exportsOf(WORKERS, 'One line per worker', WORKERS_FORM))
  async list(
    @CurrentUser() user: UserPrincipal,
    @ValidQuery(ListWorkersQuery) query: ListWorkersQuery,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const asked = exportAsked(request, response, query);
    const filters = {
      q: query.q ?? '',
      status: query.status || null,
      position: query.position || null,
      employment_type: query.employment_type || null,
    };
    if (asked.format === 'json') {
      const { items, total } = await this.listWorkers.execute(user.companyId, {
        ...filters,
        ...{ page: query.page, pageSize: query.pageSize },
      });
      response.json(ok(items, { meta: pageMeta(query, total) }));
      return;
    }
    await this.streams.use(user.companyId, response, async () => {
      const answer = listAnswer(response, asked, WORKERS_FORM);
      await this.listWorkers.each(user.companyId, filters, (workers) =>
        answer.write(workers.map((worker) => JSON.stringify(worker))),
      );
      answer.end();
    });
  }

  @Get('options')
  @Does('Options for a worker’s fields', 'Registering a worker accepts these values only.')
  @Answers(200, 'By field, each sorted by text', WORKER_OPTIONS)
  async offered(@CurrentUser() user: UserPrincipal) {
    return ok(await this.listOptions.execute(user.companyId));
  }

  @Get(':worker')
  @Does('One worker', 'By id or by code.')
  @Answers(200, 'The worker', WORKER)
  @Refuses('worker_not_found')
  async get(
    @CurrentUser() user: UserPrincipal,
    @PathId('worker', EXAMPLE_IDS.worker, 'Its id, or its code') worker: string,
  ) {
    return ok(await this.getWorker.execute(user.companyId, worker));
  }
}
