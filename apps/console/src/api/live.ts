import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';

/** Events of the farm, and the questions whose answers they change. A session's records follow its totals. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  'session.opened': ['sessions', 'harvest'],
  'session.updated': ['sessions', 'harvest'],
  'session.closed': ['sessions', 'harvest'],
  'records.added': ['sessions', 'harvest'],
  'record.voided': ['sessions', 'harvest'],
  'form_record.submitted': ['scouting'],
  'treatment.recorded': ['treatments', 'sessions'],
  'pay_run.frozen': ['pay-runs'],
  // A webhook that is given up raises one, too.
  'alert.raised': ['alerts', 'webhooks'],
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

/**
 * Listens while somebody is signed in and looks. A browser has six connections to a host: pages that nobody sees, in other
 * tabs or behind the back button, would take them all. What they miss is asked for when they are looked at again.
 */
export function useEvents(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let source: EventSource | undefined;
    const refresh = () => {
      timer = undefined;
      for (const key of changed) void queries.invalidateQueries({ queryKey: [key] });
      changed.clear();
    };
    const close = () => {
      source?.close();
      source = undefined;
      tell(false);
    };
    const listen = () => {
      if (document.visibilityState === 'hidden') {
        close();
        return;
      }
      source ??= eventsOf((keys) => {
        for (const key of keys) changed.add(key);
        timer ??= setTimeout(refresh, GATHERED_MS);
      });
    };
    listen();
    document.addEventListener('visibilitychange', listen);
    window.addEventListener('pagehide', close);
    window.addEventListener('pageshow', listen);
    return () => {
      document.removeEventListener('visibilitychange', listen);
      window.removeEventListener('pagehide', close);
      window.removeEventListener('pageshow', listen);
      clearTimeout(timer);
      close();
    };
  }, [queries]);
}

/** The browser reconnects by itself, and says which event it heard last. */
function eventsOf(onChange: (keys: readonly string[]) => void): EventSource {
  const source = new EventSource('/api/control/events');
  source.addEventListener('open', () => tell(true));
  source.addEventListener('error', () => tell(false));
  // It cannot go on behind the last event that was heard.
  const all = [...new Set(Object.values(CHANGES).flat())];
  source.addEventListener('reset', () => onChange(all));
  for (const [type, keys] of Object.entries(CHANGES)) source.addEventListener(type, () => onChange(keys));
  return source;
}
