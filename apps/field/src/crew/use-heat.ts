import { useEffect, useState } from 'react';
import { usePhone } from '../app/phone-context.ts';
import type { ProjectHeat } from './rests.ts';

const NAME = 'office/heat';
const ASKED_EVERY_MS = 60_000;

/** What the office told last of heat and rest rules; it is asked again while the view is open. Empty before the first time. */
export function useHeat(): readonly ProjectHeat[] {
  const phone = usePhone();
  const [heats, setHeats] = useState<readonly ProjectHeat[]>([]);
  useEffect(() => {
    let isOver = false;
    const ask = async () => {
      const answer = await phone.furrow.GET('/api/control/rest');
      if (!answer.ok || isOver) return;
      const { projects } = answer.body.meta;
      setHeats(projects);
      await phone.store.write(NAME, projects).catch(() => undefined); // it is asked again in a minute
    };
    const begin = async () => {
      const stored = await phone.store.read<readonly ProjectHeat[]>(NAME);
      if (stored && !isOver) setHeats(stored);
      await ask();
    };
    void begin();
    const timer = setInterval(() => void ask(), ASKED_EVERY_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [phone]);
  return heats;
}
