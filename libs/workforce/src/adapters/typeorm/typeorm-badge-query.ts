import { isId, type Page, type PageRequest } from '@furrow/kernel';
import { WorkerNotFound } from '@furrow/kernel/errors';
import { type Database, PagedSelect, type Transaction } from '@furrow/database';
import { ChangeFeed, type FeedPage, type FeedRequest } from '@furrow/journal';
import type { BadgeFilters, BadgeQuery } from '../../application/ports.ts';
import type { BadgeAssignment } from '../../domain/index.ts';
import { BADGE_COLUMNS } from './typeorm-badge-repository.ts';
import { WorkerDirectory } from './worker-directory.ts';

const BATCH = 500;

const BADGES = new PagedSelect<BadgeAssignment>({
  name: 'badges-held',
  table: 'workforce.badge_assignments b',
  key: 'assignment_id',
  order: 'b.code, b.from_at, b.assignment_id',
  columns: BADGE_COLUMNS,
});

export class TypeormBadgeQuery implements BadgeQuery {
  readonly #feed: ChangeFeed;
  readonly #changed: string;

  constructor(private readonly database: Database) {
    this.#feed = new ChangeFeed(database, { log: 'workforce.badge_changes', item: 'assignment_id' });
    this.#changed = changedBadges(this.#feed.unchangedSince('changed.assignment_id', 'changed.xid'));
  }

  page(
    companyId: string,
    { workerId, at }: BadgeFilters,
    request: PageRequest,
  ): Promise<Page<BadgeAssignment>> {
    return this.database.tenant(companyId, async (tx) => {
      await check(tx, workerId);
      const held = {
        name: 'held',
        sql: (p: string) => `(b.until_at IS NULL OR b.until_at > ${p} AND b.until_at > b.from_at)`,
        value: at,
      };
      const ofWorker = { name: 'worker', sql: (p: string) => `b.worker_id = ${p}`, value: workerId };
      return BADGES.page(tx, request, workerId === null ? [held] : [held, ofWorker]);
    });
  }

  async follow(
    companyId: string,
    workerId: string | null,
    request: FeedRequest,
    onBatch: (assignments: readonly BadgeAssignment[]) => Promise<void>,
  ): Promise<FeedPage> {
    const epoch = await this.#feed.epoch(companyId);
    const follow = async (tx: Transaction) => {
      await check(tx, workerId);
      const { changes, ...page } = await this.#feed.page(tx, epoch, request, {
        question: [workerId],
        joins: `JOIN workforce.badge_assignments b
                  ON b.company_id = c.company_id AND b.assignment_id = c.assignment_id`,
        where: workerId === null ? '' : ' AND b.worker_id = $5',
        parameters: workerId === null ? [] : [workerId],
      });
      const changed = [companyId, changes.map(({ id }) => id), changes.map(({ xid }) => xid)];
      for await (const rows of tx.batches<BadgeAssignment>(this.#changed, changed, BATCH))
        await onBatch(rows);
      return page;
    };
    return this.database.reads.tenant(companyId, follow, epoch.epoch);
  }
}

/** @throws WorkerNotFound */
async function check(tx: Transaction, workerId: string | null): Promise<void> {
  if (workerId === null) return;
  const found = isId(workerId) ? await new WorkerDirectory().names(tx, [workerId]) : new Map();
  if (found.size === 0) throw new WorkerNotFound();
}

/**
 * $2 assignments and $3 their changes. One that changed again after the page was chosen is left to a later page.
 * @param unchanged the feed's condition
 */
const changedBadges = (unchanged: string) => `
  SELECT ${BADGE_COLUMNS}
  FROM unnest($2::uuid[], $3::xid8[]) WITH ORDINALITY AS changed (assignment_id, xid, ordinal)
  JOIN workforce.badge_assignments b ON b.company_id = $1 AND b.assignment_id = changed.assignment_id
  WHERE ${unchanged} ORDER BY changed.ordinal`;
