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

/** Runs work in one transaction of one company. It may run again after a deadlock, so it has no other effects. */
export abstract class FormsTransactions {
  abstract run<T>(companyId: string, work: (stores: FormsStores) => Promise<T>): Promise<T>;
}

/** What a transaction hands out, all of it inside that transaction. */
export interface FormsStores {
  readonly forms: FormStore;
  readonly tasks: TaskStore;
  readonly records: RecordStore;
  readonly media: KeptMedia;
  readonly farm: FarmDirectory;
  readonly authors: Authors;
  readonly observations: Observations;
}

/** Ids that are no ids, or another company's, are simply not found; what is inactive is found. */
export abstract class FormStore {
  abstract find(formId: string): Promise<Form | undefined>;
  /** The fields of one of its versions. */
  abstract fields(formId: string, version: number): Promise<readonly FormField[] | undefined>;
}

export abstract class TaskStore {
  abstract find(taskId: string): Promise<Task | undefined>;
  abstract setDone(taskId: string): Promise<void>;
}

export abstract class RecordStore {
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
export abstract class FormReader {
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

/** All forms of one company, for writing, within the caller's transaction. */
export abstract class FormRegister {
  /** Inactive ones too; nobody else changes any form or task until the transaction ends. */
  abstract load(): Promise<Form[]>;
  /** Writes new and changed ones; a version once written stays. */
  abstract save(forms: readonly Form[]): Promise<void>;
}

/** All tasks of one company, for writing, within the caller's transaction. */
export abstract class TaskRegister {
  /** Inactive ones too; nobody else changes any form or task until the transaction ends. */
  abstract load(): Promise<Task[]>;
  abstract save(tasks: readonly Task[]): Promise<void>;
  /** Ids of the active task forms, by the operator's key. */
  abstract taskForms(): Promise<ReadonlyMap<string, string>>;
}

/** The people that tasks are given to. */
export abstract class Assignees {
  /** Ids of those that exist, by idpId. */
  abstract userIds(idpIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
