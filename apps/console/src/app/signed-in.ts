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

/** The decimals of a currency, if it is that of the user's company. */
export function useDecimalsOf(currency: string | null | undefined): number | undefined {
  const company = use(SignedInContext)?.company;
  return currency === company?.currency ? company?.currencyDecimals : undefined;
}

/** The user's company, with its time zone and currency; only for use within the shell. */
export const useCompany = (): SignedIn['company'] => useSignedIn().company;

/** Pictures of a map from the host that the operator names; null: none, as in an answer of an earlier version. */
export const useMapTiles = (): SignedIn['tiles'] => (useSignedIn() as Partial<SignedIn>).tiles ?? null;
