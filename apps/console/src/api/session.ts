import { type QueryClient, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { FurrowError } from '@furrow/client';
import { EarlyRequest } from './early-request.ts';
import { bodyOf, furrow } from './furrow.ts';
import { belongTo, forgetLastAnswers, type Keeping, lastAnswerOf } from './last-answers.ts';
import type { SignedIn } from './types.ts';

export type { SignedIn } from './types.ts';
export type Role = SignedIn['user']['role'];

export const SESSION_KEY = ['console-session'] as const;

/** The page shows nothing else meanwhile, so the timeout is short; offline the last answer is used. */
const TIMEOUT_MS = 8_000;

/** Who is signed in; sent before the page is rendered, which takes about as long. */
export const whoIsThere = new EarlyRequest((signal) =>
  bodyOf(furrow.GET('/api/console/session', { signal: signal ?? null, timeoutMs: TIMEOUT_MS })),
);

/** Restores who was signed in on the last visit, for use offline. */
export async function recallSignedIn(queries: QueryClient): Promise<void> {
  const kept = await lastAnswerOf(SESSION_KEY);
  if (!kept) return;
  const signedIn = kept.data as SignedIn;
  queries.setQueryData(SESSION_KEY, signedIn, { updatedAt: kept.at });
  belongTo(signedIn.user.userId);
}

/**
 * Refetched on every visit, because the session may have ended or belong to another user, who must not see what is
 * stored of the previous one.
 */
export function useSignedIn(): UseQueryResult<SignedIn, FurrowError> {
  const queries = useQueryClient();
  return useQuery<SignedIn, FurrowError>({
    queryKey: SESSION_KEY,
    queryFn: async ({ signal }) => {
      const { data } = await whoIsThere.answer(signal);
      const before = queries.getQueryData<SignedIn>(SESSION_KEY);
      if (before && before.user.userId !== data.user.userId) {
        queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
        await forgetLastAnswers();
      }
      belongTo(data.user.userId);
      return data;
    },
    meta: { keptFor: 'anybody' } satisfies Keeping,
    persister: undefined,
    staleTime: 60_000,
    refetchOnMount: 'always',
    retry: false,
  });
}

/** The address for signing in, which returns to the current page. */
export function signInAddress(): string {
  return `/api/console/sign-in?returnTo=${encodeURIComponent(location.pathname + location.search)}`;
}

/** Ends the session at the server and removes the cookie; returns the address to go to. */
export async function signOut(): Promise<string> {
  const { data } = await bodyOf(furrow.POST('/api/console/sign-out'));
  return data.next;
}
