import { useQuery, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { useChange } from '../../api/change.ts';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { FarmChange, FarmFile, FarmPart } from '../../farm/farm-file.ts';

/** The farm as it stands, and its version. */
export interface Farm {
  readonly file: FarmFile;
  readonly version: string;
}

export function useFarm(): UseQueryResult<Farm> {
  return useQuery({
    queryKey: ['farm'],
    queryFn: async ({ signal }): Promise<Farm> => {
      const answer = await furrow.GET('/api/control/farm', { signal });
      if (!answer.ok) throw answer.error;
      const { data } = answer.body as { readonly data: FarmFile };
      return { file: data, version: answer.response.headers.get('etag') ?? '*' };
    },
  });
}

async function patched(part: FarmPart, version: string, isTrial: boolean): Promise<readonly FarmChange[]> {
  const { data } = await bodyOf(
    furrow.PATCH('/api/control/farm', {
      params: { query: isTrial ? { dryRun: 'true' } : {} },
      headers: { 'if-match': version },
      body: part as never,
    }),
  );
  return data.changes;
}

/** What a change would do. */
export function useTrial(part: FarmPart, version: string): UseQueryResult<readonly FarmChange[]> {
  return useQuery({
    queryKey: ['farm-trial', JSON.stringify(part), version],
    queryFn: () => patched(part, version, true),
    ...{ gcTime: 0, retry: false, refetchOnReconnect: false, refetchOnWindowFocus: false },
  });
}

/** Makes a change of the version that was read; the farm is read again before it is done. */
export function useFarmChange(version: string, then: (changes: readonly FarmChange[]) => void) {
  const queries = useQueryClient();
  return useChange('places', async (part: FarmPart) => {
    const changes = await patched(part, version, false);
    await queries.invalidateQueries({ queryKey: ['farm'] });
    then(changes);
  });
}

interface FarmInSettings extends Farm {
  /** The changes of the last one made here, which can be taken back. */
  readonly last: readonly FarmChange[];
  readonly remember: (changes: readonly FarmChange[]) => void;
}

export const FarmContext = createContext<FarmInSettings | undefined>(undefined);

/** The farm that Settings shows. */
export function useShownFarm(): FarmInSettings {
  const farm = use(FarmContext);
  if (!farm) throw new Error('There is no farm outside of Settings.');
  return farm;
}
