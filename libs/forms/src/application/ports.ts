import type { LocalDate, PageRequest } from '@furrow/kernel';
import type { FeedPage, FeedRequest } from '@furrow/platform';
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

/** Runs work in one transaction of one company. It may run again after a deadlock, so it has no other effects. */
export abstract class FormsTransactions {
  abstract run<T>(companyId: string, work: (repositories: FormsRepositories) => Promise<T>): Promise<T>;
}

/** What a transaction hands out, all of it inside that transaction. */
export interface FormsRepositories {
  readonly forms: FormRepository;
  readonly tasks: TaskRepository;
  readonly records: FormRecordRepository;
  readonly media: KeptMedia;
  readonly farm: FarmDirectory;
  readonly authors: Authors;
  readonly observations: Observations;
}

/** Ids that are no ids, or another company's, are simply not found; what is inactive is found. */
export abstract class FormRepository {
  abstract find(formId: string): Promise<Form | undefined>;
  /** The fields of one of its versions. */
  abstract fields(formId: string, version: number): Promise<readonly FormField[] | undefined>;

  /** Inactive ones too; nobody else changes any form or task until the transaction ends. */
  abstract load(): Promise<Form[]>;
  /** Writes new and changed ones; a version once written stays. */
  abstract save(forms: readonly Form[]): Promise<void>;
}

export abstract class TaskRepository {
  abstract find(taskId: string): Promise<Task | undefined>;
  abstract setDone(taskId: string): Promise<void>;

  /** Inactive ones too; nobody else changes any form or task until the transaction ends. */
  abstract load(): Promise<Task[]>;
  abstract save(tasks: readonly Task[]): Promise<void>;
  /** Ids of the active task forms, by the operator's key. */
  abstract taskForms(): Promise<ReadonlyMap<string, string>>;
}

export abstract class FormRecordRepository {
  /** @returns false when its author has used its `clientRecordId` before; then nothing was written */
  abstract insert(record: FormRecord): Promise<boolean>;
  abstract byClientRecordId(userId: string, clientRecordId: string): Promise<FormRecord | undefined>;
}

/** Says of files that are staged that a record of this transaction refers to them. */
export abstract class KeptMedia {
  abstract keep(keys: readonly string[]): Promise<void>;
}

/**
 * Where files wait for the transaction that keeps them. What nobody keeps is removed: by `discard` at once, else by
 * a sweep a day later.
 */
export abstract class MediaStaging {
  /**
   * Looks into the bytes, makes them fit to be shown and puts them away.
   * @param field named in a refusal
   * @returns the key it is stored under
   * @throws UnsupportedMedia | MediaTooLarge of the platform
   */
  abstract put(companyId: string, type: MediaType, field: string, bytes: Buffer): Promise<string>;
  /** Leaves alone what a transaction has kept, also where its caller could not learn that it had. */
  abstract discard(keys: readonly string[]): Promise<void>;
  /** Opens it in a browser for a while. */
  abstract urlOf(key: string): Promise<string>;
}

/** What forms needs to know of projects and sectors. */
export abstract class FarmDirectory {
  abstract project(projectId: string): Promise<FarmProject | undefined>;
  abstract sector(sectorId: string): Promise<FarmSector | undefined>;
  /** The active sector that a point lies in. */
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
  /** A user's full name. */
  abstract name(userId: string): Promise<string | undefined>;
}

/** Takes what records tell of pests and diseases. */
export abstract class Observations {
  abstract add(record: ObservedRecord, observations: readonly Observation[]): Promise<void>;
}

export interface ObservedRecord {
  readonly recordId: string;
  readonly recordedAt: Date;
  readonly createdAt: Date;
  readonly author: { readonly userId: string; readonly idpId: string; readonly name: string };
  readonly projectId: string | null;
  readonly sectorId: string | null;
  readonly gps: GpsPosition | null;
}

export interface Observation extends ObservedValue {
  /** The field's name in the form. */
  readonly variable: string;
  readonly type: ObservationType;
  /** What people call it: the field's label. */
  readonly name: string;
  readonly eppoCode: string | null;
  readonly threshold: number | null;
}

/** Just what getForms answers, read in one go. */
export abstract class FormQuery {
  /** Active monitoring forms that the user may see, by name. */
  abstract monitoring(companyId: string, user: FormUser): Promise<FormView[]>;
  /** Active task forms that the user may see or has tasks of, by name, each with the user's own tasks. */
  abstract tasks(companyId: string, user: FormUser): Promise<TaskFormView[]>;
}

export interface FormView {
  readonly formId: string;
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

/** The people that tasks are given to. */
export abstract class Assignees {
  /** Ids of those that exist, by idpId. */
  abstract userIds(idpIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** Null: whichever. */
export interface RecordFilters {
  /** Local days of the project asked for, else of the zone that the company's projects share, both included. */
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly projectId: string | null;
  readonly sectorId: string | null;
  /** A user by id or idpId. */
  readonly user: string | null;
}

/** Whoever reads a form's records, and which of them. */
export interface RecordQuestion {
  readonly companyId: string;
  readonly user: FormUser;
  readonly formId: string;
  readonly filters: RecordFilters;
}

export type OnRecords = (records: readonly FormRecordView[]) => Promise<void>;

export interface FormRecordPage {
  readonly records: readonly FormRecordView[];
  /** How many there are on all pages. */
  readonly total: number;
  /** Those that the records of this page have. */
  readonly versions: readonly FormVersion[];
}

export interface FoundFormRecord {
  readonly record: FormRecordView;
  readonly versions: readonly FormVersion[];
}

/** What people filled in, just as endpoints answer it. Admins and agronomists read all of it, others their own. */
export abstract class FormRecordQuery {
  /**
   * One page in the order of time and id.
   * @throws InvalidDateRange, then FormNotFound, then ProjectNotFound | SectorNotFound | SectorNotInProject |
   *   UserNotFound | RecordsForbidden
   */
  abstract page(question: RecordQuestion, request: PageRequest): Promise<FormRecordPage>;
  /**
   * Every record in the order of time and id, batch by batch.
   * @param begin hears of all versions of the form, and of the zone that records of no project are shown in, before
   *   the first batch
   * @throws as `page`, before that
   */
  abstract each(
    question: RecordQuestion,
    begin: (versions: readonly FormVersion[], timezone: string) => OnRecords,
  ): Promise<void>;
  /**
   * The records that changed since a client last asked, in the order of change.
   * @throws as `page`, and where the cursor is no good any more, before the first batch
   */
  abstract follow(
    question: RecordQuestion,
    request: FeedRequest,
    onRecords: OnRecords,
  ): Promise<FeedPage & { readonly versions: readonly FormVersion[] }>;
  /** @throws RecordNotFound | RecordsForbidden */
  abstract find(companyId: string, user: FormUser, recordId: string): Promise<FoundFormRecord>;
}
