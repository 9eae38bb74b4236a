import type { Clock } from '@furrow/kernel';
import type { HarvestQuery, PickedHours } from '../ports.ts';

/** What was picked in each of the last twelve hours, and in the same hours of the day before. */
export class ReportPace {
  constructor(
    private readonly harvest: HarvestQuery,
    private readonly clock: Clock,
  ) {}

  /** @param ownerUserId of the sessions that count; null: of all users */
  execute(companyId: string, ownerUserId: string | null): Promise<PickedHours[]> {
    return this.harvest.hours({ companyId, ownerUserId, now: this.clock.now() });
  }
}
