import { dehydrate, type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { createStore, del, get, set } from 'idb-keyval';

const KEY = 'last-answers';
const SAVED_AFTER_MS = 1_000;

interface Kept {
  readonly version: string;
  readonly state: DehydratedState;
}

/** Answers that an older console kept may be of another shape. */
const VERSION = '1';
const store = () => createStore('furrow-console', 'answers');

/**
 * Brings back the answers of the last visit, each with its own age, and keeps them from now on: what was known when the
 * network went is known when the page is opened without it.
 */
export async function keepLastAnswers(queries: QueryClient): Promise<void> {
  try {
    const kept = await get<Kept>(KEY, store());
    if (kept?.version === VERSION) hydrate(queries, kept.state);
  } catch {
    return; // A browser that keeps nothing works with the network alone.
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  queries.getQueryCache().subscribe(({ type }) => {
    if (type !== 'updated' && type !== 'removed') return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void set(KEY, { version: VERSION, state: dehydrate(queries) } satisfies Kept, store()).catch(
        () => undefined,
      );
    }, SAVED_AFTER_MS);
  });
}

/** After signing out: the next person at this device must find nothing. */
export async function forgetAnswers(queries: QueryClient): Promise<void> {
  queries.clear();
  await del(KEY, store()).catch(() => undefined);
}
