import type { Page, PageRequest } from '@furrow/kernel';
import type { Days, PayFacts, PayPolicy, PayResult, PayRun } from '../domain/index.ts';

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

/** A company's pay runs, within one transaction. Ids that are no ids, or another company's, are not found. */
export abstract class PayRunRepository {
  /** Nobody else freezes a run of the company until the transaction ends. */
  abstract holdFreezes(): Promise<void>;
  abstract add(run: PayRun, createdBy: string): Promise<void>;
  abstract find(payRunId: string): Promise<PayRun | undefined>;
  /** With their results, by first day. */
  abstract frozen(): Promise<PayRun[]>;
  abstract freeze(payRunId: string, at: Date, by: string, result: PayResult): Promise<void>;
  /** @returns false when it is not there, or frozen */
  abstract deleteDraft(payRunId: string): Promise<boolean>;
  /** The latest first. */
  abstract page(request: PageRequest): Promise<Page<PayRun>>;
}

/** What payroll needs to know of the company and of what was worked in it, within one transaction. */
export abstract class FarmWork {
  abstract currency(): Promise<string | null>;
  abstract hasProject(projectId: string): Promise<boolean>;
  abstract facts(days: Days, projectId: string | null, now: Date): Promise<PayFacts>;
  /** Codes and full names, by id. */
  abstract workers(
    workerIds: readonly string[],
  ): Promise<Map<string, { readonly code: string; readonly name: string }>>;
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
