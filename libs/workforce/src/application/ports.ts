import type { LocalDate, Page, PageRequest } from '@furrow/kernel';
import type { Break, OptionField, Shift, ShiftKind, Worker, WorkerOptions } from '../domain/index.ts';

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
  /** Those of these ids that exist. What is no id is simply not found. */
  abstract known(workerIds: readonly string[]): Promise<Set<string>>;
}

/** The shifts of one company, within one transaction. Ids that are no ids, or another company's, are not found. */
export abstract class ShiftRepository {
  /**
   * Adds shifts; one whose `clientEventId` is taken is left out.
   * @returns the ids of those that were added
   */
  abstract add(shifts: readonly Shift[]): Promise<Set<string>>;
  abstract byEventIds(clientEventIds: readonly string[]): Promise<Shift[]>;
  /** Nobody else changes it until the transaction ends. */
  abstract lock(shiftId: string): Promise<Shift | undefined>;
  /** Writes what ending and voiding change. */
  abstract update(shift: Shift): Promise<void>;
}

/** What workforce needs to know of the land that shifts are worked on. */
export abstract class FarmDirectory {
  /** Of those that exist, by id. */
  abstract projects(projectIds: readonly string[]): Promise<Map<string, ShiftProject>>;
  abstract sectors(sectorIds: readonly string[]): Promise<Map<string, ShiftSector>>;
}

export interface ShiftProject {
  readonly timezone: string;
  readonly active: boolean;
}

export interface ShiftSector {
  readonly projectId: string;
  readonly active: boolean;
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
  readonly shifts: ShiftRepository;
  readonly farm: FarmDirectory;
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

export interface WorkerFilters {
  /** Anywhere in name or code, whatever case and accents; empty for everybody. */
  readonly q: string;
  /** Null for any. */
  readonly status: string | null;
  readonly position: string | null;
  readonly employment_type: string | null;
}

export interface WorkerSearch extends WorkerFilters, PageRequest {}

/** The company's workers, just as the endpoints answer them. */
export abstract class WorkerQuery {
  /** Newest first. */
  abstract page(companyId: string, search: WorkerSearch): Promise<Page<WorkerView>>;
  /** All of them in that order, batch by batch; the next batch is read when `onBatch` is done. */
  abstract each(
    companyId: string,
    filters: WorkerFilters,
    onBatch: (workers: readonly WorkerView[]) => Promise<void>,
  ): Promise<void>;
  /** @param worker the id or the code */
  abstract find(companyId: string, worker: string): Promise<WorkerView | undefined>;
}

export type OfferedOptions = Readonly<Record<OptionField, readonly string[]>>;

/** What may be chosen for a worker, each by its text: just what the endpoint answers. */
export abstract class OptionQuery {
  abstract offered(companyId: string): Promise<OfferedOptions>;
}

/** A shift as the service answers it. */
export interface ShiftView {
  readonly shiftId: string;
  readonly workerId: string;
  readonly worker_name: string;
  readonly projectId: string;
  readonly sectorId: string | null;
  readonly kind: ShiftKind;
  readonly day: Date;
  readonly timezone: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly breaks: readonly Break[];
  /** Exact decimal text with 6 places, without meals; null while it is running. */
  readonly hours: string | null;
  /** Likewise, of the rests, which are part of `hours`. */
  readonly restHours: string | null;
  readonly flags: readonly ShiftFlag[];
  readonly clientEventId: string;
  readonly voided: boolean;
  readonly notes: string | null;
  /** The author's idpId. */
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** `running`: it has no end yet. `overlap`: another shift of its worker that is not void lies over it. */
export type ShiftFlag = 'running' | 'overlap';

/** Null: whichever. */
export interface ShiftFilters {
  /** Project-local dates of the start, both included. */
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly workerId: string | null;
  readonly projectId: string | null;
}

export abstract class ShiftQuery {
  abstract find(companyId: string, shiftId: string): Promise<ShiftView | undefined>;
  /**
   * By start, then id.
   * @throws WorkerNotFound | ProjectNotFound for a filter that names nothing of the company's
   */
  abstract page(companyId: string, filters: ShiftFilters, request: PageRequest): Promise<Page<ShiftView>>;
  /** All of them in that order, batch by batch; the next batch is read when `onBatch` is done. Throws as `page`. */
  abstract each(
    companyId: string,
    filters: ShiftFilters,
    onBatch: (shifts: readonly ShiftView[]) => Promise<void>,
  ): Promise<void>;
}
