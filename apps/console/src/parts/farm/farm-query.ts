import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { bodyOf, furrow } from '../../api/furrow.ts';
import type { FarmChange, FarmFile, FarmFileChanges } from '../../api/types.ts';

/** The farm file as it stands, with its version. For admins. */
export function useFarm(isEnabled: boolean) {
  return useQuery({
    queryKey: ['farm'],
    enabled: isEnabled,
    queryFn: async ({ signal }) => {
      const answer = await furrow.GET('/api/control/farm', { signal });
      if (!answer.ok) throw answer.error;
      // Its other form, YAML, is not asked for.
      const { data } = answer.body as { readonly data: FarmFile };
      return { farm: data, version: answer.response.headers.get('etag') ?? '*' };
    },
  });
}

/** A change of the farm that has not been made. */
export interface FarmDraft {
  readonly changes: readonly FarmChange[];
  /** @throws FurrowError */
  readonly make: () => Promise<unknown>;
}

/**
 * Asks what a change of the farm would do.
 * @param version of the farm that the change was made for
 * @throws FurrowError
 */
export async function draftOf(body: FarmFileChanges, version: string): Promise<FarmDraft> {
  const headers = { 'if-match': version };
  const dryRun = furrow.PATCH('/api/control/farm', { body, headers, params: { query: { dryRun: 'true' } } });
  const { data } = await bodyOf(dryRun);
  return {
    changes: data.changes,
    make: () => bodyOf(furrow.PATCH('/api/control/farm', { body, headers })),
  };
}

/** What has to be asked again when the farm has changed. */
const CHANGED = ['farm', 'forms', 'places'];

/** A draft while somebody reads it, and what was made last. */
export function useFarmDraft() {
  const queries = useQueryClient();
  const [draft, show] = useState<FarmDraft>();
  const [made, setMade] = useState<readonly FarmChange[]>();
  return {
    ...{ draft, show, made },
    drop: () => show(undefined),
    make: async () => {
      await draft?.make();
      setMade(draft?.changes);
      await Promise.all(CHANGED.map((key) => queries.invalidateQueries({ queryKey: [key] })));
    },
  };
}
