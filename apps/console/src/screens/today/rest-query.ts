import { useQuery } from '@tanstack/react-query';
import { rests } from '../../api/rests.ts';
import { useUser } from '../../app/signed-in.ts';

/** It changes with the time alone, whatever is sent. */
const EVERY_MS = 30_000;

/** Workers on running shifts and their next rest; of supervisors and admins. */
export function useRests() {
  const { role } = useUser();
  return useQuery({
    queryKey: ['rests'],
    queryFn: ({ signal }) => rests.answer(signal),
    enabled: role !== 'agronomist',
    refetchInterval: EVERY_MS,
  });
}
