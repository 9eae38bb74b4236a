import { Outbox, type OutboxStatus } from '@furrow/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useUser } from '../app/signed-in.ts';
import { furrowOf } from './furrow.ts';
import { storeOfOutbox } from './kept/unsent.ts';

const outboxes = new Map<string, Outbox>();
const RETRIED_EVERY_MS = 60_000;

/**
 * A user's actions on this device that the server does not have yet. One outbox per user, because items belong to
 * whoever made them.
 */
export function outboxOf(userId: string): Outbox {
  let outbox = outboxes.get(userId);
  if (!outbox) {
    outbox = new Outbox(furrowOf(userId), storeOfOutbox(userId), { attempts: 2 });
    outboxes.set(userId, outbox);
  }
  return outbox;
}

/** Sends a user's items. @returns how many stay, waiting or refused */
export async function sendRest(userId: string): Promise<number> {
  const outbox = outboxOf(userId);
  await outbox.sync();
  const { waiting, refused } = await outbox.status();
  return waiting + refused;
}

export const useOutbox = (): Outbox => outboxOf(useUser().userId);

const NOTHING: OutboxStatus = { waiting: 0, held: 0, refused: 0, mediaBytes: 0 };

/** The state of the outbox as it changes. Sends it when the network is back, and every minute while it is not empty. */
export function useOutboxStatus(): OutboxStatus {
  const outbox = useOutbox();
  const queries = useQueryClient();
  const [status, setStatus] = useState(NOTHING);
  useEffect(() => {
    let isHere = true;
    const look = async () => {
      const now = await outbox.status();
      if (isHere) setStatus(now);
    };
    const send = () => void outbox.sync().then(look);
    const unsubscribe = outbox.subscribe((event) => {
      void look();
      if (event.type === 'sent') void queries.invalidateQueries({ queryKey: ['sessions'] });
    });
    void look();
    send();
    window.addEventListener('online', send);
    const timer = setInterval(send, RETRIED_EVERY_MS);
    return () => {
      isHere = false;
      unsubscribe();
      window.removeEventListener('online', send);
      clearInterval(timer);
    };
  }, [outbox, queries]);
  return status;
}
