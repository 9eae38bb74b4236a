import type { LocalDate } from '@furrow/kernel';
import type { CorrectedRun, PayrollRepositories, WorkSpan } from '../application/ports.ts';
import { payNow } from '../application/work-out-pay.ts';
import {
  isWithin,
  newPayRunId,
  PayPolicy,
  type PayPolicyState,
  type PayRun,
  type SessionFact,
  type StatementView,
} from '../domain/index.ts';
import type { PlacedFacts } from './plain-pay.ts';

const LATER = 92 * 86_400_000;

interface Frozen {
  readonly run: CorrectedRun;
  readonly statements: readonly StatementView[];
}

/** Calculates and freezes the runs of a company over what a test says is known, as payroll's use cases do. */
export class InMemoryOffice {
  readonly #frozen: Frozen[] = [];
  #known: PlacedFacts = { sessions: [], shifts: [] };

  constructor(private readonly policies: readonly PayPolicyState[]) {}

  async freeze(known: PlacedFacts, span: WorkSpan): Promise<readonly StatementView[]> {
    this.#known = known;
    const run: PayRun = {
      ...{ ...span, payRunId: newPayRunId(), createdAt: new Date(0), frozenAt: new Date(0) },
      ...{ acknowledged: [], result: null },
    };
    const { policy, currency, workOut } = await payNow(this.#repositories, {
      ...{ run, workerId: null, now: new Date() },
    });
    const { statements: batches, flags } = await workOut();
    const statements: StatementView[] = [];
    for await (const batch of batches) statements.push(...batch);
    const result = { policy, currency, flags, totals: { workers: 0, hours: 0, units: 0, gross: 0 } };
    this.#frozen.push({ run: { ...run, result, correctedAt: new Date(0) }, statements });
    return statements;
  }

  get #repositories(): PayrollRepositories {
    const runs = this.#frozen.map(({ run }) => run);
    const days = (day: LocalDate) => Date.parse(day);
    return {
      policies: { inForce: async () => this.policies.map((policy) => PayPolicy.restore(policy)) },
      runs: {
        correctedBy: async ({ from, projectId }: PayRun) =>
          runs.filter(
            (run) =>
              run.from <= from &&
              days(from) - days(run.to) <= LATER &&
              (projectId === null || projectId === run.projectId),
          ),
        tooOldFor: async () => [],
        earlierOf: async ({ from, to, projectId }: WorkSpan) =>
          runs
            .filter((run) => run.from <= to && run.to >= from)
            .filter((run) => run.projectId === null || run.projectId === projectId)
            .map(({ result: { policy }, ...run }) => ({ from: run.from, to: run.to, policy })),
        paidFor: async (payRunId: string) => this.#paidFor(payRunId),
      },
      work: {
        currency: async () => 'EUR',
        hasChanged: async () => true,
        workers: async () => new Map(),
        worked: async (span: WorkSpan) => this.#worked(span),
      },
      giveWay: async () => undefined,
    } as unknown as PayrollRepositories;
  }

  #worked(span: WorkSpan) {
    const isOf = ({ projectId }: { readonly projectId: string }) =>
      span.projectId === null || span.projectId === projectId;
    const shifts = this.#known.shifts.filter(({ day }) => isWithin(day, span));
    const ids = new Set(shifts.map(({ shiftId }) => shiftId));
    const asRead = (session: SessionFact): SessionFact => ({
      ...session,
      work: session.work.map(({ workerId, units }) => ({
        workerId,
        units: units.map((each) => (ids.has(each.shiftId ?? '') ? each : { ...each, shiftId: null })),
      })),
    });
    const sessions = this.#known.sessions.filter((each) => isWithin(each.day, span) && isOf(each));
    return {
      shifts: shifts.filter(isOf),
      elsewhere: shifts.filter((shift) => !isOf(shift)),
      sessions: inBatch(sessions.map(asRead)),
    };
  }

  /** As decimal text, by worker. */
  #paidFor(payRunId: string): Map<string, string> {
    const cents = new Map<string, number>();
    for (const { run, statements } of this.#frozen)
      for (const { workerId, lines } of statements)
        for (const line of lines)
          if ((line.payRunId ?? run.payRunId) === payRunId)
            cents.set(workerId, (cents.get(workerId) ?? 0) + Math.round(line.amount * 100));
    return new Map([...cents].map(([workerId, sum]) => [workerId, (sum / 100).toFixed(2)]));
  }
}

async function* inBatch(sessions: readonly SessionFact[]) {
  yield sessions;
}
