import type { UserPrincipal } from '@furrow/access/domain';
import { isStrict, type ReceivedBody } from '@furrow/http';
import {
  ChangeWorker,
  GetWorker,
  ListWorkerOptions,
  ListWorkers,
  RegisterWorker,
  RegisterWorkers,
} from '@furrow/workforce';
import { Controller, Get, HttpCode, HttpStatus, Patch, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { BodyLimit, FileBody, ItemsApart } from '../http/bodies/body-reader.ts';
import type { ReceivedFile } from '../http/bodies/multipart-body.ts';
import { XLSX } from '../http/export/xlsx.ts';
import { syncInBulk } from '../http/bulk-sync.ts';
import { exportAsked } from '../http/export/export-format.ts';
import { exportsOf } from '../http/export/export.schema.ts';
import { listAnswer } from '../http/export/list-answer.ts';
import { isFollowing, positionOf } from '../http/feed-query.ts';
import { JsonArrayAnswer } from '../http/json-array-answer.ts';
import { pageMeta } from '../http/page-query.ts';
import { Streams } from '../http/streams.ts';
import { PathId, Received, ReceivedFiles, ValidBody, ValidQuery } from '../http/bodies/validated.ts';
import { ok } from '../http/ok.ts';
import { Answers, AnswersAlso, Does, ExampleBody, Refuses, Takes } from '../openapi/decorators.ts';
import { EXAMPLE_IDS } from '../openapi/schema.ts';
import { ListWorkersQuery } from './list-workers.dto.ts';
import {
  DUPLICATE_WORKER,
  WORKER,
  WORKER_LIST,
  WORKER_OPTIONS,
  WORKERS,
  WORKERS_FORM,
} from './worker.answer.ts';
import { readWorkerList } from './worker-list.ts';
import { BULK_OF_WORKERS, REGISTERED_WORKERS, WORKERS_REQUEST } from './worker-bulk.ts';
import { ChangeWorkerBody, CreateWorkerBody, RegisterWorkersQuery } from './worker.dto.ts';

const BODY_WITH_PHOTO_MB = 20;
const EXAMPLE_WORKER = {
  ...{ first_name: 'Ana María', last_name: 'López', hire_date: '2025-03-15' },
  ...{ position: 'harvester', employment_type: 'seasonal', status: 'active' },
};

@Controller('api/control/workers')
@UserAccess()
export class WorkersController {
  constructor(
    private readonly registerWorker: RegisterWorker,
    private readonly registerWorkers: RegisterWorkers,
    private readonly changeWorker: ChangeWorker,
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
  @ExampleBody(EXAMPLE_WORKER)
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

  @Post('bulk')
  @Does(
    'Register many workers, each with a result of its own',
    'Results are in the order sent; a refused item does not affect the others. Who is registered already, or stands ' +
      'earlier in the list, has status 200. With `dryRun` nothing is written, and new workers have no id.',
  )
  @Takes(WORKERS_REQUEST)
  @ExampleBody({ workers: [EXAMPLE_WORKER] })
  @Answers(207, 'A result for each worker', REGISTERED_WORKERS)
  @HttpCode(207)
  @UserAccess('admin', 'supervisor')
  @BodyLimit(BODY_WITH_PHOTO_MB)
  @ItemsApart('workers')
  async createAll(
    @CurrentUser() { companyId }: UserPrincipal,
    @ValidQuery(RegisterWorkersQuery) query: RegisterWorkersQuery,
    @Req() request: Request,
    @Received() body: ReceivedBody,
  ) {
    const dryRun = query.dryRun === 'true';
    return ok(
      await syncInBulk(BULK_OF_WORKERS, body, isStrict(request), async (drafts) => {
        const outcomes = await this.registerWorkers.execute(companyId, drafts, { dryRun });
        return outcomes.map((outcome) => {
          if (outcome.kind === 'refused') return outcome;
          const isMade = outcome.kind === 'repeated' || !dryRun;
          return { kind: outcome.kind, id: isMade ? outcome.worker.id : undefined };
        });
      }),
    );
  }

  @Post('read-list')
  @Does(
    'Read a list of workers',
    'The body is an `.xlsx` workbook, or text separated by commas, semicolons or tabs in UTF-8 or Windows-1252, of at most 5 MB and ' +
      '5,000 rows. Answers its rows, and what each column probably is. Nothing is written: `POST /api/control/workers/bulk` ' +
      'registers workers, and tells with `dryRun` what would happen.',
  )
  @HttpCode(200)
  @UserAccess('admin', 'supervisor')
  @BodyLimit(5)
  @FileBody(XLSX, 'text/csv')
  @Answers(200, 'The rows', WORKER_LIST)
  @Refuses('workbook_unreadable', 'malformed_multipart')
  async readList(@ReceivedFiles() [file]: readonly ReceivedFile[]) {
    const bytes = file?.bytes ?? Buffer.alloc(0);
    return ok(await readWorkerList(Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes)));
  }

  @Patch(':worker')
  @Does(
    'Change a worker',
    'By id or by code. What the body leaves out stays; null clears a member that may be unknown. The code stays, ' +
      'whatever the name. Who has the status `inactive` has left, and is kept for the records.',
  )
  @ExampleBody({ last_name: 'López Rojas', phone: null })
  @Answers(200, 'The worker as it is now', WORKER)
  @Refuses('worker_not_found', 'worker_exists', 'unsupported_media', 'media_too_large')
  @UserAccess('admin', 'supervisor')
  @BodyLimit(BODY_WITH_PHOTO_MB)
  async change(
    @CurrentUser() { companyId }: UserPrincipal,
    @PathId('worker', EXAMPLE_IDS.worker, 'Its id, or its code') worker: string,
    @ValidBody(ChangeWorkerBody) body: ChangeWorkerBody,
  ) {
    const workerId = await this.changeWorker.execute(companyId, worker, body);
    return ok(await this.getWorker.execute(companyId, workerId));
  }

  @Get()
  @Does(
    'Workers',
    'Those of the user’s company, newest first, in pages; with `format` all of them in one stream; with ' +
      '`updatedSince` or `cursor` those that changed, by change, in JSON.',
  )
  @AnswersAlso(
    200,
    'The page, all, or those that changed',
    WORKERS,
    exportsOf(WORKERS, 'One line per worker', WORKERS_FORM),
  )
  @Refuses('cursor_expired', 'cursor_mismatch')
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
    if (isFollowing(query)) {
      await this.streams.use(user.companyId, response, async () => {
        const answer = new JsonArrayAnswer(response);
        const meta = await this.listWorkers.follow(user.companyId, filters, positionOf(query), (workers) =>
          answer.write(workers.map((worker) => JSON.stringify(worker))),
        );
        answer.end({ meta });
      });
      return;
    }
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
