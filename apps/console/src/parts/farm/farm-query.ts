import { useMutation, useQuery, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { FarmChange, FarmFile, FarmPart } from '../../farm/farm-file.ts';

/** The farm as it stands, and its version. */
export interface Farm {
  readonly file: FarmFile;
  readonly version: string;
}

/** For admins. */
export function useFarm(): UseQueryResult<Farm> {
  return useQuery({
    queryKey: ['farm'],
    queryFn: async ({ signal }): Promise<Farm> => {
      const answer = await furrow.GET('/api/control/farm', { signal });
      if (!answer.ok) throw answer.error;
      // Its other form, YAML, is not asked for.
      const { data } = answer.body as { readonly data: FarmFile };
      return { file: data, version: answer.response.headers.get('etag') ?? '*' };
    },
  });
}

export interface FarmChanged {
  readonly changes: readonly FarmChange[];
  /** Secrets of devices that are new, by deviceId; shown once. */
  readonly deviceSecrets: Readonly<Record<string, string>>;
}

/** A request that changes the farm, and can be tried before. */
export interface FarmRequest {
  /** The same for the same request. */
  readonly id: string;
  /** @throws FurrowError */
  readonly send: (version: string, isTrial: boolean) => Promise<FarmChanged>;
}

/** The change of a part of the farm file. */
export const patchOf = (part: FarmPart): FarmRequest => ({
  id: JSON.stringify(part),
  send: async (version, isTrial) => {
    const { data } = await bodyOf(
      furrow.PATCH('/api/control/farm', {
        params: { query: isTrial ? { dryRun: 'true' } : {} },
        headers: { 'if-match': version },
        body: part as never,
      }),
    );
    return { changes: data.changes, deviceSecrets: data.secrets.devices };
  },
});

/** What a change would do to the farm as it was read. */
export function useTrial({ id, send }: FarmRequest): UseQueryResult<readonly FarmChange[]> {
  const { data: farm } = useFarm();
  return useQuery({
    queryKey: ['farm-trial', id, farm?.version],
    enabled: farm !== undefined,
    queryFn: async () => (await send(farm?.version ?? '*', true)).changes,
    ...{ gcTime: 0, retry: false, refetchOnReconnect: false, refetchOnWindowFocus: false },
  });
}

/** What other screens ask for of what the farm file declares. */
const DECLARED = ['described-projects', 'forms', 'devices', 'worker-options'];

/** Makes a change of the farm as it was read; it is read again before the change is done. */
export function useFarmChange({ send }: FarmRequest, then: (changed: FarmChanged) => void) {
  const queries = useQueryClient();
  const { data: farm } = useFarm();
  return useMutation({
    mutationFn: () => send(farm?.version ?? '*', false),
    onSuccess: async (changed) => {
      for (const key of DECLARED) void queries.invalidateQueries({ queryKey: [key] });
      // What is typed next is for the version that stands now.
      await queries.invalidateQueries({ queryKey: ['farm'] });
      then(changed);
    },
  });
}
