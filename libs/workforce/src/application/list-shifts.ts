import { DateRange, type Page, type PageRequest } from '@furrow/kernel';
import type { ShiftFilters, ShiftQuery, ShiftView } from './ports.ts';

/** Lists the company's shifts in pages, in order of their start. */
export class ListShifts {
  constructor(private readonly shifts: ShiftQuery) {}

  /** @throws InvalidDateRange, then WorkerNotFound | ProjectNotFound */
  async execute(companyId: string, filters: ShiftFilters, request: PageRequest): Promise<Page<ShiftView>> {
    DateRange.checkOrder(filters.from, filters.to);
    return this.shifts.page(companyId, filters, request);
  }

  /** All shifts; the next batch is read when `onBatch` has returned. Throws as `execute`. */
  async each(
    companyId: string,
    filters: ShiftFilters,
    onBatch: (shifts: readonly ShiftView[]) => Promise<void>,
  ): Promise<void> {
    DateRange.checkOrder(filters.from, filters.to);
    return this.shifts.each(companyId, filters, onBatch);
  }
}
