import type { LocalDate, Page } from '@furrow/kernel';
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

/** A worker as the service answers it. */
export interface WorkerView {
  readonly id: string;
  /** The code, such as `AML0315`. */
  readonly worker_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly full_name: string;
  /** YYYY-MM-DD. */
  readonly hire_date: string;
  readonly position: string;
  readonly employment_type: string;
  readonly status: string;
  readonly document_id: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  /** Opens the photo until MEDIA_URL_TTL is over. */
  readonly photo_url: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface WorkerSearch {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Anywhere in name or code, whatever case and accents; empty for everybody. */
  readonly q: string;
  /** Null for any. */
  readonly status: string | null;
  readonly position: string | null;
  readonly employment_type: string | null;
}

/** The company's workers, just as the endpoints answer them. */
export abstract class WorkerQuery {
  /** Newest first. */
  abstract page(companyId: string, search: WorkerSearch): Promise<Page<WorkerView>>;
  /** @param worker the id or the code */
  abstract find(companyId: string, worker: string): Promise<WorkerView | undefined>;
}

export type OfferedOptions = Readonly<Record<OptionField, readonly string[]>>;

/** What may be chosen for a worker, each by its text: just what the endpoint answers. */
export abstract class OptionQuery {
  abstract offered(companyId: string): Promise<OfferedOptions>;
}
