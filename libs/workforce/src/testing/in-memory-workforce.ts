import type { LocalDate } from '@furrow/kernel';
import { Transactions } from '@furrow/kernel/transactions';
import { InMemoryMediaStore } from '@furrow/media/testing';
import type {
  BadgeRepository,
  FarmDirectory,
  GroupMember,
  GroupRepository,
  KeptPhotos,
  OptionRepository,
  PaidWork,
  ShiftRepository,
  ShiftProject,
  ShiftSector,
  WorkerRepository,
  WorkforceRepositories,
} from '../application/ports.ts';
import {
  type BadgeAssignment,
  type BadgeChange,
  OPTION_FIELDS,
  type OptionField,
  type Person,
  personOf,
  Shift,
  type ShiftState,
  Worker,
  WorkerOptions,
  type WorkerState,
} from '../domain/index.ts';

/** The day on which tests take place, as the fakes know it. */
const TODAY = '2026-01-31' as LocalDate;

interface Repositories {
  readonly workers: InMemoryWorkers;
  readonly options: InMemoryOptions;
  readonly groups: InMemoryGroups;
  readonly photos: KeptPhotos;
  readonly badges: InMemoryBadges;
  readonly shifts: InMemoryShifts;
  readonly farm: InMemoryFarm;
  readonly paid: InMemoryPaidWork;
}

/** The workforce of any number of companies in memory. Transactions of one company run one after the other. */
export class InMemoryWorkforce extends Transactions<WorkforceRepositories> {
  readonly media = new InMemoryMediaStore();
  readonly #companies = new Map<string, Repositories & { last: Promise<unknown> }>();

  override run<T>(companyId: string, work: (repositories: Repositories) => Promise<T>): Promise<T> {
    const company = this.#companyOf(companyId);
    const result = company.last.then(() => work(company));
    company.last = result.catch(() => undefined);
    return result;
  }

  #companyOf(companyId: string) {
    const photos: KeptPhotos = {
      keep: (keys) => this.media.keep({ companyId }, keys),
      release: (key) => this.media.release({ companyId }, [key]),
    };
    const groups = new InMemoryGroups();
    const made = {
      ...{ workers: new InMemoryWorkers(), options: new InMemoryOptions(groups), groups, photos },
      badges: new InMemoryBadges(),
      ...{ shifts: new InMemoryShifts(), farm: new InMemoryFarm(), paid: new InMemoryPaidWork() },
      last: Promise.resolve(),
    };
    const company = this.#companies.get(companyId) ?? made;
    this.#companies.set(companyId, company);
    return company;
  }
}

class InMemoryWorkers implements WorkerRepository {
  readonly #workers = new Map<string, WorkerState>();

  async holdRegistrations(): Promise<void> {}

  async namesakes(people: readonly Person[]): Promise<Worker[]> {
    const asked = ({ nameKey, hireDate }: Person) =>
      people.some((one) => one.nameKey === nameKey && one.hireDate === hireDate);
    return [...this.#workers.values()]
      .filter((state) => asked(personOf(state)))
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .map((state) => Worker.restore(structuredClone(state)));
  }

  async bearersOf(codeStems: readonly string[]): Promise<Map<string, number>> {
    const byStem = Map.groupBy(this.#workers.values(), ({ code }) => code.stem);
    return new Map(codeStems.flatMap((stem) => (byStem.has(stem) ? [[stem, byStem.get(stem)!.length]] : [])));
  }

  async add(workers: readonly Worker[]): Promise<void> {
    for (const worker of workers) this.#workers.set(worker.id, structuredClone(worker.state));
  }

  async find(worker: string): Promise<Worker | undefined> {
    const found = [...this.#workers.values()]
      .map((state) => Worker.restore(structuredClone(state)))
      .find(({ id, code }) => id === worker || code === worker);
    return found;
  }

  async byIds(workerIds: readonly string[]): Promise<Worker[]> {
    return [...this.#workers.values()]
      .filter(({ workerId }) => workerIds.includes(workerId))
      .map((state) => Worker.restore(structuredClone(state)));
  }

  async update(worker: Worker): Promise<void> {
    this.#workers.set(worker.id, structuredClone(worker.state));
  }

  async known(workerIds: readonly string[]): Promise<Set<string>> {
    return new Set(workerIds.filter((id) => this.#workers.has(id)));
  }
}

class InMemoryBadges implements BadgeRepository {
  readonly #assignments = new Map<string, BadgeAssignment>();

  async hold(): Promise<void> {}

  async history(code: string): Promise<BadgeAssignment[]> {
    return this.#held().filter((one) => one.code === code);
  }

  async codesOf(workerIds: readonly string[], at: Date): Promise<Map<string, string>> {
    const held = this.#held().filter(
      ({ workerId, from, until }) =>
        workerIds.includes(workerId) && from <= at && (until === null || until > at),
    );
    return new Map(held.map(({ workerId, code }) => [workerId, code]));
  }

  async taken(codes: readonly string[]): Promise<Set<string>> {
    return new Set(
      [...this.#assignments.values()].map(({ code }) => code).filter((code) => codes.includes(code)),
    );
  }

  async apply(changes: readonly BadgeChange[]): Promise<void> {
    for (const one of changes.flatMap(({ ended, added }) => [...ended, ...(added ? [added] : [])]))
      this.#assignments.set(one.assignmentId, structuredClone(one));
  }

  #held(): BadgeAssignment[] {
    return [...this.#assignments.values()]
      .filter(({ from, until }) => until === null || until > from)
      .sort((a, b) => a.from.getTime() - b.from.getTime() || (a.code < b.code ? -1 : 1));
  }
}

class InMemoryShifts implements ShiftRepository {
  readonly #shifts = new Map<string, ShiftState>();

  async add(shifts: readonly Shift[]): Promise<number> {
    const free = shifts.filter(({ state }) => !this.#byEvent().has(state.clientEventId));
    for (const { state } of free) this.#shifts.set(state.shiftId, structuredClone(state));
    return free.length;
  }

  async byEventIds(clientEventIds: readonly string[]): Promise<Shift[]> {
    const known = this.#byEvent();
    return [...new Set(clientEventIds)].flatMap((id) => known.get(id) ?? []).map((state) => restored(state));
  }

  async lock(shiftId: string): Promise<Shift | undefined> {
    const state = this.#shifts.get(shiftId);
    return state && restored(state);
  }

  async update({ id, state }: Shift): Promise<void> {
    this.#shifts.set(id, structuredClone(state));
  }

  #byEvent(): Map<string, ShiftState> {
    return new Map([...this.#shifts.values()].map((state) => [state.clientEventId, state]));
  }
}

/** The frozen runs that a test states, by day. */
class InMemoryPaidWork implements PaidWork {
  readonly runs = new Map<LocalDate, string>();

  async holdFreezes(): Promise<void> {}

  async paidBy(day: LocalDate): Promise<string | undefined> {
    return this.runs.get(day);
  }
}

const restored = (state: ShiftState) => Shift.restore(structuredClone(state));

/** Projects and sectors that a test creates. */
class InMemoryFarm implements FarmDirectory {
  readonly known = { projects: new Map<string, ShiftProject>(), sectors: new Map<string, ShiftSector>() };

  async projects(projectIds: readonly string[]): Promise<Map<string, ShiftProject>> {
    return only(this.known.projects, projectIds);
  }

  async sectors(sectorIds: readonly string[]): Promise<Map<string, ShiftSector>> {
    return only(this.known.sectors, sectorIds);
  }
}

const only = <T>(all: ReadonlyMap<string, T>, ids: readonly string[]) =>
  new Map([...all].filter(([id]) => ids.includes(id)));

class InMemoryGroups implements GroupRepository {
  #offered: readonly string[] = [];
  /** By worker: the groups by the day from which on. */
  readonly history = new Map<string, Map<LocalDate, string | null>>();

  async offered(): Promise<readonly string[]> {
    return this.#offered;
  }

  async offer(groups: readonly string[], onlyThese: boolean): Promise<void> {
    this.#offered = [...new Set([...(onlyThese ? [] : this.#offered), ...groups])].sort();
  }

  async begin(members: readonly GroupMember[]): Promise<void> {
    for (const { workerId, group, from } of members) this.history.set(workerId, new Map([[from, group]]));
  }

  async join(workerId: string, group: string | null, from: LocalDate | null): Promise<void> {
    const day = from ?? TODAY;
    const kept = [...(this.history.get(workerId) ?? [])].filter(([each]) => each < day);
    this.history.set(workerId, new Map([...kept, [day, group]]));
  }
}

class InMemoryOptions implements OptionRepository {
  #offered: Record<OptionField, readonly string[]> = { position: [], employment_type: [], status: [] };

  constructor(private readonly groups: GroupRepository) {}

  async load(): Promise<WorkerOptions> {
    return WorkerOptions.of(this.#offered, await this.groups.offered());
  }

  async offer(options: Readonly<Record<OptionField, readonly string[]>>, onlyThese: boolean): Promise<void> {
    const before = this.#offered;
    const values = (field: OptionField) => [...(onlyThese ? [] : before[field]), ...options[field]];
    this.#offered = Object.fromEntries(
      OPTION_FIELDS.map((field) => [field, [...new Set(values(field))].sort()]),
    ) as Record<OptionField, string[]>;
  }
}
