import type { Page, PageRequest } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from './transaction.ts';

/** What a list is made of, in SQL. `$1` is the company. */
export interface PagedSelectOptions {
  /** Begins the names of its prepared statements. */
  readonly name: string;
  /** One table and its alias, such as `production.sessions s`. */
  readonly table: string;
  /** The column that is the table's key beside the company. */
  readonly key: string;
  /** Of the alias; whole, so that no two rows are equal in it. */
  readonly order: string;
  /** What each row shows, by name. */
  readonly columns: string;
  /** What the columns need beside the table, read for the rows of the page alone. LEFT JOINs. */
  readonly joins?: string;
}

/** A filter that somebody asked for. Its name tells prepared statements apart. */
export interface Condition {
  readonly name: string;
  /** @param parameter such as `$4` */
  readonly sql: (parameter: string) => string;
  readonly value: unknown;
}

/**
 * Reads a list page by page, each page and how many rows there are in all with one statement. The page is found by key
 * alone, which an index can do, and only its rows are read whole; a page that is not full tells by itself how many
 * rows there are.
 */
export class PagedSelect<Row extends object> {
  constructor(private readonly options: PagedSelectOptions) {}

  async page(
    tx: Transaction,
    request: PageRequest,
    conditions: readonly Condition[] = [],
  ): Promise<Page<Row>> {
    const { statement, parameters } = this.statement(tx.companyId, request, conditions);
    const rows = await tx.query<Row & { paged_total: number; paged_key: string | null }>(
      statement,
      parameters,
    );
    const items = rows.flatMap(({ paged_total: _, paged_key, ...row }) =>
      paged_key === null ? [] : [row as unknown as Row],
    );
    return { items, total: rows[0]?.paged_total ?? 0 };
  }

  /** All rows, batch by batch. */
  each(tx: Transaction, conditions: readonly Condition[], size: number): AsyncGenerator<Row[]> {
    const { table, order, columns, joins = '' } = this.options;
    const { where, parameters } = this.#met([tx.companyId], conditions);
    const sql = `SELECT ${columns} FROM ${table} ${joins} WHERE ${where} ORDER BY ${order}`;
    return tx.batches<Row>(sql, parameters, size);
  }

  /** Past the end it answers one row without a key, for somebody has to say how many there are. */
  statement(
    companyId: string,
    { page, pageSize }: PageRequest,
    conditions: readonly Condition[] = [],
  ): { readonly statement: PreparedStatement; readonly parameters: readonly unknown[] } {
    const { name, table, key, order, columns, joins = '' } = this.options;
    const { alias, where, parameters } = this.#met([companyId, pageSize, (page - 1) * pageSize], conditions);
    const met = `FROM ${table} WHERE ${where}`;
    const text = `
      WITH page AS MATERIALIZED (
        SELECT ${alias}.${key} ${met} ORDER BY ${order} LIMIT $2 OFFSET $3
      ), shown AS (
        SELECT count(*) AS rows FROM page
      )
      SELECT CASE WHEN shown.rows < $2 AND (shown.rows > 0 OR $3 = 0) THEN $3 + shown.rows
                  ELSE (SELECT count(*) ${met}) END AS paged_total, page.${key} AS paged_key, ${columns}
        FROM shown
        LEFT JOIN (page JOIN ${table} ON ${alias}.company_id = $1 AND ${alias}.${key} = page.${key}) ON true
        ${joins}
       ORDER BY ${order}`;
    return {
      statement: { name: [name, ...conditions.map((each) => each.name)].join(' '), text },
      parameters,
    };
  }

  /** @param first parameters that come before those of the conditions, the company before all */
  #met(first: readonly unknown[], conditions: readonly Condition[]) {
    const { table } = this.options;
    const alias = table.split(' ').at(-1) ?? table;
    const parameters = [...first];
    const where = [
      `${alias}.company_id = $1`,
      ...conditions.map(({ sql, value }) => sql(`$${parameters.push(value)}`)),
    ];
    return { alias, where: where.join(' AND '), parameters };
  }
}
