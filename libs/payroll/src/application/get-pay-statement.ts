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
import { payNow } from './work-out-pay.ts';

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

  /** @throws PayRunNotFound | PayStatementNotFound | PayPolicyChanges for a draft, if a policy was declared since */
  execute(companyId: string, payRunId: string, workerId: string): Promise<PayStatement> {
    return this.transactions.run(companyId, async (repositories) => {
      const { runs, work } = repositories;
      const run = await runs.find(payRunId);
      if (!run) throw new PayRunNotFound();
      const { statement, ...head } = await this.#owed(repositories, run, workerId);
      if (statement === undefined) throw new PayStatementNotFound();
      const ids = statement.lines.flatMap((line) => line.payRunId ?? []);
      const corrected = await Promise.all([...new Set(ids)].map((id) => runs.find(id)));
      return {
        ...{ ...head, run, statement, companyName: await work.companyName() },
        projectName: run.projectId === null ? null : ((await work.projectName(run.projectId)) ?? null),
        flags: ofWorker(head.flags, statement),
        corrected: new Map(corrected.flatMap((each) => (each ? [[each.payRunId, each]] : []))),
      };
    });
  }

  async #owed(
    repositories: PayrollRepositories,
    run: PayRun,
    workerId: string,
  ): Promise<PayHead & { readonly statement: StatementView | undefined }> {
    if (run.result !== null)
      return { ...run.result, statement: await repositories.runs.statement(run.payRunId, workerId) };
    const { currency, policy, workOut } = await payNow(repositories, run, this.clock, workerId);
    const { flags, statements } = await workOut();
    let statement: StatementView | undefined;
    for await (const batch of statements) statement ??= batch[0];
    return { currency, policy, flags, statement };
  }
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
