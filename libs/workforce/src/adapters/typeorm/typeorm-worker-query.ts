import { isId, type Page } from '@furrow/kernel';
import { type Condition, type Database, PagedSelect } from '@furrow/database';
import type { MediaStore } from '@furrow/media';
import {
  type WorkerFilters,
  WorkerQuery,
  type WorkerSearch,
  type WorkerView,
} from '../../application/ports.ts';
import { folded, OPTION_FIELDS } from '../../domain/index.ts';

const BATCH = 500;

interface ListedRow extends Omit<WorkerView, 'photo_url' | 'created_at' | 'updated_at'> {
  readonly photo_key: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export class TypeormWorkerQuery extends WorkerQuery {
  constructor(
    private readonly database: Database,
    private readonly media: MediaStore,
  ) {
    super();
  }

  override async page(companyId: string, search: WorkerSearch): Promise<Page<WorkerView>> {
    const { items, total } = await this.database.tenant(companyId, (tx) =>
      WORKERS.page(tx, search, conditionsOf(search)),
    );
    return { items: await Promise.all(items.map((row) => this.#view(row))), total };
  }

  override each(
    companyId: string,
    filters: WorkerFilters,
    onBatch: (workers: readonly WorkerView[]) => Promise<void>,
  ): Promise<void> {
    return this.database.reads.tenant(companyId, async (tx) => {
      for await (const rows of WORKERS.each(tx, conditionsOf(filters), BATCH))
        await onBatch(await Promise.all(rows.map((row) => this.#view(row))));
    });
  }

  override async find(companyId: string, worker: string): Promise<WorkerView | undefined> {
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
  w.employment_type, w.status, w.document_id, w.phone, w.email, w.photo_key, w.created_at, w.updated_at`;

export const WORKER_BY_ID = {
  name: 'worker-by-id',
  text: `SELECT ${COLUMNS} FROM workforce.workers w WHERE w.company_id = $1 AND w.worker_id = $2`,
};

const WORKER_BY_CODE = {
  name: 'worker-by-code',
  text: `SELECT ${COLUMNS} FROM workforce.workers w WHERE w.company_id = $1 AND w.code = $2`,
};

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
