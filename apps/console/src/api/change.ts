import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';

/**
 * A mutation at the server, which invalidates every query under `key`. It does not wait for their answers, so a secret
 * that the server shows once appears at once.
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
