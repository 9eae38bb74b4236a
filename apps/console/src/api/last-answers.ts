import { dehydrate, type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { createStore, del, get, set } from 'idb-keyval';

const KEY = 'last-answers';
const SAVED_AFTER_MS = 1_000;
/** A database of the browser that does not answer must not keep the page from being shown. */
const FOUND_WITHIN_MS = 10_000;
const nothingWithin = (ms: number) => new Promise<undefined>((resolve) => setTimeout(resolve, ms));

interface Kept {
  readonly version: string;
  readonly state: DehydratedState;
}

/** Answers that an older console kept may be of another shape. */
const VERSION = '2';
const store = () => createStore('furrow-console', 'answers');

/**
 * Brings back the answers of the last visit, each with its own age, and keeps them from now on: what was known when the
 * network went is known when the page is opened without it.
 */
export async function keepLastAnswers(queries: QueryClient): Promise<void> {
  try {
    const kept = await Promise.race([get<Kept>(KEY, store()), nothingWithin(FOUND_WITHIN_MS)]);
    if (kept?.version === VERSION) hydrate(queries, kept.state);
  } catch {
    return; // A browser that keeps nothing works with the network alone.
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  queries.getQueryCache().subscribe(({ type }) => {
    if (type !== 'updated' && type !== 'removed') return;
    timer ??= setTimeout(() => {
      timer = undefined;
      void set(KEY, { version: VERSION, state: answersOf(queries) } satisfies Kept, store()).catch(
        () => undefined,
      );
    }, SAVED_AFTER_MS);
  });
}

/**
 * Every answer there is, also of a question that failed when it was asked again: without a network each of them fails, and
 * what was known before is all there is.
 */
function answersOf(queries: QueryClient): DehydratedState {
  const { queries: kept, mutations } = dehydrate(queries, {
    shouldDehydrateQuery: ({ state }) => state.data !== undefined,
    shouldDehydrateMutation: () => false,
  });
  const answered = {
    status: 'success',
    error: null,
    fetchFailureCount: 0,
    fetchFailureReason: null,
  } as const;
  return { mutations, queries: kept.map((query) => ({ ...query, state: { ...query.state, ...answered } })) };
}

/** After signing out: the next person at this device must find nothing. */
export async function forgetAnswers(queries: QueryClient): Promise<void> {
  queries.clear();
  await del(KEY, store()).catch(() => undefined);
}
