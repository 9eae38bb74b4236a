import type { Page, PageRequest } from '@furrow/kernel';
import type { PreparedStatement, Transaction } from '../transaction.ts';

/** The SQL of a list. `$1` is the company. */
export interface PagedSelectOptions {
  /** The prefix of the names of its prepared statements. */
  readonly name: string;
  /** One table and its alias, such as `production.sessions s`. */
  readonly table: string;
  /** The column that is the table's key besides the company. */
  readonly key: string;
  /** In terms of the alias; total, so that no two rows are equal in it. */
  readonly order: string;
  /** The columns of a row, by name. */
  readonly columns: string;
  /** Tables that the columns need, read for the rows of the page only. LEFT JOINs. */
  readonly joins?: string;
}

/** An applied filter. Its name distinguishes prepared statements. */
export interface Condition {
  readonly name: string;
  /** @param parameter such as `$4` */
  readonly sql: (parameter: string) => string;
  readonly value: unknown;
}

/**
 * Reads a list page by page, each page with the total number of rows in one statement. The page is found by keys alone,
 * for which an index is enough, and only its rows are read whole; a page that is not full implies the total.
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

  /** All rows, in batches. */
  each(tx: Transaction, conditions: readonly Condition[], size: number): AsyncGenerator<Row[]> {
    const { table, order, columns, joins = '' } = this.options;
    const { where, parameters } = this.#met([tx.companyId], conditions);
    const sql = `SELECT ${columns} FROM ${table} ${joins} WHERE ${where} ORDER BY ${order}`;
    return tx.batches<Row>(sql, parameters, size);
  }

  /** After the end it returns one row without a key, which carries the total. */
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

  /** @param first parameters before those of the conditions, beginning with the company */
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
