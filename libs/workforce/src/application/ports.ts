import type { LocalDate } from '@furrow/kernel';
import type { OptionField, Worker, WorkerOptions } from '../domain/index.ts';

/** The workers of one company, within one transaction. */
export abstract class WorkerRepository {
  /** From here to the end of the transaction nobody else registers a worker of this company. */
  abstract holdRegistrations(): Promise<void>;
  /** Those of one `nameKey` hired on one day, oldest first. */
  abstract namesakes(nameKey: string, hireDate: LocalDate): Promise<Worker[]>;
  /** How many workers bear codes of this stem. */
  abstract bearersOf(codeStem: string): Promise<number>;
  abstract add(worker: Worker): Promise<void>;
  abstract update(worker: Worker): Promise<void>;
}

/** What a company's template offers, within one transaction. */
export abstract class OptionRepository {
  abstract load(): Promise<WorkerOptions>;
  /** Offers these values; with `onlyThese` it offers nothing else in any field any more. */
  abstract offer(
    options: Readonly<Record<OptionField, readonly string[]>>,
    onlyThese: boolean,
  ): Promise<void>;
}

/** Photos that were stored, within the transaction that refers to them. */
export abstract class KeptPhotos {
  abstract keep(photoKey: string): Promise<void>;
}

export interface WorkforceRepositories {
  readonly workers: WorkerRepository;
  readonly options: OptionRepository;
  readonly photos: KeptPhotos;
}

export abstract class WorkforceTransactions {
  /** One transaction of one company; `work` may run again when it met another one head-on. */
  abstract run<T>(companyId: string, work: (repositories: WorkforceRepositories) => Promise<T>): Promise<T>;
}

/** Where photos are, outside of any transaction. */
export abstract class WorkerPhotos {
  /**
   * The bytes of a photo as it was sent.
   * @throws ValidationFailed where it is no data URL; MediaTooLarge
   */
  abstract read(sent: unknown): Uint8Array;
  /**
   * @returns the key of what is stored now, and belongs to nobody before a transaction keeps it
   * @throws UnsupportedMedia with nothing stored
   */
  abstract store(companyId: string, bytes: Uint8Array): Promise<string>;
  /** Removes what no transaction has kept. */
  abstract discard(photoKey: string): Promise<void>;
}
