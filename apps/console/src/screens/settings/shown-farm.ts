import { createContext, use } from 'react';
import type { FarmFile } from '../../farm/farm-file.ts';

export const FarmContext = createContext<FarmFile | undefined>(undefined);

/** The farm that Settings shows. */
export function useShownFarm(): FarmFile {
  const farm = use(FarmContext);
  if (!farm) throw new Error('There is no farm outside of Settings.');
  return farm;
}
