import type { LocalDate, PageRequest } from '@furrow/kernel';
import type { Transactions } from '@furrow/kernel/transactions';
import type { FeedPage, FeedRequest } from '@furrow/journal';
import type {
  Form,
  FormAccess,
  FormField,
  FormRecord,
  FormType,
  FormUser,
  GpsPosition,
  MediaType,
  ObservationType,
  ObservedValue,
  Task,
  TaskStatus,
} from '../domain/index.ts';
import type { FormRecordView, FormVersion } from './records/record-view.ts';

/** Of one company. */
export type FormsTransactions = Transactions<FormsRepositories>;

/** The repositories of one transaction. */
export interface FormsRepositories {
  readonly forms: FormRepository;
  readonly tasks: TaskRepository;
  readonly records: FormRecordRepository;
  readonly media: KeptMedia;
  readonly farm: FarmDirectory;
  readonly authors: Authors;
  readonly observations: Observations;
}

/** Malformed ids, and ids of another company, are not found; inactive forms are found. */
export abstract class FormRepository {
  abstract find(formId: string): Promise<Form | undefined>;
  /** The fields of one of its versions. */
  abstract fields(formId: string, version: number): Promise<readonly FormField[] | undefined>;

  /** Includes inactive ones; no other transaction changes a form or task until this one ends. */
  abstract load(): Promise<Form[]>;
  /** Writes new and changed forms; a version is never changed once it is written. */
  abstract save(forms: readonly Form[]): Promise<void>;
}

/** A form for reports on tasks. */
export interface TaskForm {
  readonly formId: string;
  readonly active: boolean;
}

export abstract class TaskRepository {
  abstract find(taskId: string): Promise<Task | undefined>;
  abstract setDone(taskId: string): Promise<void>;

  /** Includes inactive ones; no other transaction changes a form or task until this one ends. */
  abstract load(): Promise<Task[]>;
  abstract save(tasks: readonly Task[]): Promise<void>;
  /** By key. */
  abstract taskForms(): Promise<ReadonlyMap<string, TaskForm>>;
}

export abstract class FormRecordRepository {
  /**
   * Adds the records whose author has not used their `clientRecordId` before; of several with one key, the first.
   * @returns the ids of those that were added
   */
  abstract add(records: readonly FormRecord[]): Promise<ReadonlySet<string>>;
  abstract byClientRecordId(userId: string, clientRecordId: string): Promise<FormRecord | undefined>;
}

/** Marks staged files as referenced by a record of this transaction. */
export abstract class KeptMedia {
  abstract keep(keys: readonly string[]): Promise<void>;
}

/**
 * Stores files until a transaction keeps them. A file that no transaction keeps is removed: at once by `discard`, or by
 * a sweep a day later.
 */
export abstract class MediaStaging {
  /**
   * Inspects the bytes, normalizes them and stores them.
   * @param field named in a refusal
   * @returns the key it is stored under
   * @throws UnsupportedMedia | MediaTooLarge of the platform
   */
  abstract put(companyId: string, type: MediaType, field: string, bytes: Buffer): Promise<string>;
  /** Does not remove what a transaction has kept, even if its caller could not learn that it had. */
  abstract discard(keys: readonly string[]): Promise<void>;
  /** A link that opens the file in a browser for a limited time. */
  abstract urlOf(key: string): Promise<string>;
}

/** The projects and sectors that forms refer to. */
export abstract class FarmDirectory {
  abstract project(projectId: string): Promise<FarmProject | undefined>;
  abstract sector(sectorId: string): Promise<FarmSector | undefined>;
  /** The active sector that contains a point. */
  abstract locate(position: GpsPosition): Promise<{ projectId: string; sectorId: string } | undefined>;
}

export interface FarmProject {
  readonly projectId: string;
  readonly active: boolean;
}

export interface FarmSector {
  readonly sectorId: string;
  readonly projectId: string;
  readonly active: boolean;
}

export abstract class Authors {
  /** The full names of users. */
  abstract names(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Receives what records report of pests and diseases. */
export abstract class Observations {
  abstract add(records: readonly ObservedRecord[]): Promise<void>;
}

export interface ObservedRecord {
  readonly recordId: string;
  readonly recordedAt: Date;
  readonly createdAt: Date;
  readonly author: { readonly userId: string; readonly idpId: string; readonly name: string };
  readonly projectId: string | null;
  readonly sectorId: string | null;
  readonly gps: GpsPosition | null;
  readonly observations: readonly Observation[];
}

export interface Observation extends ObservedValue {
  /** The field's name in the form. */
  readonly variable: string;
  readonly type: ObservationType;
  /** Its name for people: the field's label. */
  readonly name: string;
  readonly eppoCode: string | null;
  readonly threshold: number | null;
}

/** The forms as the endpoint answers them, in one round trip. */
export abstract class FormQuery {
  /** Active monitoring forms that the user may see, by name. */
  abstract monitoring(companyId: string, user: FormUser): Promise<FormView[]>;
  /** Active task forms that the user may see or has tasks of, by name, each with the user's own tasks. */
  abstract tasks(companyId: string, user: FormUser): Promise<TaskFormView[]>;
}

export interface FormView {
  readonly formId: string;
  /** In the farm file. */
  readonly key: string;
  readonly name: string;
  readonly type: FormType;
  readonly subtype: string | null;
  readonly version: number;
  readonly access: FormAccess;
  readonly fields: readonly FormField[];
}

export interface TaskFormView extends FormView {
  readonly tasks: readonly {
    readonly taskId: string;
    readonly status: TaskStatus;
    /** `YYYY-MM-DDTHH:mm:ss.sssZ` */
    readonly dueAt: string | null;
    readonly projectId: string | null;
    readonly sectorId: string | null;
  }[];
}

/** The users that tasks can be assigned to. */
export abstract class Assignees {
  /** Ids by idpId; unknown ones are left out. */
  abstract userIds(idpIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** A null filter matches every record. */
export interface RecordFilters {
  /** Local days of the requested project, else of the zone that the company's projects share, both included. */
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly projectId: string | null;
  readonly sectorId: string | null;
  /** A user by id or idpId. */
  readonly user: string | null;
}

/** The user who reads a form's records, and the filters. */
export interface RecordQuestion {
  readonly companyId: string;
  readonly user: FormUser;
  readonly formId: string;
  readonly filters: RecordFilters;
}

export type OnRecords = (records: readonly FormRecordView[]) => Promise<void>;

export interface FormRecordPage {
  readonly records: readonly FormRecordView[];
  /** The number of records on all pages. */
  readonly total: number;
  /** The versions that the records of this page were filled in with. */
  readonly versions: readonly FormVersion[];
}

export interface FoundFormRecord {
  readonly record: FormRecordView;
  readonly versions: readonly FormVersion[];
}

/** Form records as endpoints answer them. Admins and agronomists read all of them, others their own. */
export abstract class FormRecordQuery {
  /**
   * One page in order of time and id.
   * @throws InvalidDateRange, then FormNotFound, then ProjectNotFound | SectorNotFound | SectorNotInProject |
   * UserNotFound | Forbidden
   */
  abstract page(question: RecordQuestion, request: PageRequest): Promise<FormRecordPage>;
  /**
   * Every record in order of time and id, in batches.
   * @param begin receives all versions of the form, and the time zone for records without a project, before the first
   * batch
   * @throws as `page`, before the first batch
   */
  abstract each(
    question: RecordQuestion,
    begin: (versions: readonly FormVersion[], timezone: string) => OnRecords,
  ): Promise<void>;
  /**
   * The records that changed since the cursor, in order of change.
   * @throws as `page`, and if the cursor is no longer valid, before the first batch
   */
  abstract follow(
    question: RecordQuestion,
    request: FeedRequest,
    onRecords: OnRecords,
  ): Promise<FeedPage & { readonly versions: readonly FormVersion[] }>;
  /** @throws RecordNotFound | Forbidden */
  abstract find(companyId: string, user: FormUser, recordId: string): Promise<FoundFormRecord>;
}
