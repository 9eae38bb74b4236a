import { type PayrollRepositories, PayrollTransactions } from '../application/ports.ts';
import { InMemoryFarmWork, type FarmFacts } from './in-memory-farm-work.ts';
import { InMemoryReceipts } from './in-memory-receipts.ts';
import { InMemoryPayPolicies, InMemoryPayRuns, noTables, type PayTables } from './in-memory-pay.ts';
import { InMemoryManualLines, InMemoryWages } from './in-memory-wages.ts';

const NO_FACTS: FarmFacts = {
  ...{ companyName: 'Acme Farms', currency: 'EUR', timezone: 'UTC', projects: new Map(), workers: new Map() },
  ...{ badges: new Map(), standings: {}, shifts: [], sessions: [], changes: [] },
};

/** All ports of payroll over maps. Transactions run one after the other; a failed one changes nothing. */
export class InMemoryPayroll extends PayrollTransactions {
  readonly #tables = new Map<string, PayTables>();
  readonly #facts = new Map<string, FarmFacts>();
  #last: Promise<unknown> = Promise.resolve();
  #at = 0;

  /** What is known of a company and of the work done in it, from now on. */
  state(companyId: string, facts: Partial<FarmFacts>): void {
    this.#facts.set(companyId, { ...this.factsOf(companyId), ...facts });
  }

  factsOf(companyId: string): FarmFacts {
    return this.#facts.get(companyId) ?? NO_FACTS;
  }

  override run<T>(companyId: string, work: (repositories: PayrollRepositories) => Promise<T>): Promise<T> {
    const turn = this.#last.then(() => this.#transaction(companyId, work));
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Nobody is refused: there is one queue, and it is as long as the test makes it. */
  override calculate<T>(
    companyId: string,
    _purpose: 'read' | 'freeze',
    work: (repositories: PayrollRepositories, at: Date) => Promise<T>,
  ): Promise<T> {
    return this.run(companyId, (repositories) => {
      this.#at = Math.max(Date.now(), this.#at + 1);
      return work(repositories, new Date(this.#at));
    });
  }

  async #transaction<T>(
    companyId: string,
    work: (repositories: PayrollRepositories) => Promise<T>,
  ): Promise<T> {
    const { policies, rates, projectWages, lines, runs, statements, receipts } =
      this.#tables.get(companyId) ?? noTables();
    const mine = {
      ...{ policies: new Map(policies), rates: new Map(rates), projectWages: new Map(projectWages) },
      ...{ lines: new Map(lines), runs: new Map(runs), statements: new Map(statements) },
      receipts: new Map(receipts),
    };
    const result = await work({
      policies: new InMemoryPayPolicies(mine),
      wages: new InMemoryWages(mine),
      lines: new InMemoryManualLines(mine),
      runs: new InMemoryPayRuns(mine),
      work: new InMemoryFarmWork(this.factsOf(companyId)),
      receipts: new InMemoryReceipts(mine.receipts),
      yieldToOthers: async () => undefined,
    });
    this.#tables.set(companyId, mine);
    return result;
  }
}
