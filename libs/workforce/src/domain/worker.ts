import { newId } from '@furrow/kernel';
import { folded } from './folding.ts';
import { documentKey } from './person-key.ts';
import { codeStem, codeText, type WorkerCode } from './worker-code.ts';
import type { WorkerDetails } from './worker-details.ts';

declare const workerIdBrand: unique symbol;
export type WorkerId = string & { readonly [workerIdBrand]: true };

export interface WorkerState extends WorkerDetails {
  readonly workerId: WorkerId;
  readonly code: WorkerCode;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Somebody who works on the company's land. Never deleted: records point at them. */
export class Worker {
  private constructor(readonly state: WorkerState) {}

  /** @param codeNumber how many in the company will have borne the same code stem, this one included */
  static register(details: WorkerDetails, codeNumber: number, now: Date): Worker {
    const stem = codeStem(details.firstName, details.lastName, details.hireDate);
    return new Worker({
      ...details,
      workerId: newId() as WorkerId,
      code: { stem, number: codeNumber },
      createdAt: now,
      updatedAt: now,
    });
  }

  static restore(state: WorkerState): Worker {
    return new Worker(state);
  }

  get id(): WorkerId {
    return this.state.workerId;
  }

  get code(): string {
    return codeText(this.state.code);
  }

  get fullName(): string {
    return `${this.state.firstName} ${this.state.lastName}`;
  }

  /** Name and code as a search compares them. */
  get searchText(): string {
    return folded(`${this.fullName} ${this.code}`);
  }

  /**
   * This worker with the document that a repeated registration tells, where none was known yet: it keeps two people
   * of one name, hired on one day, apart from then on. What is known already is never overwritten.
   */
  identifiedBy(details: WorkerDetails, now: Date): Worker {
    if (this.state.documentId !== null || details.documentId === null) return this;
    return new Worker({ ...this.state, documentId: details.documentId, updatedAt: now });
  }
}

/**
 * Which of the namesakes hired on that day, oldest first, `details` speak of. The one with the same document;
 * else, where either side has no document to tell them apart, the oldest such one.
 */
export function samePerson(namesakes: readonly Worker[], details: WorkerDetails): Worker | undefined {
  const document = documentKey(details);
  if (document === null) return namesakes[0];
  return (
    namesakes.find((worker) => documentKey(worker.state) === document) ??
    namesakes.find((worker) => worker.state.documentId === null)
  );
}
