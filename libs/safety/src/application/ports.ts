import { Transactions } from '@furrow/kernel/transactions';
import type { HeatNow, NotedRest, RestRule, WorkedShift } from '../domain/index.ts';

/** A shift of a worker, as it is stored. */
export interface ShiftOfWorker extends WorkedShift {
  readonly shiftId: string;
  readonly workerId: string;
  readonly worker_name: string | null;
  readonly projectId: string;
}

/** The shifts that rests depend on, within the transaction that reads them. */
export abstract class WorkDirectory {
  /**
   * All shifts that begin within the last 24 hours before `now` of workers with a running one, voided ones excluded, in the
   * order of worker and start. @param projectId of the running one; null: any
   */
  abstract ofRunning(projectId: string | null, now: Date): Promise<readonly ShiftOfWorker[]>;
  /** Those that begin within the last 48 hours of these workers, whether any of them is running. */
  abstract ofWorkers(workerIds: readonly string[], now: Date): Promise<readonly ShiftOfWorker[]>;
  /** Of these workers, those that begin from a day before the span to its end. */
  abstract between(
    workerIds: readonly string[],
    span: { readonly from: Date; readonly to: Date },
  ): Promise<readonly ShiftOfWorker[]>;
  /** Full names of workers, by id. */
  abstract names(workerIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** How hot it is, within the transaction that reads it. */
export abstract class HeatDirectory {
  /** By project: the hottest of the latest readings that count at `now`. */
  abstract latest(projectIds: readonly string[], now: Date): Promise<ReadonlyMap<string, HeatNow>>;
}

/** A project of the company. */
export interface RestProject {
  readonly projectId: string;
  /** IANA name. */
  readonly timezone: string;
}

/** The projects of the company, within the transaction that reads them. */
export abstract class ProjectLookup {
  abstract find(projectId: string): Promise<RestProject | undefined>;
}

/** The rules of one company, within one transaction. */
export abstract class RestRuleRepository {
  /** All of them, inactive ones included, by key. */
  abstract all(): Promise<RestRule[]>;
  /** Those in use. */
  abstract active(): Promise<RestRule[]>;
  abstract save(rules: readonly RestRule[]): Promise<void>;
}

/** A rest that was due when the background job looked. */
export interface RestDue extends NotedRest {
  readonly restDueId: string;
  readonly workerId: string;
  readonly shiftId: string;
  readonly projectId: string;
  readonly dueAt: Date;
  /** When it was noticed, which is when the event was sent. */
  readonly notedAt: Date;
  readonly reading: { readonly deviceId: string; readonly at: number; readonly value: number };
  /** When shifts that came later showed that it was not due; null: it was. */
  readonly correctedAt: Date | null;
}

/** The rests that were due, of one company, within one transaction. */
export abstract class RestDueRepository {
  /** Adds those of whose worker no due that stands has the same `workedSince` and rule. @returns how many */
  abstract add(dues: readonly RestDue[]): Promise<number>;
  /** Those that stand, noted after an instant. Until the end of the transaction, no other one reads them so. */
  abstract standing(since: Date): Promise<readonly RestDue[]>;
  abstract correct(restDueIds: readonly string[], at: Date): Promise<void>;
  /** Of a project, due within the span, by then and worker. */
  abstract between(
    projectId: string,
    span: { readonly from: Date; readonly to: Date },
  ): Promise<readonly RestDue[]>;
}

export interface SafetyRepositories {
  readonly rules: RestRuleRepository;
  readonly dues: RestDueRepository;
  readonly work: WorkDirectory;
  readonly heat: HeatDirectory;
  readonly projects: ProjectLookup;
  /** Lets other work of the process run, between slices of workers. */
  readonly yieldToOthers: () => Promise<unknown>;
}

export abstract class SafetyTransactions extends Transactions<SafetyRepositories> {
  /** The next companies with active rules, in order. */
  abstract companiesWithRules(after: string | null, limit: number): Promise<readonly string[]>;
}
