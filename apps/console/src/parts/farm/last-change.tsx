import { createContext, type ReactNode, use, useState } from 'react';
import type { FarmChange } from '../../farm/farm-file.ts';

interface LastChange {
  /** The changes of the last one made on this screen, which can be taken back; empty before. */
  readonly last: readonly FarmChange[];
  readonly remember: (changes: readonly FarmChange[]) => void;
}

const LastChangeContext = createContext<LastChange>({ last: [], remember: () => undefined });

/** A screen whose last change of the farm can be taken back. */
export function KeepsLastChange({ children }: { readonly children: ReactNode }) {
  const [last, remember] = useState<readonly FarmChange[]>([]);
  return <LastChangeContext value={{ last, remember }}>{children}</LastChangeContext>;
}

export const useLastChange = (): LastChange => use(LastChangeContext);
