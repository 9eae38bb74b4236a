import { DateRange, type Page, type PageRequest } from '@furrow/kernel';
import type { ShiftFilters, ShiftQuery, ShiftView } from './ports.ts';

export type ListShiftsInput = ShiftFilters & PageRequest;

/** Lists the company's shifts in pages, in order of their start. */
export class ListShifts {
  constructor(private readonly shifts: ShiftQuery) {}

  /** @throws InvalidDateRange, then WorkerNotFound | ProjectNotFound */
  async execute(
    companyId: string,
    { page, pageSize, ...filters }: ListShiftsInput,
  ): Promise<Page<ShiftView>> {
    DateRange.checkOrder(filters.from, filters.to);
    return this.shifts.page(companyId, filters, { page, pageSize });
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
