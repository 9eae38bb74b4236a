import { type Clock, type FieldProblem, ValidationFailed } from '@furrow/kernel';
import {
  checkedDetails,
  codeStem,
  nameKey,
  samePerson,
  Worker,
  type WorkerDetails,
  type WorkerOptions,
  type WorkerDraft,
} from '../domain/index.ts';
import type { WorkerPhotos, WorkforceRepositories, WorkforceTransactions } from './ports.ts';

export interface RegisteredWorker {
  readonly worker: Worker;
  /** The worker was already registered. */
  readonly duplicate: boolean;
}

/** Registers a worker once, however often and by however many clients it is requested. */
export class RegisterWorker {
  constructor(
    private readonly transactions: WorkforceTransactions,
    private readonly photos: WorkerPhotos,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed naming every wrong field; UnsupportedMedia; MediaTooLarge */
  async execute(companyId: string, draft: WorkerDraft): Promise<RegisteredWorker> {
    const options = await this.transactions.run(companyId, (repositories) => repositories.options.load());
    const { details, picture } = this.#checked(draft, options);
    // Processing a photo takes time, and registrations of a company are serialized: it is stored before the lock is
    // taken.
    const photoKey = picture === null ? null : await this.photos.store(companyId, picture);
    let registered: RegisteredWorker | undefined;
    try {
      registered = await this.transactions.run(companyId, (repositories) =>
        this.#registered(repositories, details, photoKey),
      );
      return registered;
    } finally {
      if (photoKey !== null && registered?.worker.state.photoKey !== photoKey)
        await this.photos.discard(photoKey);
    }
  }

  #checked(
    draft: WorkerDraft,
    options: WorkerOptions,
  ): { details: WorkerDetails; picture: Uint8Array | null } {
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
    const details = noting(() => checkedDetails(draft, options));
    const picture = noting(() => ((draft.photo ?? null) === null ? null : this.photos.read(draft.photo)));
    if (details === undefined || picture === undefined) throw new ValidationFailed(problems);
    return { details, picture };
  }

  async #registered(
    { workers, photos }: WorkforceRepositories,
    details: WorkerDetails,
    photoKey: string | null,
  ): Promise<RegisteredWorker> {
    // The second of two registrations must see the worker that the first one created, and count on from its code.
    await workers.holdRegistrations();
    const now = this.clock.now();
    const known = samePerson(await workers.namesakes(nameKey(details), details.hireDate), details);
    const worker =
      known?.completedBy(details, photoKey, now) ??
      Worker.register(details, (await workers.bearersOf(stemOf(details))) + 1, photoKey, now);

    if (photoKey !== null && worker.state.photoKey === photoKey) await photos.keep(photoKey);
    if (known === undefined) await workers.add(worker);
    else if (worker !== known) await workers.update(worker);
    return { worker, duplicate: known !== undefined };
  }
}

function stemOf({ firstName, lastName, hireDate }: WorkerDetails): string {
  return codeStem(firstName, lastName, hireDate);
}
