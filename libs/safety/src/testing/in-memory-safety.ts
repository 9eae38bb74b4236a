import { newId } from '@furrow/kernel';
import {
  HeatDirectory,
  ProjectLookup,
  type RestDue,
  RestDueRepository,
  type RestProject,
  RestRuleRepository,
  type SafetyRepositories,
  SafetyTransactions,
  type ShiftOfWorker,
  WorkDirectory,
} from '../application/ports.ts';
import { type HeatNow, type HeatReading, READING_COUNTS_MS, RestRule } from '../domain/index.ts';

const DAY_MS = 24 * 3_600_000;

/** What a station measured at one instant. */
export interface Air {
  readonly projectId: string;
  readonly deviceId: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** °C. */
  readonly te: number;
  /** °C; null without humidity. */
  readonly heatIndex: number | null;
}

interface Tables {
  readonly rules: ReadonlyMap<string, RestRule>;
  readonly dues: ReadonlyMap<string, RestDue>;
}

/** What other contexts know of a company. */
interface Field {
  readonly projects: RestProject[];
  readonly shifts: ShiftOfWorker[];
  readonly air: Air[];
}

/** All ports of safety over maps. Transactions run one after the other; a failed one changes nothing. */
export class InMemorySafety extends SafetyTransactions {
  readonly #tables = new Map<string, Tables>();
  readonly #fields = new Map<string, Field>();
  #last: Promise<unknown> = Promise.resolve();
  /** How often a use case has let others run. */
  yields = 0;

  /** Whoever adds to it states what other contexts have stored. */
  fieldOf(companyId: string): Field {
    const field = this.#fields.get(companyId) ?? { projects: [], shifts: [], air: [] };
    this.#fields.set(companyId, field);
    return field;
  }

  /** A worker’s shift, running unless it has an end. @returns its id */
  work(companyId: string, shift: Omit<ShiftOfWorker, 'shiftId' | 'worker_name'>): string {
    const shiftId = newId();
    this.fieldOf(companyId).shifts.push({ ...shift, shiftId, worker_name: `Worker ${shift.workerId}` });
    return shiftId;
  }

  override run<T>(companyId: string, work: (repositories: SafetyRepositories) => Promise<T>): Promise<T> {
    const result = this.#last.then(() => this.#transaction(companyId, work));
    this.#last = result.catch(() => undefined);
    return result;
  }

  override async companiesWithRules(after: string | null, limit: number): Promise<readonly string[]> {
    return [...this.#tables]
      .filter(([companyId, { rules }]) => (after === null || companyId > after) && active(rules).length > 0)
      .map(([companyId]) => companyId)
      .sort()
      .slice(0, limit);
  }

  async #transaction<T>(
    companyId: string,
    work: (repositories: SafetyRepositories) => Promise<T>,
  ): Promise<T> {
    const stored = this.#tables.get(companyId);
    const tables = { rules: new Map(stored?.rules), dues: new Map(stored?.dues) };
    const { projects, shifts, air } = this.fieldOf(companyId);
    const result = await work({
      rules: new InMemoryRestRules(tables.rules),
      dues: new InMemoryRestDues(tables.dues),
      work: new InMemoryWork(shifts),
      heat: new InMemoryHeat(air),
      projects: new InMemoryProjects(projects),
      yieldToOthers: async () => void this.yields++,
    });
    this.#tables.set(companyId, tables);
    return result;
  }
}

const inOrder = (rules: Iterable<RestRule>) => [...rules].sort((a, b) => (a.key < b.key ? -1 : 1));
const active = (rules: ReadonlyMap<string, RestRule>) =>
  inOrder(rules.values()).filter(({ state }) => state.isActive);

class InMemoryRestRules extends RestRuleRepository {
  constructor(private readonly rules: Map<string, RestRule>) {
    super();
  }

  override async all(): Promise<RestRule[]> {
    return inOrder(this.rules.values());
  }

  override async active(): Promise<RestRule[]> {
    return active(this.rules);
  }

  override async save(rules: readonly RestRule[]): Promise<void> {
    for (const rule of rules) this.rules.set(rule.key, rule);
  }
}

class InMemoryRestDues extends RestDueRepository {
  constructor(private readonly dues: Map<string, RestDue>) {
    super();
  }

  override async add(dues: readonly RestDue[]): Promise<number> {
    const known = new Set(this.#standing().map(identityOf));
    const added = dues.filter((due) => !known.has(identityOf(due)) && known.add(identityOf(due)));
    for (const due of added) this.dues.set(due.restDueId, due);
    return added.length;
  }

  override async standing(since: Date): Promise<readonly RestDue[]> {
    return this.#standing().filter(({ notedAt }) => notedAt >= since);
  }

  override async correct(restDueIds: readonly string[], at: Date): Promise<void> {
    for (const due of this.#standing().filter(({ restDueId }) => restDueIds.includes(restDueId)))
      this.dues.set(due.restDueId, { ...due, correctedAt: at });
  }

  override async between(
    projectId: string,
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<readonly RestDue[]> {
    return [...this.dues.values()]
      .filter((due) => due.projectId === projectId && due.dueAt >= from && due.dueAt < to)
      .sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime() || (a.workerId < b.workerId ? -1 : 1));
  }

  #standing(): RestDue[] {
    return [...this.dues.values()].filter(({ correctedAt }) => correctedAt === null);
  }
}

const identityOf = ({ workerId, workedSince, rule }: RestDue) =>
  `${workerId} ${workedSince.getTime()} ${rule.key}`;

class InMemoryWork extends WorkDirectory {
  readonly #shifts: readonly ShiftOfWorker[];

  constructor(shifts: readonly ShiftOfWorker[]) {
    super();
    this.#shifts = shifts.toSorted(
      (a, b) =>
        Number(a.workerId > b.workerId) - Number(a.workerId < b.workerId) || a.startedAt - b.startedAt,
    );
  }

  override async ofRunning(projectId: string | null, now: Date): Promise<readonly ShiftOfWorker[]> {
    const begun = this.#begun(new Date(now.getTime() - DAY_MS), now);
    const atWork = new Set(
      begun
        .filter((shift) => shift.endedAt === null && (projectId === null || shift.projectId === projectId))
        .map(({ workerId }) => workerId),
    );
    return begun.filter(({ workerId }) => atWork.has(workerId));
  }

  override async ofWorkers(workerIds: readonly string[], now: Date): Promise<readonly ShiftOfWorker[]> {
    const asked = new Set(workerIds);
    const begun = this.#begun(new Date(now.getTime() - 2 * DAY_MS), now);
    return begun.filter(({ workerId }) => asked.has(workerId));
  }

  override async between(
    workerIds: readonly string[],
    { from, to }: { readonly from: Date; readonly to: Date },
  ): Promise<readonly ShiftOfWorker[]> {
    const begun = this.#begun(new Date(from.getTime() - DAY_MS), to);
    return begun.filter(({ workerId }) => workerIds.includes(workerId));
  }

  override async names(workerIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new Map(
      this.#shifts.flatMap(({ workerId, worker_name }) =>
        workerIds.includes(workerId) && worker_name !== null ? [[workerId, worker_name]] : [],
      ),
    );
  }

  #begun(after: Date, until: Date): ShiftOfWorker[] {
    return this.#shifts.filter(
      ({ startedAt }) => startedAt > after.getTime() && startedAt <= until.getTime(),
    );
  }
}

class InMemoryHeat extends HeatDirectory {
  constructor(private readonly air: readonly Air[]) {
    super();
  }

  override async latest(projectIds: readonly string[], now: Date): Promise<ReadonlyMap<string, HeatNow>> {
    const age = (at: number) => now.getTime() - at;
    const recent = this.air
      .filter(
        ({ projectId, at }) => projectIds.includes(projectId) && age(at) >= 0 && age(at) < READING_COUNTS_MS,
      )
      .sort((a, b) => a.at - b.at);
    const ofProject = Map.groupBy(recent, ({ projectId }) => projectId);
    return new Map(
      [...ofProject].map(([projectId, air]) => [
        projectId,
        { te: hottest(air, ({ te }) => te), 'heat-index': hottest(air, ({ heatIndex }) => heatIndex) },
      ]),
    );
  }
}

/** Of the last values of each station. @param air in order of time */
function hottest(air: readonly Air[], valueOf: (air: Air) => number | null): HeatReading | undefined {
  const last = new Map<string, HeatReading>();
  for (const each of air) {
    const { deviceId, at } = each;
    const value = valueOf(each);
    if (value !== null) last.set(deviceId, { deviceId, at, value });
  }
  return [...last.values()].sort((a, b) => b.value - a.value)[0];
}

class InMemoryProjects extends ProjectLookup {
  constructor(private readonly projects: readonly RestProject[]) {
    super();
  }

  override async find(projectId: string): Promise<RestProject | undefined> {
    return this.projects.find((project) => project.projectId === projectId);
  }
}
