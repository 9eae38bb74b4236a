import type { Transaction } from '@furrow/database';
import { In } from 'typeorm';
import { WageRepository } from '../../application/ports.ts';
import { type PayRateState, payRateKey, type ProjectWageState, projectWageKey } from '../../domain/index.ts';
import { rateOf, rateRowOf, wageOf, wageRowOf } from './mapper.ts';
import { PayRateRow, ProjectWageRow } from './rows.ts';

const LOCKED = { lock: { mode: 'for_no_key_update' } } as const;

export class TypeormWageRepository extends WageRepository {
  constructor(private readonly tx: Transaction) {
    super();
  }

  override async loadRates(): Promise<PayRateState[]> {
    return (await this.tx.manager.find(PayRateRow, { ...this.#inForce, ...LOCKED })).map(rateOf);
  }

  override async ratesInForce(): Promise<PayRateState[]> {
    return (await this.tx.manager.find(PayRateRow, this.#inForce)).map(rateOf);
  }

  override async saveRates(rates: readonly PayRateState[]): Promise<void> {
    const { companyId, manager } = this.tx;
    const rows = rates.map((rate) => rateRowOf(companyId, rate));
    await manager.upsert(PayRateRow, rows, ['companyId', 'rateKey']);
  }

  override async deactivateRates(rates: readonly PayRateState[]): Promise<void> {
    const { companyId, manager } = this.tx;
    const rateKey = In(rates.map(payRateKey));
    await manager.update(PayRateRow, { companyId, rateKey }, { active: false });
  }

  override async loadProjectWages(): Promise<ProjectWageState[]> {
    return (await this.tx.manager.find(ProjectWageRow, { ...this.#inForce, ...LOCKED })).map(wageOf);
  }

  override async projectWagesInForce(): Promise<ProjectWageState[]> {
    return (await this.tx.manager.find(ProjectWageRow, this.#inForce)).map(wageOf);
  }

  override async saveProjectWages(wages: readonly ProjectWageState[]): Promise<void> {
    const { companyId, manager } = this.tx;
    const rows = wages.map((wage) => wageRowOf(companyId, wage));
    await manager.upsert(ProjectWageRow, rows, ['companyId', 'wageKey']);
  }

  override async deactivateProjectWages(wages: readonly ProjectWageState[]): Promise<void> {
    const { companyId, manager } = this.tx;
    const wageKey = In(wages.map(projectWageKey));
    await manager.update(ProjectWageRow, { companyId, wageKey }, { active: false });
  }

  get #inForce() {
    const { companyId } = this.tx;
    return { where: { companyId, active: true }, order: { validFrom: 'ASC' } } as const;
  }
}
