import { type Branded, type LocalDate, newId } from '@furrow/kernel';
import { folded } from './folding.ts';
import { documentKey, nameKey } from './person-key.ts';
import { codeStem, codeText, type WorkerCode } from './worker-code.ts';
import type { WorkerDetails } from './worker-details.ts';

export type WorkerId = Branded<string, 'WorkerId'>;

/** The status of a worker who has left; with any other one a worker is active. */
export const LEFT_STATUS = 'inactive';

export interface WorkerState extends WorkerDetails {
  readonly workerId: WorkerId;
  readonly code: WorkerCode;
  /** Where the photo is stored. */
  readonly photoKey: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A group from the beginning: of all days before another one. */
export const ALWAYS = '0001-01-01' as LocalDate;

/** A person who works for the company. Never deleted, because records refer to workers. */
export class Worker {
  private constructor(readonly state: WorkerState) {}

  /**
   * @param codeNumber how many workers of the company have the same code stem, including this one
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

  get isActive(): boolean {
    return this.state.status !== LEFT_STATUS;
  }

  get code(): string {
    return codeText(this.state.code);
  }

  get fullName(): string {
    return `${this.state.firstName} ${this.state.lastName}`;
  }

  /** Name and code as a search compares them, one per line, because a search text has one line. */
  get searchText(): string {
    return `${folded(this.fullName)}\n${folded(this.code)}`;
  }

  /**
   * This worker, completed by a repeated registration with what was unknown: the document, which from then on
   * distinguishes two people with one name and hire date, and the photo. Known values are never overwritten.
   */
  completedBy({ documentId }: Pick<WorkerDetails, 'documentId'>, photoKey: string | null, now: Date): Worker {
    const next = {
      documentId: this.state.documentId ?? documentId,
      photoKey: this.state.photoKey ?? photoKey,
    };
    return this.#with(next, now);
  }

  /** This worker with other particulars; the same object if nothing differs. The code stays, whatever the name. */
  changedTo(details: WorkerDetails, photoKey: string | null, now: Date): Worker {
    return this.#with({ ...details, photoKey }, now);
  }

  #with(next: Partial<WorkerState>, now: Date): Worker {
    const differs = Object.entries(next).some(
      ([name, value]) => value !== this.state[name as keyof WorkerState],
    );
    return differs ? new Worker({ ...this.state, ...next, updatedAt: now }) : this;
  }
}

/** A worker as another one may be the same person. */
export interface Person {
  readonly nameKey: string;
  readonly hireDate: LocalDate;
}

export const personOf = (details: WorkerDetails): Person => ({
  nameKey: nameKey(details),
  hireDate: details.hireDate,
});

/**
 * The one of these namesakes, hired on the same day and oldest first, that `details` describe: the one with the same
 * document; else, if either side has no document to distinguish them, the oldest such one. Who has left counts only if
 * none of the others is that person.
 */
export function samePerson(namesakes: readonly Worker[], details: WorkerDetails): Worker | undefined {
  const active = namesakes.filter((worker) => worker.isActive);
  return oldestSame(active, details) ?? oldestSame(namesakes, details);
}

function oldestSame(namesakes: readonly Worker[], details: WorkerDetails): Worker | undefined {
  const document = documentKey(details);
  if (document === null) return namesakes[0];
  return (
    namesakes.find((worker) => documentKey(worker.state) === document) ??
    namesakes.find((worker) => worker.state.documentId === null)
  );
}
