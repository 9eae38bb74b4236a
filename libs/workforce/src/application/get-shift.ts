import { ShiftNotFound } from '../domain/index.ts';
import type { ShiftQuery, ShiftView } from './ports.ts';

export class GetShift {
  constructor(private readonly shifts: ShiftQuery) {}

  /** @throws ShiftNotFound */
  async execute(companyId: string, shiftId: string): Promise<ShiftView> {
    const found = await this.shifts.find(companyId, shiftId);
    if (found === undefined) throw new ShiftNotFound();
    return found;
  }
}
