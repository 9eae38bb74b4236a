import type { ContainerState } from '../../domain/index.ts';
import type { ProductionTransactions } from '../ports.ts';

/** Lists a company's containers for the users who record harvest. */
export class ListContainers {
  constructor(private readonly transactions: ProductionTransactions) {}

  /** The active ones, by name. */
  execute(companyId: string): Promise<ContainerState[]> {
    return this.transactions.run(companyId, async ({ containers }) =>
      (await containers.all())
        .filter(({ active }) => active)
        .sort((a, b) => a.name.localeCompare(b.name) || a.key.localeCompare(b.key)),
    );
  }
}
