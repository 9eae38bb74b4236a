import type { Clock } from '@furrow/kernel';
import { ProjectNotFound } from '@furrow/kernel/errors';
import { type HeatNow, type RestNow, RestRules, type RestRuleState } from '../domain/index.ts';
import type { SafetyRepositories, SafetyTransactions, ShiftOfWorker } from './ports.ts';

/** A worker on a running shift, and the next rest. */
export interface RestOfWorker extends RestNow {
  readonly workerId: string;
  readonly worker_name: string | null;
  /** The running shift, the latest if there are several. */
  readonly shiftId: string;
  readonly projectId: string;
}

/** The active rules of a project, and how hot it is. */
export interface ProjectHeat {
  readonly projectId: string;
  readonly rules: readonly RestRuleState[];
  readonly heat: HeatNow;
}

export interface RestAnswer {
  readonly asOf: Date;
  readonly workers: readonly RestOfWorker[];
  /** Of the projects that have rules, for programs without a connection, which go on by them. */
  readonly projects: readonly ProjectHeat[];
}

/** Who is at work, and how hot it is there. */
interface Field {
  readonly shifts: readonly ShiftOfWorker[];
  readonly heats: readonly ProjectHeat[];
  readonly now: Date;
}

/** Workers of a slice, which takes a few milliseconds. */
export const AT_ONCE = 500;
/** No reading of either metric. */
const UNKNOWN: HeatNow = { te: undefined, 'heat-index': undefined };

/** Who of the crews in the field has worked how long, and when the next rest is due. */
export class ReadRest {
  constructor(
    private readonly transactions: SafetyTransactions,
    private readonly clock: Clock,
  ) {}

  /** @param projectId null: all projects @throws ProjectNotFound */
  execute(companyId: string, projectId: string | null): Promise<RestAnswer> {
    const asOf = this.clock.now();
    return this.transactions.run(companyId, async (repositories) => {
      if (projectId !== null && (await repositories.projects.find(projectId)) === undefined)
        throw new ProjectNotFound();
      const shifts = await repositories.work.ofRunning(projectId, asOf);
      const heats = await heatsOf(repositories, projectId, asOf);
      return { asOf, workers: await restsOf(repositories, { shifts, heats, now: asOf }), projects: heats };
    });
  }
}

/** @param projectId null: all projects that have active rules */
export async function heatsOf(
  { rules, heat }: Pick<SafetyRepositories, 'rules' | 'heat'>,
  projectId: string | null,
  now: Date,
): Promise<readonly ProjectHeat[]> {
  const active = (await rules.active())
    .map(({ state }) => state)
    .filter((rule) => projectId === null || rule.projectId === projectId);
  const ofProject = Map.groupBy(active, (rule) => rule.projectId);
  const latest = await heat.latest([...ofProject.keys()], now);
  return [...ofProject].map(([id, own]) => ({
    ...{ projectId: id, rules: own, heat: latest.get(id) ?? UNKNOWN },
  }));
}

/**
 * The rests of workers with a running shift, in slices: a large farm has thousands at work.
 * @param shifts in the order of worker and start
 */
export async function restsOf(
  { yieldToOthers }: Pick<SafetyRepositories, 'yieldToOthers'>,
  { shifts, heats, now }: Field,
): Promise<RestOfWorker[]> {
  const demands = new Map(
    heats.map(({ projectId, rules, heat }) => [projectId, new RestRules(rules, heat)] as const),
  );
  const none = new RestRules([], UNKNOWN);
  const rests: RestOfWorker[] = [];
  const workers = [...Map.groupBy(shifts, ({ workerId }) => workerId).values()];
  for (const [index, own] of workers.entries()) {
    if (index > 0 && index % AT_ONCE === 0) await yieldToOthers();
    const running = own.findLast(({ endedAt }) => endedAt === null);
    if (running === undefined) continue;
    const { workerId, worker_name, shiftId, projectId } = running;
    const rest = (demands.get(projectId) ?? none).of(own, now.getTime());
    if (rest) rests.push({ workerId, worker_name, shiftId, projectId, ...rest });
  }
  return rests;
}
