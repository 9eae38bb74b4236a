import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';

/**
 * A change that a person makes at the server, after which everything under `key` is asked for again. It does not wait for
 * those answers: a secret that the server shows once is there at once.
 */
export function useChange<Result, Input = void>(
  key: string,
  change: (input: Input) => Promise<Result>,
  then?: (result: Result) => void,
): UseMutationResult<Result, Error, Input> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (result) => {
      then?.(result);
      void queries.invalidateQueries({ queryKey: [key] });
    },
  });
}
