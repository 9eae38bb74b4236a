import { useCallback, useEffect, useRef, useState } from 'react';
import { usePhone } from '../app/phone-context.ts';
import type { UserPhone } from '../office/user-phone.ts';
import { beginningOf, type CrewDay, endOf, NO_CREW } from './crew-day.ts';

const NAME = 'crew';
const DAY_MS = 86_400_000;

/** The crew of this phone, and a way to change it: what is changed is stored, then put into the outbox. */
export function useCrew(): [CrewDay | undefined, (change: (day: CrewDay) => CrewDay) => Promise<void>] {
  const phone = usePhone();
  const [day, setDay] = useState<CrewDay>();
  // One change after the other: a second touch must see what the first one made.
  const queue = useRef<Promise<CrewDay>>(undefined);
  const apply = useCallback(
    (change: (day: CrewDay) => CrewDay): Promise<void> => {
      const before = queue.current ?? load(phone);
      const after = before.then(async (found) => {
        const next = await settled(phone, await kept(phone, change(found)));
        setDay(next);
        return next;
      });
      queue.current = after.catch(() => before);
      return after.then(() => undefined);
    },
    [phone],
  );
  useEffect(() => void apply((found) => found), [apply]);
  return [day, apply];
}

/** Without shifts that ended days ago. */
async function load(phone: UserPhone): Promise<CrewDay> {
  const found = (await phone.store.read<CrewDay>(NAME)) ?? NO_CREW;
  const since = new Date(Date.now() - 2 * DAY_MS).toISOString();
  return { ...found, shifts: found.shifts.filter(({ endedAt }) => endedAt === undefined || endedAt > since) };
}

async function kept(phone: UserPhone, day: CrewDay): Promise<CrewDay> {
  await phone.store.write(NAME, day);
  return day;
}

/** Puts into the outbox what is not there yet. */
async function settled(phone: UserPhone, day: CrewDay): Promise<CrewDay> {
  if (day.toBegin.length + day.toEnd.length === 0) return day;
  const of = (ids: readonly string[]) =>
    day.shifts.filter(({ clientEventId }) => ids.includes(clientEventId));
  await phone.outbox.putAll('shift', of(day.toBegin).map(beginningOf));
  await phone.outbox.putAll('shiftEnd', of(day.toEnd).map(endOf));
  return kept(phone, { ...day, toBegin: [], toEnd: [] });
}
