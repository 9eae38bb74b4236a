import { type Clock, DomainError, type FieldProblem, type LocalDate, ValidationFailed } from '@furrow/kernel';
import {
  ALWAYS,
  checkedDetails,
  codeStem,
  type Person,
  personOf,
  samePerson,
  Worker,
  type WorkerDetails,
  type WorkerDraft,
  type WorkerOptions,
} from '../domain/index.ts';
import { noted } from './noted.ts';
import type { GroupMember, WorkerPhotos, WorkforceRepositories, WorkforceTransactions } from './ports.ts';

export type RegistrationOutcome =
  | { readonly kind: 'created' | 'repeated'; readonly worker: Worker }
  | { readonly kind: 'refused'; readonly error: DomainError };

/** A valid draft. */
interface Applicant {
  readonly index: number;
  readonly details: WorkerDetails;
  readonly photoKey: string | null;
  /** The first day of the group. */
  readonly groupFrom: LocalDate;
}

export interface RegisterWorkersOptions {
  /** Only tells the outcomes; photos are then not processed. */
  readonly dryRun?: boolean;
}

/**
 * Registers workers once, however often and by however many clients they are requested, in one transaction. Each draft
 * has its own outcome, as if the drafts had been sent alone and in order; a refused draft does not affect the others.
 */
export class RegisterWorkers {
  constructor(
    private readonly transactions: WorkforceTransactions,
    private readonly photos: WorkerPhotos,
    private readonly clock: Clock,
  ) {}

  /** @returns outcomes in the order of the drafts */
  async execute(
    companyId: string,
    drafts: readonly WorkerDraft[],
    { dryRun = false }: RegisterWorkersOptions = {},
  ): Promise<RegistrationOutcome[]> {
    const options = await this.transactions.run(companyId, (repositories) => repositories.options.load());
    const outcomes = new Array<RegistrationOutcome>(drafts.length);
    const applicants: Applicant[] = [];
    const kept = new Set<string>();
    try {
      // Processing a photo takes time, and registrations of a company are serialized: it is stored before the lock is
      // taken.
      for (const [index, draft] of drafts.entries())
        try {
          const { details, picture } = checked(draft, options, this.photos);
          const photoKey = picture && !dryRun ? await this.photos.store(companyId, picture) : null;
          const groupFrom = (draft.group_from ?? ALWAYS) as LocalDate;
          applicants.push({ index, details, photoKey, groupFrom });
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          outcomes[index] = { kind: 'refused', error };
        }
      if (applicants.length > 0)
        for (const key of await this.transactions.run(companyId, (repositories) =>
          this.#register(repositories, applicants, outcomes, dryRun),
        ))
          kept.add(key);
    } finally {
      for (const { photoKey } of applicants)
        if (photoKey !== null && !kept.has(photoKey)) await this.photos.discard(photoKey);
    }
    return outcomes;
  }

  /** @returns the photos that workers refer to now */
  async #register(
    { workers, groups, photos }: WorkforceRepositories,
    applicants: readonly Applicant[],
    outcomes: RegistrationOutcome[],
    dryRun: boolean,
  ): Promise<string[]> {
    // The second of two registrations must see the worker that the first one created, and count on from its code.
    await workers.holdRegistrations();
    const known = new Namesakes(await workers.namesakes(applicants.map(({ details }) => personOf(details))));
    const bearers = await workers.bearersOf([...new Set(applicants.map(({ details }) => stemOf(details)))]);
    const now = this.clock.now();
    const added = new Map<string, Worker>();
    const completed = new Map<string, Worker>();
    const members: GroupMember[] = [];
    for (const { index, details, photoKey, groupFrom: from } of applicants) {
      const same = samePerson(known.of(details), details);
      const number = (bearers.get(stemOf(details)) ?? 0) + 1;
      const worker =
        same?.completedBy(details, photoKey, now) ?? Worker.register(details, number, photoKey, now);
      if (same === undefined) bearers.set(stemOf(details), number);
      if (same === undefined && details.group !== null)
        members.push({ workerId: worker.id, group: details.group, from });
      if (worker !== same) {
        known.put(worker);
        (same === undefined || added.has(worker.id) ? added : completed).set(worker.id, worker);
      }
      outcomes[index] = { kind: same === undefined ? 'created' : 'repeated', worker };
    }
    if (dryRun) return [];
    const used = new Set([...added.values(), ...completed.values()].map(({ state }) => state.photoKey));
    const kept = applicants.flatMap(({ photoKey }) =>
      photoKey !== null && used.has(photoKey) ? photoKey : [],
    );
    if (kept.length > 0) await photos.keep(kept);
    if (added.size > 0) await workers.add([...added.values()]);
    if (members.length > 0) await groups.begin(members);
    for (const worker of completed.values()) await workers.update(worker);
    return kept;
  }
}

/** The known workers by name and hire date, oldest first. */
class Namesakes {
  readonly #byPerson = new Map<string, Worker[]>();

  constructor(workers: readonly Worker[]) {
    for (const worker of workers) this.put(worker);
  }

  of(details: WorkerDetails): readonly Worker[] {
    return this.#byPerson.get(keyOf(personOf(details))) ?? [];
  }

  /** Adds a worker, or replaces it. */
  put(worker: Worker): void {
    const key = keyOf(personOf(worker.state));
    const all = this.#byPerson.get(key) ?? [];
    const at = all.findIndex(({ id }) => id === worker.id);
    this.#byPerson.set(key, at < 0 ? [...all, worker] : all.with(at, worker));
  }
}

const keyOf = ({ nameKey, hireDate }: Person) => `${hireDate} ${nameKey}`;

function checked(
  draft: WorkerDraft,
  options: WorkerOptions,
  photos: WorkerPhotos,
): { details: WorkerDetails; picture: Uint8Array | null } {
  const problems: FieldProblem[] = [];
  const details = noted(problems, () => checkedDetails(draft, options));
  const picture = noted(problems, () => ((draft.photo ?? null) === null ? null : photos.read(draft.photo)));
  if (details === undefined || picture === undefined) throw new ValidationFailed(problems);
  return { details, picture };
}

function stemOf({ firstName, lastName, hireDate }: WorkerDetails): string {
  return codeStem(firstName, lastName, hireDate);
}
