import { type Page, type PageRequest, textOrder } from '@furrow/kernel';
import type { ManualLineFilters, ManualLineRepository, WageRepository } from '../application/ports.ts';
import {
  type Days,
  isWithin,
  ManualLine,
  type ManualLineState,
  type PayRateState,
  payRateKey,
  type ProjectWageState,
  projectWageKey,
} from '../domain/index.ts';
import type { PayTables } from './in-memory-pay.ts';

const byValidFrom = <T extends { readonly validFrom: string }>(all: Iterable<T>): T[] =>
  [...all].sort((a, b) => textOrder(a.validFrom, b.validFrom));

export class InMemoryWages implements WageRepository {
  constructor(private readonly tables: PayTables) {}

  loadRates(): Promise<PayRateState[]> {
    return this.ratesInForce();
  }

  async ratesInForce(): Promise<PayRateState[]> {
    return byValidFrom(this.tables.rates.values());
  }

  async saveRates(rates: readonly PayRateState[]): Promise<void> {
    for (const rate of rates) this.tables.rates.set(payRateKey(rate), rate);
  }

  async deactivateRates(rates: readonly PayRateState[]): Promise<void> {
    for (const rate of rates) this.tables.rates.delete(payRateKey(rate));
  }

  loadProjectWages(): Promise<ProjectWageState[]> {
    return this.projectWagesInForce();
  }

  async projectWagesInForce(): Promise<ProjectWageState[]> {
    return byValidFrom(this.tables.projectWages.values());
  }

  async saveProjectWages(wages: readonly ProjectWageState[]): Promise<void> {
    for (const wage of wages) this.tables.projectWages.set(projectWageKey(wage), wage);
  }

  async deactivateProjectWages(wages: readonly ProjectWageState[]): Promise<void> {
    for (const wage of wages) this.tables.projectWages.delete(projectWageKey(wage));
  }
}

export class InMemoryManualLines implements ManualLineRepository {
  constructor(private readonly tables: PayTables) {}

  async add(line: ManualLine): Promise<boolean> {
    const { createdBy, clientEventId, payLineId } = line.state;
    if (await this.byEventId(createdBy, clientEventId)) return false;
    this.tables.lines.set(payLineId, line.state);
    return true;
  }

  async byEventId(createdBy: string, clientEventId: string): Promise<ManualLine | undefined> {
    return this.#find((line) => line.createdBy === createdBy && line.clientEventId === clientEventId);
  }

  async lock(payLineId: string): Promise<ManualLine | undefined> {
    return this.#find((line) => line.payLineId === payLineId);
  }

  async counterOf(payLineId: string): Promise<ManualLine | undefined> {
    return this.#find((line) => line.voidsLineId === payLineId);
  }

  async void(line: ManualLine, counter: ManualLine): Promise<void> {
    const { payLineId, voidedAt } = line.state;
    const before = this.tables.lines.get(payLineId);
    if (before) this.tables.lines.set(payLineId, { ...before, voidedAt });
    this.tables.lines.set(counter.state.payLineId, counter.state);
  }

  async unpaidFor(days: Days): Promise<ManualLineState[]> {
    const isCovered = (day: string) =>
      [...this.tables.runs.values()].some(
        ({ frozenAt, from, to }) => frozenAt !== null && from <= day && day <= to,
      );
    const isPaid = (id: string | null) => id !== null && this.tables.lines.get(id)?.payRunId !== null;
    return this.#all.filter(
      ({ day, payRunId, voidedAt, voidsLineId }) =>
        payRunId === null &&
        voidedAt === null &&
        day <= days.to &&
        (day >= days.from || isCovered(day)) &&
        (voidsLineId === null || isPaid(voidsLineId)),
    );
  }

  async paidBy(payRunId: string): Promise<ManualLineState[]> {
    return this.#all.filter((line) => line.payRunId === payRunId);
  }

  async inRegularRate(days: Days): Promise<ManualLineState[]> {
    return this.#all.filter((line) => line.inRegularRate && isWithin(line.day, days));
  }

  async markPaid(payRunId: string, payLineIds: readonly string[]): Promise<void> {
    for (const id of payLineIds) {
      const line = this.tables.lines.get(id);
      if (line) this.tables.lines.set(id, { ...line, payRunId });
    }
  }

  async page(
    { from, to, workerId }: ManualLineFilters,
    { page, pageSize }: PageRequest,
  ): Promise<Page<ManualLineState>> {
    const found = this.#all
      .filter((line) => (from === null || line.day >= from) && (to === null || line.day <= to))
      .filter((line) => workerId === null || line.workerId === workerId)
      .toReversed();
    return { items: found.slice((page - 1) * pageSize, page * pageSize), total: found.length };
  }

  /** By day, then in the order in which they were stated. */
  get #all(): ManualLineState[] {
    return [...this.tables.lines.values()].sort(
      (a, b) =>
        textOrder(a.day, b.day) ||
        a.createdAt.getTime() - b.createdAt.getTime() ||
        textOrder(a.payLineId, b.payLineId),
    );
  }

  #find(isMeant: (line: ManualLineState) => boolean): ManualLine | undefined {
    const found = this.#all.find(isMeant);
    return found && ManualLine.restore(found);
  }
}
