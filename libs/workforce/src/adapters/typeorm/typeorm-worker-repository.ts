import type { LocalDate } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import { WorkerRepository } from '../../application/ports.ts';
import type { Worker } from '../../domain/index.ts';
import { rowOf, workerOf } from './mapper.ts';
import { WorkerRow } from './rows.ts';
import { WorkerDirectory } from './worker-directory.ts';

export class TypeormWorkerRepository extends WorkerRepository {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override holdRegistrations(): Promise<void> {
    return this.tx.lock('workforce');
  }

  override async namesakes(nameKey: string, hireDate: LocalDate): Promise<Worker[]> {
    const rows = await this.tx.manager.find(WorkerRow, {
      where: { companyId: this.tx.companyId, nameKey, hireDate },
      order: { createdAt: 'ASC', workerId: 'ASC' },
    });
    return rows.map(workerOf);
  }

  override bearersOf(codeStem: string): Promise<number> {
    return this.tx.manager.countBy(WorkerRow, { companyId: this.tx.companyId, codeStem });
  }

  override async add(worker: Worker): Promise<void> {
    await this.tx.manager.insert(WorkerRow, rowOf(this.tx.companyId, worker));
  }

  override async update(worker: Worker): Promise<void> {
    const { companyId, workerId, ...columns } = rowOf(this.tx.companyId, worker);
    await this.tx.manager.update(WorkerRow, { companyId, workerId }, columns);
  }

  override async known(workerIds: readonly string[]): Promise<Set<string>> {
    return new Set((await new WorkerDirectory().names(this.tx, workerIds)).keys());
  }
}
