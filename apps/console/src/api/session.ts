import { useQuery, type UseQueryResult } from '@tanstack/react-query';
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

/** Asked again on every visit to the tab: a session may have ended meanwhile. */
export function useSignedIn(): UseQueryResult<SignedIn, FurrowError> {
  return useQuery<SignedIn, FurrowError>({
    queryKey: SESSION_KEY,
    queryFn: async ({ signal }) =>
      (await bodyOf(consoleGet<{ data: SignedIn }>('/api/console/session', {}, signal))).data,
    staleTime: 60_000,
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
