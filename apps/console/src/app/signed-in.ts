import { createContext, use } from 'react';
import type { SignedIn } from '../api/session.ts';

export const SignedInContext = createContext<SignedIn | undefined>(undefined);

/** The decimals of amounts in the company's currency. */
export const useDecimals = (): number => use(SignedInContext)?.company.decimals ?? 2;

/** The signed-in user; only for use within the shell. */
export function useUser(): SignedIn['user'] {
  const signedIn = use(SignedInContext);
  if (!signedIn) throw new Error('Nobody is signed in.');
  return signedIn.user;
}
