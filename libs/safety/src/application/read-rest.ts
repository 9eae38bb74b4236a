import type { Clock } from '@furrow/kernel';
import { ProjectNotFound } from '@furrow/kernel/refusals';
import { type HeatNow, type RestNow, RestRules, type RestRuleState } from '../domain/index.ts';
import type { RestRepositories, RestTransactions, ShiftOfWorker } from './ports.ts';

/** A worker on a running shift, and the next rest. */
export interface RestOfWorker extends RestNow {
  readonly workerId: string;
  readonly worker_name: string | null;
  /** The running shift, the latest if there are several. */
  readonly shiftId: string;
  readonly projectId: string;
}

export interface RestAnswer {
  readonly asOf: Date;
  readonly workers: readonly RestOfWorker[];
}

/** No reading of either metric. */
const UNKNOWN: HeatNow = { te: undefined, 'heat-index': undefined };

/** Who of the crews in the field has worked how long, and when the next rest is due. */
export class ReadRest {
  constructor(
    private readonly transactions: RestTransactions,
    private readonly clock: Clock,
  ) {}

  /** @param projectId null: all projects @throws ProjectNotFound */
  execute(companyId: string, projectId: string | null): Promise<RestAnswer> {
    const asOf = this.clock.now();
    return this.transactions.run(companyId, async (repositories) => {
      if (projectId !== null && (await repositories.projects.find(projectId)) === undefined)
        throw new ProjectNotFound();
      const shifts = await repositories.work.ofRunning(projectId, asOf);
      return { asOf, workers: await restsOf(shifts, repositories, asOf) };
    });
  }
}

/** The rests of workers with a running shift. @param shifts in the order of worker and start */
export async function restsOf(
  shifts: readonly ShiftOfWorker[],
  { rules, heat }: Pick<RestRepositories, 'rules' | 'heat'>,
  now: Date,
): Promise<RestOfWorker[]> {
  if (shifts.length === 0) return [];
  const [active, heatOf] = await Promise.all([
    rules.active(),
    heat.latest([...new Set(shifts.map(({ projectId }) => projectId))], now),
  ]);
  const ofProject = rulesByProject(
    active.map(({ state }) => state),
    heatOf,
  );
  return [...Map.groupBy(shifts, ({ workerId }) => workerId).values()].flatMap((own): RestOfWorker[] => {
    const running = own.findLast(({ endedAt }) => endedAt === null);
    if (running === undefined) return [];
    const { workerId, worker_name, shiftId, projectId } = running;
    const rest = ofProject(projectId).of(own, now.getTime());
    return rest ? [{ workerId, worker_name, shiftId, projectId, ...rest }] : [];
  });
}

function rulesByProject(
  rules: readonly RestRuleState[],
  heatOf: ReadonlyMap<string, HeatNow>,
): (projectId: string) => RestRules {
  const none = new RestRules([], UNKNOWN);
  const known = new Map(
    [...Map.groupBy(rules, ({ projectId }) => projectId)].map(([id, own]) => [
      id,
      new RestRules(own, heatOf.get(id) ?? UNKNOWN),
    ]),
  );
  return (projectId) => known.get(projectId) ?? none;
}
