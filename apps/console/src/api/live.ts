import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

/** Events of the farm, and the questions whose answers they change. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  'session.opened': ['sessions', 'harvest'],
  'session.updated': ['sessions', 'harvest'],
  'session.closed': ['sessions', 'harvest'],
  'records.added': ['sessions', 'harvest', 'records'],
  'record.voided': ['sessions', 'harvest', 'records'],
  'form_record.submitted': ['scouting'],
  'treatment.recorded': ['treatments', 'sessions'],
  'pay_run.frozen': ['pay-runs'],
  'alert.raised': ['alerts'],
  'alert.cleared': ['alerts'],
};
/** A crew that syncs tells of thousands of records at once: one look a second is enough. */
const GATHERED_MS = 1_000;

/** Without events screens ask by themselves. */
export const POLLED_EVERY_MS = 15_000;

let isLive = false;
const watchers = new Set<() => void>();

function tell(live: boolean): void {
  if (live === isLive) return;
  isLive = live;
  for (const watcher of watchers) watcher();
}

/** Whether the server tells of changes as they are committed. */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => isLive,
  );

/** How often to ask again: never while the server tells. */
export const usePollInterval = (): number | false => (useIsLive() ? false : POLLED_EVERY_MS);

/** Listens while somebody is signed in; the browser reconnects by itself and says which event it heard last. */
export function useEvents(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const source = new EventSource('/api/control/events');
    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = () => {
      timer = undefined;
      for (const key of changed) void queries.invalidateQueries({ queryKey: [key] });
      changed.clear();
    };
    source.addEventListener('open', () => tell(true));
    source.addEventListener('error', () => tell(false));
    for (const [type, keys] of Object.entries(CHANGES))
      source.addEventListener(type, () => {
        for (const key of keys) changed.add(key);
        timer ??= setTimeout(refresh, GATHERED_MS);
      });
    return () => {
      clearTimeout(timer);
      source.close();
      tell(false);
    };
  }, [queries]);
}
