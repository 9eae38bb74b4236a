import { useMutation, type UseMutationResult, useQuery, useQueryClient } from '@tanstack/react-query';
import { bodyOf, furrow } from '../../api/furrow.ts';
import { usePollInterval } from '../../api/live.ts';

/** Every rule of the company, by key, and how it stands. */
export function useAlerts() {
  return useQuery({
    queryKey: ['alerts'],
    queryFn: async ({ signal }) => (await bodyOf(furrow.GET('/api/console/alerts', { signal }))).data,
    // That a limit is passed, but not for long enough yet, is no event.
    refetchInterval: usePollInterval() || 60_000,
  });
}

/** Something done to rules, after which all of them are asked for again. */
export function useAlertAct<Result, Input = void>(
  act: (input: Input) => Promise<Result>,
  then?: () => void,
): UseMutationResult<Result, Error, Input> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => {
      then?.();
      void queries.invalidateQueries({ queryKey: ['alerts'] });
    },
  });
}
