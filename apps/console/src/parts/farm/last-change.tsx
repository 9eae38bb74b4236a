import { createContext, type ReactNode, use, useState } from 'react';
import type { FarmChange } from '../../farm/farm-file.ts';

interface LastChange<Change> {
  /** The last change made on this screen, which can be taken back. */
  readonly last: Change;
  readonly remember: (change: Change) => void;
}

/**
 * What keeps the last change of a screen, and the hook that finds it.
 * @param none before there is one
 */
export function lastChangeOf<Change>(none: Change) {
  const Context = createContext<LastChange<Change>>({ last: none, remember: () => undefined });
  const Keeps = ({ children }: { readonly children: ReactNode }) => {
    const [last, remember] = useState<Change>(none);
    return <Context value={{ last, remember }}>{children}</Context>;
  };
  return [Keeps, () => use(Context)] as const;
}

/** Of the farm: everything that changed together. */
export const [KeepsLastChange, useLastChange] = lastChangeOf<readonly FarmChange[]>([]);
