import { dehydrate, type DehydratedState, hydrate, type QueryClient } from '@tanstack/react-query';
import { createStore, del, get, set } from 'idb-keyval';
import { SESSION_KEY, type SignedIn } from './session.ts';

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
  let userId = userOf(queries);
  queries.getQueryCache().subscribe(({ type }) => {
    if (type !== 'updated' && type !== 'removed') return;
    const now = userOf(queries);
    if (userId !== undefined && now !== undefined && now !== userId) forgetOthers(queries);
    userId = now ?? userId;
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

/** Somebody else has signed in: everything but who that is. */
function forgetOthers(queries: QueryClient): void {
  queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
}

const userOf = (queries: QueryClient): string | undefined =>
  queries.getQueryData<SignedIn>(SESSION_KEY)?.user.userId;
