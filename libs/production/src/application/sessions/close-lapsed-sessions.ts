import type { SharedClock } from '@furrow/kernel';
import type { SessionMaintenance } from '../ports.ts';

const BATCH = 500;

/** Stores the closure of lapsed sessions. Any number of processes may sweep; each session is closed once. */
export class CloseLapsedSessions {
  constructor(
    private readonly maintenance: SessionMaintenance,
    private readonly clock: SharedClock,
  ) {}

  /** @returns how many sessions it closed */
  async execute(): Promise<number> {
    for (let total = 0; ;) {
      const closed = await this.maintenance.closeLapsed(await this.clock.now(), BATCH);
      total += closed;
      if (closed < BATCH) return total;
    }
  }
}
