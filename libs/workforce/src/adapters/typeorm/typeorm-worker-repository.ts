import { isId } from '@furrow/kernel';
import type { Transaction } from '@furrow/database';
import { In } from 'typeorm';
import type { WorkerRepository } from '../../application/ports.ts';
import type { Person, Worker } from '../../domain/index.ts';
import { rowOf, workerOf } from './mapper.ts';
import { WorkerRow } from './rows.ts';
import { WorkerDirectory } from './worker-directory.ts';

export class TypeormWorkerRepository implements WorkerRepository {
  constructor(private readonly tx: Transaction) {}

  holdRegistrations(): Promise<void> {
    return this.tx.lock('workforce');
  }

  async namesakes(people: readonly Person[]): Promise<Worker[]> {
    const days = new Set(people.map(({ hireDate }) => hireDate));
    const names = new Set(people.map(({ nameKey }) => nameKey));
    const rows = await this.tx.manager.find(WorkerRow, {
      where: { companyId: this.tx.companyId, nameKey: In([...names]), hireDate: In([...days]) },
      order: { createdAt: 'ASC', workerId: 'ASC' },
    });
    const asked = new Set(people.map(({ nameKey, hireDate }) => `${hireDate} ${nameKey}`));
    return rows.filter((row) => asked.has(`${row.hireDate} ${row.nameKey}`)).map(workerOf);
  }

  async bearersOf(codeStems: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.tx.query<{ stem: string; bearers: number }>(
      `SELECT code_stem AS stem, count(*)::int AS bearers FROM workforce.workers
        WHERE company_id = $1 AND code_stem = ANY ($2) GROUP BY code_stem`,
      [this.tx.companyId, codeStems],
    );
    return new Map(rows.map(({ stem, bearers }) => [stem, bearers]));
  }

  async add(workers: readonly Worker[]): Promise<void> {
    await this.tx.manager.insert(
      WorkerRow,
      workers.map((worker) => rowOf(this.tx.companyId, worker)),
    );
  }

  async find(worker: string): Promise<Worker | undefined> {
    const key = isId(worker) ? { workerId: worker } : { code: worker };
    const row = await this.tx.manager.findOneBy(WorkerRow, { companyId: this.tx.companyId, ...key });
    return row ? workerOf(row) : undefined;
  }

  async byIds(workerIds: readonly string[]): Promise<Worker[]> {
    const rows = await this.tx.manager.findBy(WorkerRow, {
      companyId: this.tx.companyId,
      workerId: In(workerIds.filter(isId)),
    });
    return rows.map(workerOf);
  }

  async update(worker: Worker): Promise<void> {
    const { companyId, workerId, ...columns } = rowOf(this.tx.companyId, worker);
    await this.tx.manager.update(WorkerRow, { companyId, workerId }, columns);
  }

  async known(workerIds: readonly string[]): Promise<Set<string>> {
    return new Set((await new WorkerDirectory().names(this.tx, workerIds)).keys());
  }
}
