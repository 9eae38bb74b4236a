import type { Clock } from '@furrow/kernel';
import { AlertNotFound } from '../../domain/index.ts';
import type { AlertTransactions } from '../alert-ports.ts';

export class DeleteAlert {
  constructor(
    private readonly transactions: AlertTransactions,
    private readonly clock: Clock,
  ) {}

  /** Clears alerts that the rule has raised. @throws AlertNotFound */
  execute(companyId: string, key: string): Promise<void> {
    return this.transactions.run(companyId, async ({ alerts }) => {
      const known = await alerts.find(key);
      if (!known?.active) throw new AlertNotFound(key);
      await alerts.reset(key, this.clock.now());
      await alerts.remove(key);
    });
  }
}
