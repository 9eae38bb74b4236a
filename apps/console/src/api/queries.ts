import { QueryCache, QueryClient } from '@tanstack/react-query';
import { FurrowError } from '@furrow/client';
import { isUnreachable } from './furrow.ts';
import { withLastAnswer } from './last-answers.ts';
import { SESSION_KEY } from './session.ts';

/** How long an unused answer stays in memory; on the device it is stored longer. */
const IN_MEMORY_MS = 5 * 60_000;
const ATTEMPTS = 2;

/** All queries of the screens, with their last answers. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // Refetches the session, so that the page shows that it has ended.
      const isRefused = error instanceof FurrowError && error.status === 401;
      if (isRefused && query.queryKey[0] !== SESSION_KEY[0])
        void queries.invalidateQueries({ queryKey: SESSION_KEY });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      gcTime: IN_MEMORY_MS,
      persister: withLastAnswer,
      // `navigator.onLine` may be wrong, so requests are always attempted.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < ATTEMPTS && navigator.onLine && isUnreachable(error),
    },
    mutations: { networkMode: 'always' },
  },
});
