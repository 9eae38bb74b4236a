import type { FeedPage, FeedRequest } from '@furrow/journal';
import type { Clock, Page, PageRequest } from '@furrow/kernel';
import type { BadgeAssignment } from '../../domain/index.ts';
import type { BadgeQuery } from '../ports.ts';

export class ListBadges {
  constructor(
    private readonly badges: BadgeQuery,
    private readonly clock: Clock,
  ) {}

  /**
   * What workers have now, or will have, by code.
   * @param workerId null for everybody's
   * @throws WorkerNotFound
   */
  execute(companyId: string, workerId: string | null, request: PageRequest): Promise<Page<BadgeAssignment>> {
    return this.badges.page(companyId, { workerId, at: this.clock.now() }, request);
  }

  /** Assignments that were made or ended since a position; throws as `BadgeQuery.follow`. */
  follow(
    companyId: string,
    workerId: string | null,
    request: FeedRequest,
    onBatch: (assignments: readonly BadgeAssignment[]) => Promise<void>,
  ): Promise<FeedPage> {
    return this.badges.follow(companyId, workerId, request, onBatch);
  }
}
