import { DateRange, type Page, type PageRequest } from '@furrow/kernel';
import type { TreatmentState } from '../domain/index.ts';
import type { RegisteredTreatment, TreatmentFilters, TreatmentQuery } from './ports.ts';

/** Lists a company's treatments: page by page, or all of them as a register. */
export class ListTreatments {
  constructor(private readonly treatments: TreatmentQuery) {}

  /** @throws InvalidDateRange, then ProjectNotFound | SectorNotFound | SectorNotInProject */
  async page(
    companyId: string,
    filters: TreatmentFilters,
    request: PageRequest,
  ): Promise<Page<TreatmentState>> {
    DateRange.checkOrder(filters.from, filters.to);
    return this.treatments.page(companyId, filters, request);
  }

  /** @throws as `page`, before the first batch */
  async each(
    companyId: string,
    filters: TreatmentFilters,
    onBatch: (treatments: readonly RegisteredTreatment[]) => Promise<void>,
  ): Promise<void> {
    DateRange.checkOrder(filters.from, filters.to);
    await this.treatments.each(companyId, filters, onBatch);
  }
}
