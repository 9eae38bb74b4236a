import { isId } from '@furrow/kernel';
import { Database, MediaStore } from '@furrow/platform';
import { Inject, Injectable } from '@nestjs/common';
import { folded, WorkerNotFound } from '../../domain/index.ts';

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
@Injectable()
export class WorkerList {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(MediaStore) private readonly media: MediaStore,
  ) {}

  /** Newest first. */
  async page(companyId: string, search: WorkerSearch): Promise<{ workers: WorkerView[]; total: number }> {
    const { page, pageSize, q, status, position, employment_type: employmentType } = search;
    const skipped = (page - 1) * pageSize;
    const parameters = [companyId, folded(q), status, position, employmentType, pageSize, skipped];
    const rows = await this.database.tenant(companyId, (tx) =>
      tx.query<(ListedRow | { id: null }) & { total: number }>(WORKERS_FOUND, parameters),
    );
    const found = rows.filter((row): row is ListedRow & { total: number } => row.id !== null);
    const workers = await Promise.all(found.map(({ total: _total, ...row }) => this.#view(row)));
    return { workers, total: rows[0]?.total ?? 0 };
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

/**
 * One page, and on each row how many there are in all; past the end one row without a worker. Whom the search meets
 * is told by the index alone; only the page itself is fetched. `strpos` knows no wildcards.
 */
export const WORKERS_FOUND = `
  WITH found AS MATERIALIZED (
    SELECT worker_id, created_at FROM workforce.workers
     WHERE company_id = $1 AND ($2 = '' OR strpos(search_text, $2) > 0)
       AND ($3::text IS NULL OR status = $3) AND ($4::text IS NULL OR position = $4)
       AND ($5::text IS NULL OR employment_type = $5)
  ), page AS (
    SELECT worker_id FROM found ORDER BY created_at DESC, worker_id DESC LIMIT $6 OFFSET $7
  )
  SELECT counted.total, ${COLUMNS}
    FROM (SELECT count(*) AS total FROM found) counted
    LEFT JOIN (page JOIN workforce.workers w ON w.company_id = $1 AND w.worker_id = page.worker_id) ON true
   ORDER BY w.created_at DESC, w.worker_id DESC`;
