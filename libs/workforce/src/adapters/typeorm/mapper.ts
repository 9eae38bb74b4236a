import type { LocalDate } from '@furrow/kernel';
import { documentKey, nameKey, Worker, type WorkerId } from '../../domain/index.ts';
import { WorkerRow } from './rows.ts';

export function workerOf(row: WorkerRow): Worker {
  return Worker.restore({
    workerId: row.workerId as WorkerId,
    code: { stem: row.codeStem, number: row.codeNumber },
    firstName: row.firstName,
    lastName: row.lastName,
    hireDate: row.hireDate as LocalDate,
    position: row.position,
    employmentType: row.employmentType,
    status: row.status,
    documentId: row.documentId,
    phone: row.phone,
    email: row.email,
    group: row.group,
    photoKey: row.photoKey,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  });
}

export function rowOf(companyId: string, worker: Worker): WorkerRow {
  const { code, ...columns } = worker.state;
  return Object.assign(new WorkerRow(), {
    ...columns,
    companyId,
    code: worker.code,
    codeStem: code.stem,
    codeNumber: code.number,
    fullName: worker.fullName,
    nameKey: nameKey(columns),
    documentKey: documentKey(columns),
    searchText: worker.searchText,
  });
}
