import type { Clock } from '@furrow/kernel';
import {
  type Days,
  type PayHead,
  type PayRun,
  PayRunNotFound,
  PayStatementNotFound,
  type StatementView,
} from '../domain/index.ts';
import type { PayrollRepositories, PayrollTransactions } from './ports.ts';
import { type Calculation, calculatePay } from './calculate-pay.ts';

/** What one worker is owed, with the context that its reader needs. */
export interface PayStatement extends PayHead {
  readonly run: PayRun;
  readonly companyName: string;
  /** Null: all projects. */
  readonly projectName: string | null;
  readonly statement: StatementView;
  /** The days of the runs that its adjustments correct, by id. */
  readonly corrected: ReadonlyMap<string, Days>;
}

/** One worker's statement of a run, as of now or as of the run's freezing. */
export class GetPayStatement {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws PayRunNotFound | PayStatementNotFound | CalculationsBusy | PayPolicyChanges for a draft, if a policy was
   * declared since
   */
  async execute(companyId: string, payRunId: string, workerId: string): Promise<PayStatement> {
    const frozen = await this.transactions.run(companyId, async (repositories) => {
      const run = await runOf(repositories, payRunId);
      return (
        run.result &&
        this.#statement(repositories, run, await stored(repositories, run, run.result, workerId))
      );
    });
    if (frozen) return frozen;
    return this.transactions.calculate(companyId, 'read', async (repositories, at) => {
      const run = await runOf(repositories, payRunId);
      const found = run.result
        ? stored(repositories, run, run.result, workerId)
        : this.#calculated(repositories, run, { at, workerId });
      return this.#statement(repositories, run, await found);
    });
  }

  async #statement(
    { runs, work }: PayrollRepositories,
    run: PayRun,
    { statement, ...head }: Owed,
  ): Promise<PayStatement> {
    if (statement === undefined) throw new PayStatementNotFound();
    const ofGroup = head.groupPolicies?.find(({ group }) => group === statement.group);
    const ids = statement.lines.flatMap((line) => line.payRunId ?? []);
    const corrected = await Promise.all([...new Set(ids)].map((id) => runs.find(id)));
    return {
      ...{ ...head, policy: ofGroup ?? head.policy, run, statement, companyName: await work.companyName() },
      projectName: run.projectId === null ? null : ((await work.projectName(run.projectId)) ?? null),
      flags: ofWorker(head.flags, statement),
      corrected: new Map(corrected.flatMap((each) => (each ? [[each.payRunId, each]] : []))),
    };
  }

  async #calculated(repositories: PayrollRepositories, run: PayRun, how: Calculation): Promise<Owed> {
    const { statements, ...figures } = await calculatePay(repositories, run, this.clock, how);
    return owed(figures, statements.flat()[0]);
  }
}

async function stored(
  { runs }: PayrollRepositories,
  { payRunId }: PayRun,
  head: PayHead,
  workerId: string,
): Promise<Owed> {
  return owed(head, await runs.statement(payRunId, workerId));
}

const owed = (
  { currency, policy, groupPolicies, flags }: PayHead,
  statement: StatementView | undefined,
): Owed => ({ currency, policy, ...(groupPolicies && { groupPolicies }), flags, statement });

type Owed = PayHead & { readonly statement: StatementView | undefined };

async function runOf({ runs }: PayrollRepositories, payRunId: string): Promise<PayRun> {
  const run = await runs.find(payRunId);
  if (!run) throw new PayRunNotFound();
  return run;
}

/** Flags of the worker, of sessions that the worker is paid for, and of the whole run. */
function ofWorker(flags: PayHead['flags'], { workerId, lines }: StatementView) {
  const sessions = new Set(lines.map(({ sessionId }) => sessionId));
  return flags.filter((flag) =>
    flag.workerId !== undefined
      ? flag.workerId === workerId
      : flag.sessionId === undefined || sessions.has(flag.sessionId),
  );
}
