import {
  hashKey,
  type Query,
  type QueryClient,
  type QueryKey,
  type QueryPersister,
} from '@tanstack/react-query';
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { whenIdle } from './idle.ts';

const KEPT_MS = 7 * 24 * 3_600_000;
/** Bounds the wait for IndexedDB, which must not keep screens from being shown. */
const FOUND_WITHIN_MS = 3_000;
/** Raise this when answers change their shape: those stored by an older console are then dropped. */
const VERSION = 4;

/**
 * The owner of a stored answer, in a query's `meta`: by default the user who asked. `nobody` is for queries of data
 * that is on this device anyway; `anybody` for what is needed before the user is known.
 */
export interface Keeping extends Record<string, unknown> {
  readonly keptFor: 'nobody' | 'anybody';
}

export interface LastAnswer {
  readonly data: unknown;
  /** When it was fetched, in milliseconds since 1970. */
  readonly at: number;
}

interface Schema extends DBSchema {
  answers: { key: string; value: LastAnswer; indexes: { at: number } };
}

const unwritten = new Map<string, Query>();
let isWriting = false;
let owner: string | undefined;
let opened: Promise<IDBPDatabase<Schema>> | undefined;

/**
 * Stores every answer on this device, and drops those older than a week, so that a page opened offline shows what was
 * last known. Each answer is stored separately and read when its query runs: a page neither loads nor writes what it
 * does not show.
 */
export function keepLastAnswers(queries: QueryClient): void {
  queries.getQueryCache().subscribe((event) => {
    // Data set by hand was read from this store.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return;
    unwritten.set(event.query.queryHash, event.query as Query);
    writeWhenIdle();
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') for (const query of unwritten.values()) void write(query);
  });
  whenIdle(() => void dropOld().catch(() => undefined));
}

/**
 * For a query: uses the answer of the last visit, with its age, until the server answers or fails. It is read while the
 * server is asked, because on a phone that takes as long as a request.
 */
export const withLastAnswer: QueryPersister = async (ask, context, query) => {
  const asking = Promise.resolve(ask(context));
  if (query.state.data !== undefined) return asking;
  let isAnswered = false;
  const reading = lastAnswer(keyOf(query)).then((kept) => {
    if (kept && !isAnswered) query.setData(kept.data, { updatedAt: kept.at, manual: true });
  });
  try {
    const answer = await asking;
    isAnswered = true;
    return answer;
  } catch (error) {
    // What is kept shows beside the error.
    await reading;
    throw error;
  }
};

/** The answer stored for `anybody`. */
export const lastAnswerOf = (queryKey: QueryKey): Promise<LastAnswer | undefined> =>
  lastAnswer(hashKey(queryKey));

/** Sets the user whose answers are stored from now on; those of another user must be forgotten first. */
export function belongTo(userId: string): void {
  owner = userId;
}

/** Runs on signing out, so that the next person at this device finds nothing. */
export async function forgetLastAnswers(): Promise<void> {
  unwritten.clear();
  await database()
    .then((answers) => answers.clear('answers'))
    .catch(() => undefined);
}

function keyOf({ queryHash, meta }: Query): string | undefined {
  const { keptFor } = (meta ?? {}) as Partial<Keeping>;
  if (keptFor === 'anybody') return queryHash;
  return keptFor === 'nobody' || owner === undefined ? undefined : `${owner} ${queryHash}`;
}

async function lastAnswer(key: string | undefined): Promise<LastAnswer | undefined> {
  if (key === undefined) return undefined;
  const found = database().then((answers) => answers.get('answers', key));
  // A browser without storage works with the network alone.
  const kept = await Promise.race([found.catch(() => undefined), nothingWithin(FOUND_WITHIN_MS)]);
  return kept && kept.at > Date.now() - KEPT_MS ? kept : undefined;
}

/** One at a time, because copying a large answer blocks the page; user input is handled in between. */
function writeWhenIdle(): void {
  if (isWriting || unwritten.size === 0) return;
  isWriting = true;
  whenIdle(() => {
    const [query] = unwritten.values();
    void (query ? write(query) : Promise.resolve()).finally(() => {
      isWriting = false;
      writeWhenIdle();
    });
  });
}

async function write(query: Query): Promise<void> {
  unwritten.delete(query.queryHash);
  const [key, { data, dataUpdatedAt: at }] = [keyOf(query), query.state];
  if (key === undefined || data === undefined) return;
  await database()
    .then((answers) => answers.put('answers', { data, at }, key))
    .catch(() => undefined);
}

async function dropOld(): Promise<void> {
  const answers = (await database()).transaction('answers', 'readwrite').store;
  const old = await answers.index('at').getAllKeys(IDBKeyRange.upperBound(Date.now() - KEPT_MS));
  await Promise.all(old.map((key) => answers.delete(key)));
}

function database(): Promise<IDBPDatabase<Schema>> {
  const close = () => {
    void opened?.then((answers) => answers.close());
    opened = undefined;
  };
  opened ??= openDB<Schema>('furrow-console', VERSION, {
    upgrade(answers) {
      for (const store of answers.objectStoreNames) answers.deleteObjectStore(store);
      answers.createObjectStore('answers').createIndex('at', 'at');
    },
    // A newer console in another tab waits for this one to close the database.
    blocking: close,
    terminated: () => (opened = undefined),
  });
  opened.catch(() => (opened = undefined));
  return opened;
}

const nothingWithin = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));
