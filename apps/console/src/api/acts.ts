import type { Item, Problem } from '@furrow/client';
import { useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import type { Outbox } from '@furrow/client';
import { useOutbox } from './outbox.ts';

/** The outcome of a user's action. */
export type Outcome =
  | { readonly state: 'done' | 'waiting' }
  | { readonly state: 'refused'; readonly problem: Problem };

/**
 * Puts an item into the outbox and sends it. Offline it stays there; an item that the server refuses at once is removed
 * again and the refusal is returned, because the user is still at the screen.
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

/** `act` as a mutation, for a button; afterwards all session queries are invalidated. */
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
