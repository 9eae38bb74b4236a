import type { LocalDate, Page, PageRequest } from '@furrow/kernel';
import { Transactions } from '@furrow/kernel/transactions';
import type {
  Acknowledgement,
  Days,
  ListedPayRun,
  ListedResult,
  ManualLine,
  ManualLineState,
  PayPolicy,
  PayRateState,
  PayResult,
  PayRun,
  ProjectWageState,
  Receipt,
  SessionFact,
  ShiftFact,
  StatementView,
  WageState,
  WorkElsewhere,
  WorkerStanding,
} from '../domain/index.ts';

/** A company's pay policies, within one transaction. */
export abstract class PayPolicyRepository {
  /** Those in force, by the date on which they begin. No other transaction changes them until this one ends. */
  abstract load(): Promise<PayPolicy[]>;
  /** The same for reading, without a lock. */
  abstract inForce(): Promise<PayPolicy[]>;
  /** Withdrawn policies may be declared again too. */
  abstract save(policies: readonly PayPolicy[]): Promise<void>;
  /** Stores them as withdrawn. */
  abstract deactivate(policies: readonly PayPolicy[]): Promise<void>;
}

/** A company's rates and project wages, within one transaction; both by the date on which they begin. */
export abstract class WageRepository {
  /** No other transaction changes them until this one ends. */
  abstract loadRates(): Promise<PayRateState[]>;
  abstract ratesInForce(): Promise<PayRateState[]>;
  abstract saveRates(rates: readonly PayRateState[]): Promise<void>;
  abstract deactivateRates(rates: readonly PayRateState[]): Promise<void>;
  /** No other transaction changes them until this one ends. */
  abstract loadProjectWages(): Promise<ProjectWageState[]>;
  abstract projectWagesInForce(): Promise<ProjectWageState[]>;
  abstract saveProjectWages(wages: readonly ProjectWageState[]): Promise<void>;
  abstract deactivateProjectWages(wages: readonly ProjectWageState[]): Promise<void>;
}

/** A company's manual lines, within one transaction. Malformed ids, and ids of another company, are not found. */
export abstract class ManualLineRepository {
  /** @returns false if its author has stated another line with its `clientEventId` */
  abstract add(line: ManualLine): Promise<boolean>;
  abstract byEventId(createdBy: string, clientEventId: string): Promise<ManualLine | undefined>;
  /** No run is frozen, and no other transaction changes it, until this one ends. */
  abstract lock(payLineId: string): Promise<ManualLine | undefined>;
  abstract counterOf(payLineId: string): Promise<ManualLine | undefined>;
  abstract void(line: ManualLine, counter: ManualLine): Promise<void>;
  /**
   * What a run of these days pays as of now: lines of its days, and of days that a frozen run covers, which no run has
   * paid. A line and its counter-movement cancel each other.
   */
  abstract unpaidFor(days: Days): Promise<ManualLineState[]>;
  /** What a frozen run has paid. */
  abstract paidBy(payRunId: string): Promise<ManualLineState[]>;
  /** Those of these days that are for the regular rate, also void ones. */
  abstract inRegularRate(days: Days): Promise<ManualLineState[]>;
  abstract markPaid(payRunId: string, payLineIds: readonly string[]): Promise<void>;
  /** The latest first. */
  abstract page(filters: ManualLineFilters, request: PageRequest): Promise<Page<ManualLineState>>;
}

/** A null filter matches every line. */
export interface ManualLineFilters {
  readonly from: LocalDate | null;
  readonly to: LocalDate | null;
  readonly workerId: string | null;
}

/** The days of a frozen run, and how they are paid. */
export interface EarlierRun extends Days {
  readonly result: Pick<PayResult, 'policy'>;
  /** Null: by the policy alone. */
  readonly wages: WageState | null;
}

export interface CorrectedRun extends PayRun {
  readonly result: PayResult;
  /** Null: by the policy alone. */
  readonly wages: WageState | null;
  /** When it was frozen, or when the last run that corrects it was. */
  readonly correctedAt: Date;
}

/** What is stored of a run when it is frozen, besides its statements. */
export interface FrozenPay {
  readonly at: Date;
  readonly result: PayResult;
  readonly acknowledged: readonly Acknowledgement[];
  readonly wages: WageState;
}

/** A company's pay runs, within one transaction. Malformed ids, and ids of another company, are not found. */
export abstract class PayRunRepository {
  /** No other transaction freezes or deletes a run, or voids work, of the company until this one ends. */
  abstract holdFreezes(): Promise<void>;
  abstract drafts(): Promise<number>;
  /** Adds a draft with what lists show of it. */
  abstract add(run: PayRun, createdBy: string, calculatedAt: Date, listed: ListedResult): Promise<void>;
  abstract find(payRunId: string): Promise<PayRun | undefined>;
  /** A frozen run that covers one of these days and projects. */
  abstract frozenOver(span: WorkSpan): Promise<string | undefined>;
  /**
   * The frozen runs that this one corrects: of its project, not begun later, ended at most so many days before; by
   * first day.
   */
  abstract correctedBy(run: PayRun, forDays: number): Promise<CorrectedRun[]>;
  /** The frozen runs of these days, of the project or of all projects, by first day. */
  abstract earlierOf(span: WorkSpan): Promise<EarlierRun[]>;
  /**
   * Frozen runs of its project that ended so many days before this one, each with the last freeze of its project.
   * @param since days before the first day of this run, at which the search begins
   */
  abstract tooOldFor(run: PayRun, forDays: number, since: number): Promise<CorrectedRun[]>;
  /**
   * What frozen runs pay for the work of one run, by worker, as exact decimal text: the run itself, and those that
   * correct it.
   */
  abstract paidFor(payRunId: string): Promise<Map<string, string>>;
  /** Stores some of the statements of a run that is being frozen. */
  abstract keep(payRunId: string, statements: readonly StatementView[]): Promise<void>;
  abstract freeze(payRunId: string, by: string, frozen: FrozenPay): Promise<void>;
  /** Stores what lists show of a draft, unless a later calculation is stored or the run is frozen. */
  abstract keepListed(payRunId: string, calculatedAt: Date, listed: ListedResult): Promise<void>;
  /** The statements of a frozen run, by worker id, in batches. */
  abstract statements(payRunId: string): AsyncIterable<readonly StatementView[]>;
  abstract statement(payRunId: string, workerId: string): Promise<StatementView | undefined>;
  /** @returns false if it does not exist or is frozen */
  abstract deleteDraft(payRunId: string): Promise<boolean>;
  /** Latest first. */
  abstract page(request: PageRequest): Promise<Page<ListedPayRun>>;
}

/** The company and the work done in it, within one transaction. */
export abstract class FarmWork {
  abstract currency(): Promise<string | null>;
  abstract companyName(): Promise<string>;
  /** IANA name. */
  abstract timezone(): Promise<string>;
  /** Undefined: the company has no such project. */
  abstract projectName(projectId: string): Promise<string | undefined>;
  /** Sessions come in batches. Of one worker: the worker's shifts, and the sessions in which the worker took part. */
  abstract worked(filter: WorkFilter, now: Date): Promise<Worked>;
  /** Whether anything in these local days, or in shifts that begin in them, may have changed since. */
  abstract hasChanged(span: WorkSpan, since: Date): Promise<boolean>;
  /** A worker's shifts of these local days, in order; void ones are left out. */
  abstract shiftTimes(workerId: string, days: Days): Promise<ShiftTimes[]>;
  /** The id of the worker who has a badge. @throws BadgeUnknown */
  abstract holderOf(badge: string, at: Date): Promise<string>;
  /** Codes and full names, by id. */
  abstract workers(
    workerIds: readonly string[],
  ): Promise<Map<string, { readonly code: string; readonly name: string }>>;
  /** Positions and groups of all workers, by id. */
  abstract standings(): Promise<Record<string, WorkerStanding>>;
}

/** Whom the farm file may name, within one transaction. */
export abstract class Crew {
  /** Ids of workers by code or id; unknown ones are left out. */
  abstract idsOf(named: readonly string[]): Promise<Map<string, string>>;
  /** The positions and groups that a worker may have. */
  abstract offers(): Promise<{ readonly position: readonly string[]; readonly group: readonly string[] }>;
}

/** A shift as a worker remembers it. */
export interface ShiftTimes {
  readonly day: LocalDate;
  readonly kind: ShiftFact['kind'];
  readonly startedAt: Date;
  /** Null while it is running. */
  readonly endedAt: Date | null;
  /** The zone of its project. */
  readonly timezone: string;
  /** Hours without meals, rests included; null while it is running. */
  readonly hours: number | null;
  readonly breaks: readonly {
    readonly kind: 'meal' | 'rest';
    readonly startedAt: Date;
    readonly endedAt: Date;
  }[];
}

/** A company's receipts, within one transaction. Malformed ids, and ids of another company, are not found. */
export abstract class ReceiptRepository {
  /** @param by the id of the user who issues it */
  abstract add(receipt: Receipt, by: string): Promise<void>;
  /** One that has neither expired nor been revoked. */
  abstract find(receiptId: string, now: Date): Promise<Receipt | undefined>;
  /** The latest 100 of those, of a worker or of all. */
  abstract valid(workerId: string | null, now: Date): Promise<Receipt[]>;
  /** Without effect on one that is revoked. @returns false if there is no such one */
  abstract revoke(receiptId: string, now: Date): Promise<boolean>;
}

/** Local days, both included, of one project or of all. */
export interface WorkSpan extends Days {
  readonly projectId: string | null;
}

/** The same, of one worker or of all. */
export interface WorkFilter extends WorkSpan {
  readonly workerId: string | null;
}

export interface Worked {
  readonly shifts: readonly ShiftFact[];
  /** For a project: the hours and units of all workers in other projects on these days. */
  readonly elsewhere: readonly WorkElsewhere[];
  readonly sessions: AsyncIterable<readonly SessionFact[]>;
}

export interface PayrollRepositories {
  readonly policies: PayPolicyRepository;
  readonly wages: WageRepository;
  readonly lines: ManualLineRepository;
  readonly runs: PayRunRepository;
  readonly work: FarmWork;
  readonly receipts: ReceiptRepository;
  /** Serves other requests between two parts of a calculation. */
  readonly yieldToOthers: () => Promise<unknown>;
}

export abstract class PayrollTransactions extends Transactions<PayrollRepositories> {
  /**
   * Like `run`, for a calculation, of which a company has one at a time in all processes together. Reads wait in a queue of
   * their own, so that a freeze never waits behind all of them.
   * @param work receives the instant at which it began, later than that of any calculation before
   * @throws CalculationsBusy if its turn does not come in time
   */
  abstract calculate<T>(
    companyId: string,
    purpose: 'read' | 'freeze',
    work: (repositories: PayrollRepositories, at: Date) => Promise<T>,
  ): Promise<T>;
}
