import { type Clock, type FieldProblem, type LocalDate, ValidationFailed } from '@furrow/kernel';
import { WorkerNotFound } from '@furrow/kernel/errors';
import {
  changedDetails,
  checkChanges,
  documentKey,
  personOf,
  samePerson,
  type Worker,
  type WorkerDetails,
  type WorkerDraft,
  WorkerExists,
} from '../domain/index.ts';
import type { WorkerPhotos, WorkforceRepositories, WorkforceTransactions } from './ports.ts';

/** Corrects what is known of a worker. The code stays, because crews know it. */
export class ChangeWorker {
  constructor(
    private readonly transactions: WorkforceTransactions,
    private readonly photos: WorkerPhotos,
    private readonly clock: Clock,
  ) {}

  /**
   * @param worker the id or the code
   * @param changes what they leave out stays; null clears an optional member
   * @returns the worker's id
   * @throws ValidationFailed naming every wrong field; WorkerNotFound; WorkerExists; UnsupportedMedia; MediaTooLarge
   */
  async execute(companyId: string, worker: string, changes: WorkerDraft): Promise<string> {
    const picture = await this.transactions.run(companyId, (repositories) =>
      this.#check(repositories, worker, changes),
    );
    const photoKey = picture && (await this.photos.store(companyId, picture));
    let unused = photoKey;
    try {
      const { id, left } = await this.transactions.run(companyId, (repositories) =>
        this.#change(repositories, worker, changes, photoKey),
      );
      unused = left;
      return id;
    } finally {
      if (unused) await this.photos.discard(unused);
    }
  }

  /** @returns the new photo; null if it is to be cleared, undefined if it stays */
  async #check(
    { workers, options }: WorkforceRepositories,
    worker: string,
    changes: WorkerDraft,
  ): Promise<Uint8Array | null | undefined> {
    const offered = await options.load();
    const found = await workers.find(worker);
    const problems: FieldProblem[] = [];
    const noting = <T>(check: () => T): T | undefined => {
      try {
        return check();
      } catch (error) {
        if (!(error instanceof ValidationFailed)) throw error;
        problems.push(...error.details);
        return undefined;
      }
    };
    noting(() => (found ? changedDetails(found.state, changes, offered) : checkChanges(changes, offered)));
    const { photo } = changes;
    const picture = noting(() => (photo === undefined || photo === null ? photo : this.photos.read(photo)));
    if (problems.length > 0) throw new ValidationFailed(problems);
    if (!found) throw new WorkerNotFound();
    return picture;
  }

  /** @returns the worker's id, and a photo to which nothing refers any more */
  async #change(
    { workers, options, groups, photos }: WorkforceRepositories,
    worker: string,
    changes: WorkerDraft,
    photoKey: string | null | undefined,
  ): Promise<{ readonly id: string; readonly left: string | null }> {
    // Two changes must not make two workers the same person, nor overwrite each other.
    await workers.holdRegistrations();
    const found = await workers.find(worker);
    if (!found) throw new WorkerNotFound();
    const before = found.state.photoKey;
    const details = changedDetails(found.state, changes, await options.load());
    const changed = found.changedTo(details, photoKey === undefined ? before : photoKey, this.clock.now());
    const groupFrom = (changes.group_from ?? null) as LocalDate | null;
    if (groupFrom !== null || details.group !== found.state.group)
      await groups.join(found.id, details.group, groupFrom);
    if (changed === found) return { id: found.id, left: null };
    if (changed.isActive && (!found.isActive || isAnotherPerson(found, details))) {
      const others = await workers.namesakes([personOf(details)]);
      const active = others.filter(({ id, isActive }) => id !== found.id && isActive);
      const same = samePerson(active, details);
      if (same) throw new WorkerExists(same.id);
    }
    const after = changed.state.photoKey;
    if (after !== null && after !== before) await photos.keep([after]);
    await workers.update(changed);
    if (before === null || after === before) return { id: found.id, left: null };
    await photos.release(before);
    return { id: found.id, left: before };
  }
}

function isAnotherPerson({ state }: Worker, details: WorkerDetails): boolean {
  const [was, is] = [personOf(state), personOf(details)];
  return (
    was.nameKey !== is.nameKey || was.hireDate !== is.hireDate || documentKey(state) !== documentKey(details)
  );
}
