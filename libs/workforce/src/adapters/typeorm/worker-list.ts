import { isId, WorkerNotFound } from '@furrow/kernel';
import { type Condition, type Database, type MediaStore, PagedSelect } from '@furrow/platform';
import { folded, OPTION_FIELDS } from '../../domain/index.ts';

/** A worker as the service answers it. */
export interface WorkerView {
  readonly id: string;
  /** The code, such as `AML0315`. */
  readonly worker_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly full_name: string;
  /** YYYY-MM-DD. */
  readonly hire_date: string;
  readonly position: string;
  readonly employment_type: string;
  readonly status: string;
  readonly document_id: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  /** Opens the photo until MEDIA_URL_TTL is over. */
  readonly photo_url: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface WorkerSearch {
  /** From 1. */
  readonly page: number;
  readonly pageSize: number;
  /** Anywhere in name or code, whatever case and accents; empty for everybody. */
  readonly q: string;
  /** Null for any. */
  readonly status: string | null;
  readonly position: string | null;
  readonly employment_type: string | null;
}

interface ListedRow extends Omit<WorkerView, 'photo_url' | 'created_at' | 'updated_at'> {
  readonly photo_key: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The company's workers, just as the endpoints answer them. */
export class WorkerList {
  constructor(
    private readonly database: Database,
    private readonly media: MediaStore,
  ) {}

  /** Newest first. */
  async page(companyId: string, search: WorkerSearch): Promise<{ workers: WorkerView[]; total: number }> {
    const { items, total } = await this.database.tenant(companyId, (tx) =>
      WORKERS.page(tx, search, conditionsOf(search)),
    );
    return { workers: await Promise.all(items.map((row) => this.#view(row))), total };
  }

  /**
   * @param worker the id or the code
   * @throws WorkerNotFound
   */
  async one(companyId: string, worker: string): Promise<WorkerView> {
    const statement = isId(worker) ? WORKER_BY_ID : WORKER_BY_CODE;
    const [row] = await this.database.tenant(companyId, (tx) =>
      tx.query<ListedRow>(statement, [companyId, worker]),
    );
    if (row === undefined) throw new WorkerNotFound();
    return this.#view(row);
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

/** `strpos` knows no wildcards. */
function conditionsOf({ q, ...chosen }: WorkerSearch): Condition[] {
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

/** One page: whom a search meets is told by the index alone, and read once. */
export const workersFound = (companyId: string, search: WorkerSearch) =>
  WORKERS.statement(companyId, search, conditionsOf(search));
