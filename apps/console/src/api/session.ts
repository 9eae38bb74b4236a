import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { type FurrowError } from '@furrow/client';
import { bodyOf } from './furrow.ts';
import { consoleGet, consolePost } from './console-paths.ts';

export type Role = 'admin' | 'supervisor' | 'agronomist';

/** Who is signed in, and until when. */
export interface SignedIn {
  readonly user: {
    readonly userId: string;
    readonly idpId: string;
    readonly name: string;
    readonly email: string | null;
    readonly role: Role;
  };
  readonly company: { readonly companyId: string; readonly name: string };
  /** Null for a session that ends by itself. */
  readonly expiresAt: string | null;
  readonly devLogin: boolean;
}

export const SESSION_KEY = ['console-session'] as const;

/** Whoever waits for it sees nothing else; without a network the last answer has to do. */
const PATIENCE_MS = 8_000;

/**
 * Asked again on every visit: the session may have ended meanwhile, or be somebody else's, who must not see what was kept
 * of the one before.
 */
export function useSignedIn(): UseQueryResult<SignedIn, FurrowError> {
  const queries = useQueryClient();
  return useQuery<SignedIn, FurrowError>({
    queryKey: SESSION_KEY,
    queryFn: async ({ signal }) => {
      const answer = await consoleGet<{ data: SignedIn }>(
        '/api/console/session',
        {},
        { signal, timeoutMs: PATIENCE_MS },
      );
      const { data } = await bodyOf(Promise.resolve(answer));
      const before = queries.getQueryData<SignedIn>(SESSION_KEY);
      if (before && before.user.userId !== data.user.userId)
        queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION_KEY[0] });
      return data;
    },
    staleTime: 60_000,
    refetchOnMount: 'always',
    retry: false,
  });
}

/** Where a browser goes to sign in, and comes back from to the page it left. */
export function signInAddress(): string {
  return `/api/console/sign-in?returnTo=${encodeURIComponent(location.pathname + location.search)}`;
}

/** Ends the session at the server, and with it the cookie; answers where the browser goes on. */
export async function signOut(): Promise<string> {
  const { data } = await bodyOf(consolePost<{ data: { next: string } }>('/api/console/sign-out'));
  return data.next;
}
