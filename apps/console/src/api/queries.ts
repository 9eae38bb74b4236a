import { QueryCache, QueryClient } from '@tanstack/react-query';
import { FurrowError } from '@furrow/client';
import { isUnreachable } from './furrow.ts';
import { withLastAnswer } from './last-answers.ts';
import { SESSION_KEY } from './session.ts';

/** How long an answer that no screen shows stays in memory; on the device it stays longer. */
const IN_MEMORY_MS = 5 * 60_000;
const ATTEMPTS = 2;

/** Every question that screens ask, and its last answer. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // Whoever asks next is told that the session has ended.
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
      // With a network that is there by name only, an attempt tells more than the browser does.
      networkMode: 'always',
      retry: (failures, error) => failures < ATTEMPTS && navigator.onLine && isUnreachable(error),
    },
    mutations: { networkMode: 'always' },
  },
});
