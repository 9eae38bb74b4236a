import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { session } from './session.ts';

/** The queries that each event type invalidates. Records of a session are refetched when its totals change. */
const CHANGES: Readonly<Record<string, readonly string[]>> = {
  'session.opened': ['sessions', 'harvest'],
  'session.updated': ['sessions', 'harvest'],
  'session.closed': ['sessions', 'harvest'],
  'records.added': ['sessions', 'harvest'],
  'record.voided': ['sessions', 'harvest'],
  // It may have done a task.
  'form_record.submitted': ['scouting', 'sessions'],
  'treatment.recorded': ['treatments', 'sessions'],
  'pay_run.frozen': ['pay-runs'],
  // Giving up a webhook raises an alert, too.
  'alert.raised': ['alerts', 'webhooks'],
  'alert.cleared': ['alerts'],
  'shift.recorded': ['rests'],
  'rest.due': ['rests'],
};
/** A syncing crew causes thousands of events at once; one refetch per second is enough. */
const GATHERED_MS = 1_000;

/** The polling interval of screens while there is no event stream. */
export const POLLED_EVERY_MS = 15_000;

let isLive = false;
const watchers = new Set<() => void>();

function setLive(live: boolean): void {
  if (live === isLive) return;
  isLive = live;
  for (const watcher of watchers) watcher();
}

/** Whether the server pushes changes as they are committed. */
export const useIsLive = (): boolean =>
  useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => isLive,
  );

/** The refetch interval: none while the server pushes changes. */
export const usePollInterval = (): number | false => (useIsLive() ? false : POLLED_EVERY_MS);

/**
 * Listens to events while somebody is signed in and the page is visible. A browser allows six connections per host,
 * which hidden tabs and pages in the back-forward cache would use up. They refetch when they become visible.
 */
export function useEvents(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const changed = new Set<string>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let source: EventSource | undefined;
    const refresh = () => {
      timer = undefined;
      for (const key of changed) void queries.invalidateQueries({ queryKey: [key] });
      changed.clear();
    };
    const close = () => {
      clearTimeout(retry);
      source?.close();
      source = undefined;
      setLive(false);
    };
    const refused = () => {
      close();
      void session.ask();
      retry = setTimeout(listen, POLLED_EVERY_MS);
    };
    const listen = () => {
      if (document.visibilityState === 'hidden') {
        close();
        return;
      }
      source ??= eventsOf((keys) => {
        for (const key of keys) changed.add(key);
        timer ??= setTimeout(refresh, GATHERED_MS);
      }, refused);
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

/**
 * The browser reconnects by itself with the id of the last event, unless it is refused.
 * @param onRefused the browser does not tell why: the session may have ended, or there are too many streams
 */
function eventsOf(onChange: (keys: readonly string[]) => void, onRefused: () => void): EventSource {
  const source = new EventSource('/api/control/events');
  let isAgain = false;
  source.addEventListener('open', () => {
    setLive(true);
    // The server ends a stream when the user's role changes, too.
    if (isAgain) void session.ask();
    isAgain = true;
  });
  source.addEventListener('error', () => {
    setLive(false);
    if (source.readyState === EventSource.CLOSED) onRefused();
  });
  // The stream cannot continue after the last event, so everything is refetched.
  const all = [...new Set(Object.values(CHANGES).flat())];
  source.addEventListener('reset', () => onChange(all));
  for (const [type, keys] of Object.entries(CHANGES)) source.addEventListener(type, () => onChange(keys));
  return source;
}
