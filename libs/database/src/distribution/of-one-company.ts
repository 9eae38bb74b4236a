import type { PreparedStatement, Transaction } from '../transaction.ts';

/** A statement on rows of all companies, and the same limited to one, whose id is one more parameter. */
export interface CrossingStatement {
  readonly ofAll: PreparedStatement | string;
  readonly ofOne: PreparedStatement | string;
}

/**
 * A Citus locks rows, and correlates subqueries with arrays, only in statements of one company: each table says so by
 * itself.
 *
 * @param name of the prepared statement; without it, it is planned each time. That is for joins of long arrays: the plan
 * that PostgreSQL makes for any parameters expects ten items, and compares all with all
 * @param parameters how many the statement has
 * @param text `of` is a condition that limits a table's alias, beginning with AND, or nothing
 */
export function crossing(
  name: string | undefined,
  parameters: number,
  text: (of: (alias: string) => string) => string,
): CrossingStatement {
  const company = `$${parameters + 1}::uuid`;
  const ofAll = text(() => '');
  const ofOne = text((alias) => `AND ${alias}.company_id = ${company}`);
  if (name === undefined) return { ofAll, ofOne };
  return { ofAll: { name, text: ofAll }, ofOne: { name: `${name}_of_one`, text: ofOne } };
}

/** @param company of all companies if not given */
export function queryCrossing<Row extends object>(
  tx: Transaction,
  { ofAll, ofOne }: CrossingStatement,
  parameters: readonly unknown[],
  company?: string,
): Promise<Row[]> {
  return company === undefined
    ? tx.query<Row>(ofAll, parameters)
    : tx.query<Row>(ofOne, [...parameters, company]);
}

/** Items whose rows one statement may lock, with the company that limits it: on a Citus those of one company. */
export interface LockedTogether<Item> {
  readonly company?: string;
  readonly items: readonly Item[];
}

/** In order of their companies' ids on a Citus, so that locks are taken in one order. */
export function lockedTogether<Item extends { readonly companyId: string }>(
  { isDistributed }: { readonly isDistributed: boolean },
  items: readonly Item[],
): readonly LockedTogether<Item>[] {
  if (!isDistributed) return [{ items }];
  return [...Map.groupBy(items, ({ companyId }) => companyId)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([company, its]) => ({ company, items: its }));
}

/** Does work on items of several companies within one transaction, its statements sent without waiting for each other. */
export async function byCompany<Item extends { readonly companyId: string }, Result>(
  tx: Transaction,
  items: readonly Item[],
  work: (items: readonly Item[], company?: string) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(lockedTogether(tx, items).map(({ items: its, company }) => work(its, company)));
}
