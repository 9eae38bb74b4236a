import type { LocalDate, Page, PageRequest } from '@furrow/kernel';
import type { FeedPage, FeedRequest } from '@furrow/journal';
import type { Transactions } from '@furrow/kernel/transactions';
import type {
  BadgeAssignment,
  BadgeChange,
  Break,
  OptionField,
  Person,
  Shift,
  ShiftKind,
  Worker,
  WorkerOptions,
} from '../domain/index.ts';

/** The workers of one company, within one transaction. */
export abstract class WorkerRepository {
  /** From here to the end of the transaction no other one registers a worker of this company. */
  abstract holdRegistrations(): Promise<void>;
  /** Workers with the names and hire dates of these, oldest first. */
  abstract namesakes(people: readonly Person[]): Promise<Worker[]>;
  /** How many workers have codes of these stems; a stem without any is left out. */
  abstract bearersOf(codeStems: readonly string[]): Promise<Map<string, number>>;
  abstract add(workers: readonly Worker[]): Promise<void>;
  abstract update(worker: Worker): Promise<void>;
  /** @param worker the id or the code */
  abstract find(worker: string): Promise<Worker | undefined>;
  /** Those of these ids that exist, in no order. A malformed id is not found. */
  abstract byIds(workerIds: readonly string[]): Promise<Worker[]>;
  /** Those of these ids that exist. A malformed id is not found. */
  abstract known(workerIds: readonly string[]): Promise<Set<string>>;
}

/** The shifts of one company, within one transaction. Malformed ids, and ids of another company, are not found. */
export abstract class ShiftRepository {
  /**
   * Adds shifts of different `clientEventId`s; one whose `clientEventId` is taken is left out.
   * @returns how many were added
   */
  abstract add(shifts: readonly Shift[]): Promise<number>;
  abstract byEventIds(clientEventIds: readonly string[]): Promise<Shift[]>;
  /** No other transaction changes it until this one ends. */
  abstract lock(shiftId: string): Promise<Shift | undefined>;
  /** Writes the members that ending and voiding change. */
  abstract update(shift: Shift): Promise<void>;
}

/** The badges of one company, within one transaction. */
export abstract class BadgeRepository {
  /** From here to the end of the transaction no other one changes who has which badge. */
  abstract hold(): Promise<void>;
  /** The assignments of a code that hold, by `from`. */
  abstract history(code: string): Promise<BadgeAssignment[]>;
  /** The newest badge of each of these workers at an instant; who has none is left out. */
  abstract codesOf(workerIds: readonly string[], at: Date): Promise<Map<string, string>>;
  /** Those of these codes that somebody had or has. */
  abstract taken(codes: readonly string[]): Promise<Set<string>>;
  abstract apply(changes: readonly BadgeChange[]): Promise<void>;
}

/** The projects and sectors that shifts refer to. */
export abstract class FarmDirectory {
  /** By id; unknown ids are left out. */
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

/** What frozen pay runs have paid, within one transaction. */
export abstract class PaidWork {
  /** No pay run is frozen until this transaction ends. Waits for one that is being frozen. */
  abstract holdFreezes(): Promise<void>;
  /** The frozen run that covers this local day of the project. */
  abstract paidBy(day: LocalDate, projectId: string): Promise<string | undefined>;
}

/** The worker options of a company, within one transaction. */
export abstract class OptionRepository {
  abstract load(): Promise<WorkerOptions>;
  /** Adds these options; with `onlyThese` it removes all others of every field. */
  abstract offer(
    options: Readonly<Record<OptionField, readonly string[]>>,
    onlyThese: boolean,
  ): Promise<void>;
}

export interface GroupMember {
  readonly workerId: string;
  readonly group: string;
  readonly from: LocalDate;
}

/** The groups of a company's workers, within one transaction. */
export abstract class GroupRepository {
  /** The groups that a worker may have, by text. */
  abstract offered(): Promise<readonly string[]>;
  /** Adds these; with `onlyThese` it removes all others. */
  abstract offer(groups: readonly string[], onlyThese: boolean): Promise<void>;
  /** New workers have these groups. */
  abstract begin(members: readonly GroupMember[]): Promise<void>;
  /**
   * The worker has this group, or none, from a local day on, whatever was said of later days.
   * @param from null: the company's today
   */
  abstract join(workerId: string, group: string | null, from: LocalDate | null): Promise<void>;
}

/** Stored photos, within the transaction that refers to them. */
export abstract class KeptPhotos {
  abstract keep(photoKeys: readonly string[]): Promise<void>;
  /** Nothing refers to it any more. */
  abstract release(photoKey: string): Promise<void>;
}

export interface WorkforceRepositories {
  readonly workers: WorkerRepository;
  readonly options: OptionRepository;
  readonly groups: GroupRepository;
  readonly photos: KeptPhotos;
  readonly badges: BadgeRepository;
  readonly shifts: ShiftRepository;
  readonly farm: FarmDirectory;
  readonly paid: PaidWork;
}

/** Of one company. */
export type WorkforceTransactions = Transactions<WorkforceRepositories>;

/** Storage of photos, outside of any transaction. */
export abstract class WorkerPhotos {
  /**
   * The bytes of a photo as it was sent.
   * @throws ValidationFailed if it is not a data URL; MediaTooLarge
   */
  abstract read(sent: unknown): Uint8Array;
  /**
   * @returns the key of the stored photo, which has no owner until a transaction keeps it
   * @throws UnsupportedMedia with nothing stored
   */
  abstract store(companyId: string, bytes: Uint8Array): Promise<string>;
  /** Removes a photo that no transaction keeps. */
  abstract discard(photoKey: string): Promise<void>;
}

/** A badge to print. */
export interface BadgeCard {
  readonly code: string;
  readonly fullName: string;
  /** The worker's code, such as `AML0315`. */
  readonly workerCode: string;
  readonly photoKey: string | null;
}

/** A worker as endpoints answer it. */
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
  /** The one that the worker has from the latest day on that is known. */
  readonly group: string | null;
  /** A link to the photo, valid for MEDIA_URL_TTL. */
  readonly photo_url: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface WorkerFilters {
  /** Matches any part of name or code, ignoring case and accents; empty for all workers. */
  readonly q: string;
  /** Null for any. */
  readonly status: string | null;
  readonly position: string | null;
  readonly employment_type: string | null;
}

export interface WorkerSearch extends WorkerFilters, PageRequest {}

/** The company's workers as endpoints answer them. */
export abstract class WorkerQuery {
  /** Newest first. */
  abstract page(companyId: string, search: WorkerSearch): Promise<Page<WorkerView>>;
  /** All of them in that order, in batches; the next batch is read when `onBatch` has returned. */
  abstract each(
    companyId: string,
    filters: WorkerFilters,
    onBatch: (workers: readonly WorkerView[]) => Promise<void>,
  ): Promise<void>;
  /** @param worker the id or the code */
  abstract find(companyId: string, worker: string): Promise<WorkerView | undefined>;
  /**
   * Those that changed since a position, in order of their changes.
   * @throws CursorExpired | CursorMismatch
   */
  abstract follow(
    companyId: string,
    filters: WorkerFilters,
    request: FeedRequest,
    onBatch: (workers: readonly WorkerView[]) => Promise<void>,
  ): Promise<FeedPage>;
}

export interface BadgeFilters {
  /** Null for everybody's. */
  readonly workerId: string | null;
  /** Assignments that ended by then are left out. */
  readonly at: Date;
}

/** The company's badges as endpoints answer them. */
export abstract class BadgeQuery {
  /**
   * By code, then by `from`.
   * @throws WorkerNotFound
   */
  abstract page(
    companyId: string,
    filters: BadgeFilters,
    request: PageRequest,
  ): Promise<Page<BadgeAssignment>>;
  /**
   * Assignments that were made or ended since a position, in order of their changes.
   * @throws WorkerNotFound | CursorExpired | CursorMismatch
   */
  abstract follow(
    companyId: string,
    workerId: string | null,
    request: FeedRequest,
    onBatch: (assignments: readonly BadgeAssignment[]) => Promise<void>,
  ): Promise<FeedPage>;
}

export type OfferedOptions = Readonly<Record<OptionField | 'group', readonly string[]>>;

/** The options of a worker's fields, each by its text, as the endpoint answers them. */
export abstract class OptionQuery {
  abstract offered(companyId: string): Promise<OfferedOptions>;
}

/** A shift as endpoints answer it. */
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
  /** The same for the rests, which are part of `hours`. */
  readonly restHours: string | null;
  readonly flags: readonly ShiftFlag[];
  readonly clientEventId: string;
  readonly voided: boolean;
  readonly notes: string | null;
  /** The author's idpId. */
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** `running`: it has no end yet. `overlap`: another shift of its worker that is not void overlaps it. */
export type ShiftFlag = 'running' | 'overlap';

/** A null filter matches every shift. */
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
   * @throws WorkerNotFound | ProjectNotFound for a filter that names nothing of this company
   */
  abstract page(companyId: string, filters: ShiftFilters, request: PageRequest): Promise<Page<ShiftView>>;
  /** All of them in that order, in batches; the next batch is read when `onBatch` has returned. Throws as `page`. */
  abstract each(
    companyId: string,
    filters: ShiftFilters,
    onBatch: (shifts: readonly ShiftView[]) => Promise<void>,
  ): Promise<void>;
}
