import type { Page, PageRequest } from '@furrow/kernel';
import type {
  Days,
  PayPolicy,
  PayResult,
  PayRun,
  SessionFact,
  ShiftFact,
  StatementView,
} from '../domain/index.ts';

/** A company's pay policies, within one transaction. */
export abstract class PayPolicyRepository {
  /** Those in force, by the date on which they begin. No other transaction changes them until this one ends. */
  abstract load(): Promise<PayPolicy[]>;
  /** The same for reading, without a lock. */
  abstract inForce(): Promise<PayPolicy[]>;
  /** Withdrawn policies may be declared again too. */
  abstract save(policies: readonly PayPolicy[]): Promise<void>;
  abstract deactivate(policies: readonly PayPolicy[]): Promise<void>;
}

export interface CorrectedRun extends PayRun {
  readonly result: PayResult;
  /** When it was frozen, or when the last run that corrects it was. */
  readonly correctedAt: Date;
}

/** A company's pay runs, within one transaction. Malformed ids, and ids of another company, are not found. */
export abstract class PayRunRepository {
  /** No other transaction freezes a run of the company until this one ends. */
  abstract holdFreezes(): Promise<void>;
  abstract add(run: PayRun, createdBy: string): Promise<void>;
  abstract find(payRunId: string): Promise<PayRun | undefined>;
  /** A frozen run that covers a day and project of this one. */
  abstract frozenOver(run: PayRun): Promise<string | undefined>;
  /**
   * The frozen runs that this one corrects: of its project, not begun later, ended at most so many days before; by
   * first day.
   */
  abstract correctedBy(run: PayRun, forDays: number): Promise<CorrectedRun[]>;
  /**
   * What frozen runs pay for the work of one run, by worker, as exact decimal text: the run itself, and those that
   * correct it.
   */
  abstract paidFor(payRunId: string): Promise<Map<string, string>>;
  /** Stores some of the statements of a run that is being frozen. */
  abstract keep(payRunId: string, statements: readonly StatementView[]): Promise<void>;
  abstract freeze(payRunId: string, at: Date, by: string, result: PayResult): Promise<void>;
  /** The statements of a frozen run, by worker id, in batches. */
  abstract statements(payRunId: string): AsyncIterable<readonly StatementView[]>;
  abstract statement(payRunId: string, workerId: string): Promise<StatementView | undefined>;
  /** @returns false if it does not exist or is frozen */
  abstract deleteDraft(payRunId: string): Promise<boolean>;
  /** Latest first. */
  abstract page(request: PageRequest): Promise<Page<PayRun>>;
}

/** The company and the work done in it, within one transaction. */
export abstract class FarmWork {
  abstract currency(): Promise<string | null>;
  abstract companyName(): Promise<string>;
  /** Undefined: the company has no such project. */
  abstract projectName(projectId: string): Promise<string | undefined>;
  /**
   * The work of these local days; sessions come in batches.
   * @param of if given, only this worker's shifts, and sessions in which the worker took part
   */
  abstract worked(span: WorkSpan, now: Date, of?: string): Promise<Worked>;
  /** Whether anything in these local days may have changed since. */
  abstract hasChanged(span: WorkSpan, since: Date): Promise<boolean>;
  /** Codes and full names, by id. */
  abstract workers(
    workerIds: readonly string[],
  ): Promise<Map<string, { readonly code: string; readonly name: string }>>;
}

/** Local days, both included, of one project or of all. */
export interface WorkSpan extends Days {
  readonly projectId: string | null;
}

export interface Worked {
  readonly shifts: readonly ShiftFact[];
  readonly sessions: AsyncIterable<readonly SessionFact[]>;
}

export interface PayrollRepositories {
  readonly policies: PayPolicyRepository;
  readonly runs: PayRunRepository;
  readonly work: FarmWork;
}

export abstract class PayrollTransactions {
  /** One transaction of one company; after a deadlock `work` runs again. */
  abstract run<T>(companyId: string, work: (repositories: PayrollRepositories) => Promise<T>): Promise<T>;
}
