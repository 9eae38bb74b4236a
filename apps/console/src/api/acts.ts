import type { Item, Problem } from '@furrow/client';
import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import type { Outbox } from '@furrow/client';
import { useOutbox } from './outbox.ts';

/** What became of something that a person did here. */
export type Outcome =
  { readonly state: 'done' | 'waiting' } | { readonly state: 'refused'; readonly problem: Problem };

/**
 * Puts something into the outbox and sends it. Without a network it waits there; what the server refuses at once is
 * taken back out and told, for whoever did it still sits here.
 */
export async function act(outbox: Outbox, put: (outbox: Outbox) => Promise<Item>): Promise<Outcome> {
  const { id } = await put(outbox);
  await outbox.sync();
  const refused = (await outbox.refused()).find((entry) => entry.id === id);
  if (refused) {
    await outbox.discard(id);
    return { state: 'refused', problem: refused.problem };
  }
  const isWaiting = (await outbox.waiting()).some((entry) => entry.id === id);
  return { state: isWaiting ? 'waiting' : 'done' };
}

/** `act` for a button: afterwards every list of sessions is asked for again. */
export function useAct<Input = void>(
  put: (outbox: Outbox, input: Input) => Promise<Item>,
): UseMutationResult<Outcome, Error, Input> {
  const outbox = useOutbox();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => act(outbox, (box) => put(box, input)),
    onSettled: () => {
      for (const key of ['sessions', 'records', 'harvest'])
        void queries.invalidateQueries({ queryKey: [key] });
    },
  });
}
