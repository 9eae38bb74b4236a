import { isId, type Page } from '@furrow/kernel';
import { type Condition, type Database, PagedSelect, type Transaction } from '@furrow/database';
import { ChangeFeed, type FeedPage, type FeedRequest } from '@furrow/journal';
import type { MediaStore } from '@furrow/media';
import type { WorkerFilters, WorkerQuery, WorkerSearch, WorkerView } from '../../application/ports.ts';
import { folded, OPTION_FIELDS } from '../../domain/index.ts';

const BATCH = 500;

interface ListedRow extends Omit<WorkerView, 'photo_url' | 'created_at' | 'updated_at'> {
  readonly photo_key: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export class TypeormWorkerQuery implements WorkerQuery {
  readonly #feed: ChangeFeed;
  readonly #changed: string;

  constructor(
    private readonly database: Database,
    private readonly media: MediaStore,
  ) {
    this.#feed = new ChangeFeed(database, { log: 'workforce.worker_changes', item: 'worker_id' });
    this.#changed = changedWorkers(this.#feed.unchangedSince('changed.worker_id', 'changed.xid'));
  }

  async page(companyId: string, search: WorkerSearch): Promise<Page<WorkerView>> {
    const { items, total } = await this.database.tenant(companyId, (tx) =>
      WORKERS.page(tx, search, conditionsOf(search)),
    );
    return { items: await Promise.all(items.map((row) => this.#view(row))), total };
  }

  each(
    companyId: string,
    filters: WorkerFilters,
    onBatch: (workers: readonly WorkerView[]) => Promise<void>,
  ): Promise<void> {
    return this.database.reads.tenant(companyId, async (tx) => {
      for await (const rows of WORKERS.each(tx, conditionsOf(filters), BATCH))
        await onBatch(await Promise.all(rows.map((row) => this.#view(row))));
    });
  }

  async follow(
    companyId: string,
    filters: WorkerFilters,
    request: FeedRequest,
    onBatch: (workers: readonly WorkerView[]) => Promise<void>,
  ): Promise<FeedPage> {
    const epoch = await this.#feed.epoch(companyId);
    const follow = async (tx: Transaction) => {
      // $1 to $4 belong to the feed.
      const conditions = conditionsOf(filters);
      const met = conditions.map(({ sql }, index) => ` AND ${sql(`$${index + 5}`)}`);
      const { changes, ...page } = await this.#feed.page(tx, epoch, request, {
        question: OPTION_FIELDS.map((field) => filters[field]).concat(folded(filters.q)),
        joins: `JOIN workforce.workers w ON w.company_id = c.company_id AND w.worker_id = c.worker_id${met.join('')}`,
        where: '',
        parameters: conditions.map(({ value }) => value),
      });
      const changed = [companyId, changes.map(({ id }) => id), changes.map(({ xid }) => xid)];
      for await (const rows of tx.batches<ListedRow>(this.#changed, changed, BATCH))
        await onBatch(await Promise.all(rows.map((row) => this.#view(row))));
      return page;
    };
    return this.database.reads.tenant(companyId, follow, epoch.epoch);
  }

  async find(companyId: string, worker: string): Promise<WorkerView | undefined> {
    const statement = isId(worker) ? WORKER_BY_ID : WORKER_BY_CODE;
    const [row] = await this.database.tenant(companyId, (tx) =>
      tx.query<ListedRow>(statement, [companyId, worker]),
    );
    return row && (await this.#view(row));
  }

  async #view({ photo_key: photoKey, created_at, updated_at, ...columns }: ListedRow): Promise<WorkerView> {
    return {
      ...columns,
      photo_url: photoKey === null ? null : await this.media.urlOf(photoKey),
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
    };
  }
}

const COLUMNS = `w.worker_id AS id, w.code AS worker_id, w.first_name, w.last_name, w.full_name, w.hire_date, w.position,
  w.employment_type, w.status, w.document_id, w.phone, w.email, w.worker_group AS "group", w.photo_key, w.created_at, w.updated_at`;

export const WORKER_BY_ID = {
  name: 'worker-by-id',
  text: `SELECT ${COLUMNS} FROM workforce.workers w WHERE w.company_id = $1 AND w.worker_id = $2`,
};

const WORKER_BY_CODE = {
  name: 'worker-by-code',
  text: `SELECT ${COLUMNS} FROM workforce.workers w WHERE w.company_id = $1 AND w.code = $2`,
};

/**
 * $2 workers and $3 their changes. A worker who changed again after the page was chosen is left to a later page.
 * @param unchanged the feed's condition
 */
const changedWorkers = (unchanged: string) => `
  SELECT ${COLUMNS}
  FROM unnest($2::uuid[], $3::xid8[]) WITH ORDINALITY AS changed (worker_id, xid, ordinal)
  JOIN workforce.workers w ON w.company_id = $1 AND w.worker_id = changed.worker_id
  WHERE ${unchanged} ORDER BY changed.ordinal`;

const WORKERS = new PagedSelect<ListedRow>({
  name: 'workers-found',
  table: 'workforce.workers w',
  key: 'worker_id',
  order: 'w.created_at DESC, w.worker_id DESC',
  columns: COLUMNS,
});

/** `strpos` has no wildcards. */
function conditionsOf({ q, ...chosen }: WorkerFilters): Condition[] {
  const text = folded(q);
  return [
    ...(text === ''
      ? []
      : [{ name: 'q', sql: (p: string) => `strpos(w.search_text, ${p}) > 0`, value: text }]),
    ...OPTION_FIELDS.flatMap((field) =>
      chosen[field] === null
        ? []
        : [{ name: field, sql: (p: string) => `w.${field} = ${p}`, value: chosen[field] }],
    ),
  ];
}

/** One page: the index alone decides which workers match, and only those of the page are read. */
export const workersFound = (companyId: string, search: WorkerSearch) =>
  WORKERS.statement(companyId, search, conditionsOf(search));
