import { readFile, writeFile } from 'node:fs/promises';
import pg from 'pg';
import type { Answered } from './season.ts';

/** As it goes over the wire: text, or bytes in PostgreSQL's binary format. */
type Value = string | null | { readonly base64: string };

/** One line of the output of `statement-recorder.mjs`: one transaction. */
type Transaction = readonly {
  readonly sql: string;
  readonly values?: readonly Value[];
  /** PostgreSQL's command tag, such as `INSERT 0 3`. */
  readonly tag?: string;
  /** SQLSTATE. */
  readonly error?: string;
}[];

/** A statement of a released version: the index of its text, its values, and its command tag. */
type Sent = readonly [text: number, values: readonly Value[] | null, tag: string | null];

/** What the programs of one version wrote while performing every kind of write, and how they reported it. */
export interface Recording {
  /** The text of each distinct statement. */
  readonly statements: readonly string[];
  /** In the order of their commits. */
  readonly transactions: readonly (readonly Sent[])[];
  readonly answers: readonly Answered[];
}

/** Keeps every transaction that wrote something, and one of each group of equal reads. */
export async function recordingOf(log: string, answers: readonly Answered[]): Promise<Recording> {
  const lines = (await readFile(log, 'utf8')).trim().split('\n');
  const texts = new Map<string, number>();
  const indexOf = (sql: string) => texts.get(sql) ?? texts.set(sql, texts.size).size - 1;
  const read = new Set<string>();
  const transactions = lines
    .map((line) => JSON.parse(line) as Transaction)
    .filter((transaction) => {
      if (transaction.some(({ error, sql }) => error !== undefined || isOfMigrations(sql))) return false;
      if (transaction.some(({ sql, tag = '' }) => writes(sql) && rowsOf(tag) > 0)) return true;
      // A function may write too, so distinct values are kept; reads with the same values are kept once.
      const asked = JSON.stringify(transaction.map(({ sql, values }) => [sql, values]));
      return !read.has(asked) && read.add(asked);
    })
    .map((transaction) =>
      transaction.map(({ sql, values, tag }): Sent => [indexOf(sql), values ?? null, tag ?? null]),
    );
  return { statements: [...texts.keys()], transactions, answers };
}

/** Includes writes within a common table expression, whose command tag is SELECT. */
const writes = (sql: string) =>
  /\bINSERT INTO\b|\bUPDATE\b.*\bSET\b|\bDELETE FROM\b|\bMERGE INTO\b/is.test(sql);
/** A position in the event log is a transaction id, which another database gives to another transaction. */
const comparesPositions = (sql: string) => /\bWHERE\b.*::xid8/is.test(sql);
/** A command tag ends with the number of rows that a statement added, changed, removed or returned. */
const rowsOf = (tag: string) => Number(/\d+$/.exec(tag)?.[0] ?? 0);

/** Statements of migrations, and of connections that inspect the database they are connected to. */
const isOfMigrations = (sql: string) =>
  /advisory_lock\(7236001\)|advisory_unlock|"?migrations"?|^LISTEN|^SELECT version\(\)|^SHOW|^SELECT \* FROM current_schema|^CREATE|^DO /.test(
    sql,
  );

export async function keep(path: string, { statements, transactions, answers }: Recording): Promise<void> {
  const lines = (items: readonly unknown[]) =>
    `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`;
  await writeFile(
    path,
    `{"statements":${lines(statements)},\n"transactions":${lines(transactions)},\n"answers":${lines(answers)}}\n`,
  );
}

/** Tables that a recording adds rows to. */
export function tablesWritten({ statements, transactions }: Recording): Set<string> {
  const added = new Set(
    transactions.flat().flatMap(([text, , tag]) => (rowsOf(tag ?? '') > 0 ? [text] : [])),
  );
  const names = [...added].flatMap((text) =>
    [...(statements[text] ?? '').matchAll(/INSERT INTO "?(\w+)"?\."?(\w+)"?/g)].map(
      ([, schema, table]) => `${schema}.${table}`,
    ),
  );
  return new Set(names);
}

/**
 * Repeats on the database at `url` what the recorded version did, statement by statement.
 *
 * @returns a sentence for each statement that now fails or has another effect; empty if all is well
 */
export async function replay({ statements, transactions }: Recording, url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const problems: string[] = [];
  try {
    for (const transaction of transactions) {
      const problem = await problemOf(client, statements, transaction);
      if (problem !== undefined) problems.push(problem);
    }
  } finally {
    await client.end();
  }
  return problems;
}

async function problemOf(
  client: pg.Client,
  statements: readonly string[],
  transaction: readonly Sent[],
): Promise<string | undefined> {
  for (const [text, values, tag] of transaction) {
    const sql = statements[text] ?? '';
    try {
      const result = await client.query(values === null ? sql : { text: sql, values: values.map(bound) });
      if (tag === null || !writes(sql) || comparesPositions(sql) || result.rowCount === rowsOf(tag)) continue;
      await client.query('ROLLBACK');
      return `${result.rowCount} rows instead of ${rowsOf(tag)}: ${sql}`;
    } catch (error) {
      await client.query('ROLLBACK');
      return `${(error as Error).message}: ${sql}`;
    }
  }
  return undefined;
}

const bound = (value: Value) =>
  typeof value === 'object' && value !== null ? Buffer.from(value.base64, 'base64') : value;
