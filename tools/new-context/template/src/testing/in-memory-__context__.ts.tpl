import type { {{Object}}Repository, {{Context}}Transactions } from '../application/ports.ts';
import { {{Object}}, type {{Object}}State } from '../domain/index.ts';

type Repositories = { {{objectsCamel}}: InMemory{{Object}}Repository };

/** The ports over maps, for any number of companies. */
export class InMemory{{Context}} implements {{Context}}Transactions {
  readonly #companies = new Map<string, Repositories>();

  run<T>(companyId: string, work: (repositories: Repositories) => Promise<T>): Promise<T> {
    const company = this.#companies.get(companyId) ?? { {{objectsCamel}}: new InMemory{{Object}}Repository() };
    this.#companies.set(companyId, company);
    return work(company);
  }
}

class InMemory{{Object}}Repository implements {{Object}}Repository {
  readonly #states = new Map<string, {{Object}}State>();

  async add({{objectCamel}}: {{Object}}): Promise<boolean> {
    if (this.#states.has({{objectCamel}}.nameKey)) return false;
    this.#states.set({{objectCamel}}.nameKey, structuredClone({{objectCamel}}.state));
    return true;
  }

  async all(): Promise<{{Object}}[]> {
    return [...this.#states]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, state]) => {{Object}}.restore(structuredClone(state)));
  }
}
