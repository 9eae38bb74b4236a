import type { Clock } from '@furrow/kernel';
import type { HarvestFeedPage, HarvestFeedScope, HarvestQuery } from '../ports.ts';

export type FollowHarvestInput = Omit<HarvestFeedScope, 'now'>;

/** The sessions that changed since a client last asked, page by page. */
export class FollowHarvest {
  constructor(
    private readonly harvest: HarvestQuery,
    private readonly clock: Clock,
  ) {}

  /**
   * @param onBatch receives sessions as JSON texts; the next batch is read when it has returned
   * @returns how many sessions there were, and the next cursor
   * @throws ProjectForbidden | SectorForbidden | SectorNotInProject, and an error if the cursor is no longer valid,
   * before the first batch
   */
  async execute(
    query: FollowHarvestInput,
    onBatch: (sessions: readonly string[]) => Promise<void>,
  ): Promise<HarvestFeedPage & { readonly count: number }> {
    let count = 0;
    const page = await this.harvest.follow({ ...query, now: this.clock.now() }, (sessions) => {
      count += sessions.length;
      return onBatch(sessions);
    });
    return { ...page, count };
  }
}
