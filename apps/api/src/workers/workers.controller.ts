import type { UserPrincipal } from '@furrow/access';
import { RegisterWorker, type WorkerView, workerView } from '@furrow/workforce';
import { Controller, HttpStatus, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentUser, UserAccess } from '../auth/index.ts';
import { ValidBody } from '../http/validated.ts';
import { CreateWorkerBody } from './create-worker.dto.ts';

interface CreatedWorker {
  status: 'success';
  data: WorkerView;
  meta?: { duplicate: true };
}

@Controller('api/control/workers')
export class WorkersController {
  constructor(private readonly registerWorker: RegisterWorker) {}

  /** Registers a worker: 201. The same person again: 200 with the worker that exists. */
  @Post()
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
