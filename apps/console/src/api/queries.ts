import { hasEnded, isInactive } from '@furrow/web';
import { type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { isUnreachable, isWithheld } from './furrow.ts';
import { withLastAnswer } from './kept/last-answers.ts';
import { kept, session } from './session.ts';

/** How long an unused answer stays in memory; on the device it is stored longer. */
const IN_MEMORY_MS = 5 * 60_000;
const ATTEMPTS = 2;

/** All queries of the screens, with their last answers. */
export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      // A request that was sent before its caller was known.
      if (hasEnded(error) || isInactive(error)) void session.ask();
      else if (isWithheld(error)) withhold(query as Query);
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

/** Drops what the user saw before and may not see any more. */
function withhold(query: Query): void {
  query.setState({ data: undefined, dataUpdatedAt: 0 });
  if (session.caller) void kept.remove(session.caller.userId, query.queryKey);
}
