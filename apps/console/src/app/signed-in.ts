import { createContext, use } from 'react';
import type { SignedIn } from '../api/session.ts';

export const SignedInContext = createContext<SignedIn | undefined>(undefined);

function useSignedIn(): SignedIn {
  const signedIn = use(SignedInContext);
  if (!signedIn) throw new Error('Nobody is signed in.');
  return signedIn;
}

/** The signed-in user; only for use within the shell. */
export const useUser = (): SignedIn['user'] => useSignedIn().user;

/** The user's company, with its time zone and currency; only for use within the shell. */
export const useCompany = (): SignedIn['company'] => useSignedIn().company;
