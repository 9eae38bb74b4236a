import type { UserPrincipal } from '@furrow/access';
import { RegisterWorker, type WorkerView, workerView } from '@furrow/workforce';
import { Controller, HttpStatus, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { ValidBody } from '../http/validated.ts';
import { Answers, Does, Refuses } from '../openapi/decorators.ts';
import { CreateWorkerBody } from './create-worker.dto.ts';
import { DUPLICATE_WORKER, WORKER } from './worker.schema.ts';

interface CreatedWorker {
  status: 'success';
  data: WorkerView;
  meta?: { duplicate: true };
}

@Controller('api/control/workers')
export class WorkersController {
  constructor(private readonly registerWorker: RegisterWorker) {}

  @Post()
  @Does('Register a worker', 'The same person again answers 200 with the worker that exists.')
  @Answers(201, 'Registered', WORKER)
  @Answers(200, 'There already', DUPLICATE_WORKER)
  @Refuses('validation_failed', 'malformed_json')
  @UserAccess('admin', 'supervisor')
  async create(
    @CurrentUser() user: UserPrincipal,
    @ValidBody(CreateWorkerBody) body: CreateWorkerBody,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CreatedWorker> {
    const { worker, duplicate } = await this.registerWorker.execute(user.companyId, body);
    response.status(duplicate ? HttpStatus.OK : HttpStatus.CREATED);
    const data = workerView(worker);
    return duplicate ? { status: 'success', data, meta: { duplicate: true } } : { status: 'success', data };
  }
}
