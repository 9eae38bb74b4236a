import type { LocalDate } from '@furrow/kernel';
import { InMemoryMediaStore } from '@furrow/platform/testing';
import {
  KeptPhotos,
  OptionRepository,
  WorkerRepository,
  WorkforceTransactions,
} from '../application/ports.ts';
import {
  nameKey,
  OPTION_FIELDS,
  type OptionField,
  Worker,
  WorkerOptions,
  type WorkerState,
} from '../domain/index.ts';

type Repositories = { workers: InMemoryWorkers; options: InMemoryOptions; photos: KeptPhotos };

/** The workforce of any number of companies in memory. Transactions of one company run one after the other. */
export class InMemoryWorkforce extends WorkforceTransactions {
  readonly media = new InMemoryMediaStore();
  readonly #companies = new Map<string, Repositories & { last: Promise<unknown> }>();

  override run<T>(companyId: string, work: (repositories: Repositories) => Promise<T>): Promise<T> {
    const company = this.#companyOf(companyId);
    const result = company.last.then(() => work(company));
    company.last = result.catch(() => undefined);
    return result;
  }

  #companyOf(companyId: string) {
    const photos: KeptPhotos = { keep: (key) => this.media.keep({ companyId }, [key]) };
    const made = {
      ...{ workers: new InMemoryWorkers(), options: new InMemoryOptions(), photos },
      last: Promise.resolve(),
    };
    const company = this.#companies.get(companyId) ?? made;
    this.#companies.set(companyId, company);
    return company;
  }
}

class InMemoryWorkers extends WorkerRepository {
  readonly #workers = new Map<string, WorkerState>();

  override async holdRegistrations(): Promise<void> {}

  override async namesakes(key: string, hireDate: LocalDate): Promise<Worker[]> {
    return [...this.#workers.values()]
      .filter((state) => nameKey(state) === key && state.hireDate === hireDate)
      .sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime())
      .map((state) => Worker.restore(structuredClone(state)));
  }

  override async bearersOf(codeStem: string): Promise<number> {
    return [...this.#workers.values()].filter(({ code }) => code.stem === codeStem).length;
  }

  override async add(worker: Worker): Promise<void> {
    this.#workers.set(worker.id, structuredClone(worker.state));
  }

  override async update(worker: Worker): Promise<void> {
    this.#workers.set(worker.id, structuredClone(worker.state));
  }
}

class InMemoryOptions extends OptionRepository {
  #offered: Record<OptionField, readonly string[]> = { position: [], employment_type: [], status: [] };

  override async load(): Promise<WorkerOptions> {
    return WorkerOptions.of(this.#offered);
  }

  override async offer(
    options: Readonly<Record<OptionField, readonly string[]>>,
    onlyThese: boolean,
  ): Promise<void> {
    const before = this.#offered;
    const values = (field: OptionField) => [...(onlyThese ? [] : before[field]), ...options[field]];
    this.#offered = Object.fromEntries(
      OPTION_FIELDS.map((field) => [field, [...new Set(values(field))].sort()]),
    ) as Record<OptionField, string[]>;
  }
}
