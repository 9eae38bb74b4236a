import { useSyncExternalStore } from 'react';
import { localDate } from '../time/local-day.ts';

const EVERY_MS = 30_000;

/** One timer for all, because a table may have hundreds of times. */
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => {
      now = Date.now();
      for (const each of watchers) each();
    }, EVERY_MS);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The current time, updated periodically, for ages and paces that grow while nothing else changes. */
export const useNow = (): number => useSyncExternalStore(watch, () => now);

/** The current date in a time zone. */
export const useToday = (timeZone: string): string => localDate(new Date(useNow()), timeZone);
