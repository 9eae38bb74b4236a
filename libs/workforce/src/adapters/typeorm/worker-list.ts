import { isId } from '@furrow/kernel';
import type { Database, MediaStore, PreparedStatement } from '@furrow/platform';
import { folded, OPTION_FIELDS, WorkerNotFound } from '../../domain/index.ts';

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
    const { statement, parameters } = workersFound(companyId, search);
    const rows = await this.database.tenant(companyId, (tx) =>
      tx.query<(ListedRow | { id: null }) & { total: number }>(statement, parameters),
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
 * One page, and on each row how many there are in all; past the end one row without a worker. Whom a search meets is
 * told by the index alone, and read once: a page that is not full says by itself how many there are. `strpos` knows
 * no wildcards.
 */
export function workersFound(
  companyId: string,
  { page, pageSize, q, ...chosen }: WorkerSearch,
): { readonly statement: PreparedStatement; readonly parameters: readonly unknown[] } {
  const parameters: unknown[] = [companyId, pageSize, (page - 1) * pageSize];
  const asked: string[] = [];
  const conditions = ['company_id = $1'];
  const add = (name: string, value: string, condition: (parameter: string) => string) => {
    asked.push(name);
    conditions.push(condition(`$${parameters.push(value)}`));
  };
  if (folded(q) !== '') add('q', folded(q), (parameter) => `strpos(search_text, ${parameter}) > 0`);
  for (const field of OPTION_FIELDS) {
    const value = chosen[field];
    if (value !== null) add(field, value, (parameter) => `${field} = ${parameter}`);
  }
  const met = `FROM workforce.workers WHERE ${conditions.join(' AND ')}`;
  const text = `
    WITH page AS MATERIALIZED (
      SELECT worker_id ${met} ORDER BY created_at DESC, worker_id DESC LIMIT $2 OFFSET $3
    ), shown AS (
      SELECT count(*) AS workers FROM page
    )
    SELECT CASE WHEN shown.workers < $2 AND (shown.workers > 0 OR $3 = 0) THEN $3 + shown.workers
                ELSE (SELECT count(*) ${met}) END AS total, ${COLUMNS}
      FROM shown LEFT JOIN (page JOIN workforce.workers w ON w.company_id = $1 AND w.worker_id = page.worker_id) ON true
     ORDER BY w.created_at DESC, w.worker_id DESC`;
  return { statement: { name: ['workers-found', ...asked].join(' '), text }, parameters };
}
