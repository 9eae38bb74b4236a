import type { SharedClock } from '@furrow/kernel';
import type { LapsedPosition, SessionMaintenance } from '../ports.ts';

const PAGE = 2_000;

/** Stores the closure of lapsed sessions. Any number of processes may sweep; each session is closed once. */
export class CloseLapsedSessions {
  constructor(
    private readonly maintenance: SessionMaintenance,
    private readonly clock: SharedClock,
  ) {}

  /** @returns how many sessions it closed */
  async execute(): Promise<number> {
    let total = 0;
    let after: LapsedPosition | undefined;
    do {
      const { closed, next } = await this.maintenance.closeLapsed(await this.clock.now(), PAGE, after);
      total += closed;
      after = next;
    } while (after);
    return total;
  }
}
