import type { Page, PageRequest } from '@furrow/kernel';
import type {
  Days,
  PayPolicy,
  PayResult,
  PayRun,
  SessionFact,
  ShiftFact,
  ToldStatement,
} from '../domain/index.ts';

/** A company's pay policies, within one transaction. */
export abstract class PayPolicyRepository {
  /** Those in force, by the date they begin on. Nobody else changes any until the transaction ends. */
  abstract load(): Promise<PayPolicy[]>;
  /** The same, to read. */
  abstract inForce(): Promise<PayPolicy[]>;
  /** Those that were taken back and may be stated again too. */
  abstract save(policies: readonly PayPolicy[]): Promise<void>;
  abstract deactivate(policies: readonly PayPolicy[]): Promise<void>;
}

export interface CorrectedRun extends PayRun {
  readonly result: PayResult;
  /** When it was frozen, or the last of those that correct it. */
  readonly correctedAt: Date;
}

/** A company's pay runs, within one transaction. Ids that are no ids, or another company's, are not found. */
export abstract class PayRunRepository {
  /** Nobody else freezes a run of the company until the transaction ends. */
  abstract holdFreezes(): Promise<void>;
  abstract add(run: PayRun, createdBy: string): Promise<void>;
  abstract find(payRunId: string): Promise<PayRun | undefined>;
  /** The frozen run that covers a day and project of this one. */
  abstract frozenOver(run: PayRun): Promise<string | undefined>;
  /** Frozen runs that this one corrects: of its project, begun no later, ended at most so many days before; by first day. */
  abstract correctedBy(run: PayRun, forDays: number): Promise<CorrectedRun[]>;
  /** What frozen runs pay for the work of one, by worker, as exact decimal text: it itself, and those that correct it. */
  abstract paidFor(payRunId: string): Promise<Map<string, string>>;
  /** Keeps some of the statements of a run that is about to be frozen. */
  abstract keep(payRunId: string, statements: readonly ToldStatement[]): Promise<void>;
  abstract freeze(payRunId: string, at: Date, by: string, result: PayResult): Promise<void>;
  /** Those of a frozen run, by worker id, batch by batch. */
  abstract statements(payRunId: string): AsyncIterable<readonly ToldStatement[]>;
  abstract statement(payRunId: string, workerId: string): Promise<ToldStatement | undefined>;
  /** @returns false when it is not there, or frozen */
  abstract deleteDraft(payRunId: string): Promise<boolean>;
  /** The latest first. */
  abstract page(request: PageRequest): Promise<Page<PayRun>>;
}

/** What payroll needs to know of the company and of what was worked in it, within one transaction. */
export abstract class FarmWork {
  abstract currency(): Promise<string | null>;
  abstract companyName(): Promise<string>;
  /** Undefined: the company has no such project. */
  abstract projectName(projectId: string): Promise<string | undefined>;
  /**
   * What was worked in these local days, sessions batch by batch.
   * @param of the worker whose shifts, and sessions he has a part in, are wanted alone
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
  /** One transaction of one company; `work` may run again when it met another one head-on. */
  abstract run<T>(companyId: string, work: (repositories: PayrollRepositories) => Promise<T>): Promise<T>;
}
