import type { Transaction } from '@furrow/database';
import type { WageRepository } from '../../application/ports.ts';
import type { PayRateState, ProjectWageState } from '../../domain/index.ts';
import { rateOf, rateRowOf, wageOf, wageRowOf } from './mapper.ts';
import { PayRateRow, ProjectWageRow, unlessSame } from './rows.ts';

const LOCKED = { lock: { mode: 'for_no_key_update' } } as const;

export class TypeormWageRepository implements WageRepository {
  constructor(private readonly tx: Transaction) {}

  async loadRates(): Promise<PayRateState[]> {
    return (await this.tx.manager.find(PayRateRow, { ...this.#inForce, ...LOCKED })).map(rateOf);
  }

  async ratesInForce(): Promise<PayRateState[]> {
    return (await this.tx.manager.find(PayRateRow, this.#inForce)).map(rateOf);
  }

  saveRates(rates: readonly PayRateState[]): Promise<void> {
    return this.#putRates(rates, true);
  }

  deactivateRates(rates: readonly PayRateState[]): Promise<void> {
    return this.#putRates(rates, false);
  }

  async loadProjectWages(): Promise<ProjectWageState[]> {
    return (await this.tx.manager.find(ProjectWageRow, { ...this.#inForce, ...LOCKED })).map(wageOf);
  }

  async projectWagesInForce(): Promise<ProjectWageState[]> {
    return (await this.tx.manager.find(ProjectWageRow, this.#inForce)).map(wageOf);
  }

  saveProjectWages(wages: readonly ProjectWageState[]): Promise<void> {
    return this.#putWages(wages, true);
  }

  deactivateProjectWages(wages: readonly ProjectWageState[]): Promise<void> {
    return this.#putWages(wages, false);
  }

  async #putRates(rates: readonly PayRateState[], active: boolean): Promise<void> {
    const { companyId, manager } = this.tx;
    const rows = rates.map((rate) => rateRowOf({ companyId, active }, rate));
    await manager.upsert(PayRateRow, rows, unlessSame(['companyId', 'rateKey']));
  }

  async #putWages(wages: readonly ProjectWageState[], active: boolean): Promise<void> {
    const { companyId, manager } = this.tx;
    const rows = wages.map((wage) => wageRowOf({ companyId, active }, wage));
    await manager.upsert(ProjectWageRow, rows, unlessSame(['companyId', 'wageKey']));
  }

  get #inForce() {
    const { companyId } = this.tx;
    return { where: { companyId, active: true }, order: { validFrom: 'ASC' } } as const;
  }
}
