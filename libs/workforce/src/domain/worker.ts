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
  /** Where the photo is stored. */
  readonly photoKey: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Somebody who works on the company's land. Never deleted: records point at them. */
export class Worker {
  private constructor(readonly state: WorkerState) {}

  /**
   * @param codeNumber how many in the company will have borne the same code stem, this one included
   * @param photoKey where the photo is stored, if there is one
   */
  static register(details: WorkerDetails, codeNumber: number, photoKey: string | null, now: Date): Worker {
    const stem = codeStem(details.firstName, details.lastName, details.hireDate);
    return new Worker({
      ...details,
      workerId: newId() as WorkerId,
      code: { stem, number: codeNumber },
      photoKey,
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

  /** Name and code as a search compares them, on a line each: what is looked for is on one line. */
  get searchText(): string {
    return `${folded(this.fullName)}\n${folded(this.code)}`;
  }

  /**
   * This worker with what a repeated registration tells and was not known yet: the document, which keeps two people
   * of one name, hired on one day, apart from then on, and the photo. What is known already is never overwritten.
   */
  completedBy({ documentId }: Pick<WorkerDetails, 'documentId'>, photoKey: string | null, now: Date): Worker {
    const next = {
      documentId: this.state.documentId ?? documentId,
      photoKey: this.state.photoKey ?? photoKey,
    };
    if (next.documentId === this.state.documentId && next.photoKey === this.state.photoKey) return this;
    return new Worker({ ...this.state, ...next, updatedAt: now });
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
