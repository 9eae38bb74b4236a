import { AlertNotFound } from '../../domain/index.ts';
import type { AlertTransactions } from '../ports.ts';
import { type ShownAlert, shownAlerts } from './put-alert.ts';

export class ListAlerts {
  constructor(private readonly transactions: AlertTransactions) {}

  /** By key. */
  execute(companyId: string): Promise<ShownAlert[]> {
    return this.transactions.run(companyId, (repositories) => shownAlerts(repositories));
  }

  /** @throws AlertNotFound */
  async get(companyId: string, key: string): Promise<ShownAlert> {
    const [shown] = await this.transactions.run(companyId, (repositories) => shownAlerts(repositories, key));
    if (!shown) throw new AlertNotFound(key);
    return shown;
  }
}
