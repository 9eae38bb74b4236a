import { createFurrow } from '@furrow/client';
import { useSyncExternalStore } from 'react';
import { EarlyRequest } from './early-request.ts';
import { KeptAnswers } from './kept/kept-answers.ts';
import { discardUnsent } from './kept/unsent.ts';
import { type Notice, SessionState, type SessionStatus } from './session-state.ts';
import type { SignedIn } from './types.ts';

export type { SignedIn } from './types.ts';
export type Role = SignedIn['user']['role'];

/** The page shows nothing else meanwhile, so the timeout is short; offline the last answer is used. */
const TIMEOUT_MS = 8_000;
/** A page that becomes visible asks again if its last answer is older. */
const FRESH_MS = 60_000;
/** Sessions expire at whole seconds. */
const ROUNDED_MS = 1_000;
const TIMER_MS = 24 * 86_400_000;
/** Files that the browser requests by itself, so that the page does not hear of refusals. */
const FILES = 'a[download][href^="/"], a[target][href^="/"]';

/** The API of the host that served this page; the browser sends the session cookie. For the session alone. */
export const client = createFurrow({ baseUrl: location.origin, timeoutMs: 20_000 });

/** Who is signed in; sent before the page is rendered, which takes about as long. */
export const whoIsThere = new EarlyRequest((signal) =>
  client.GET('/api/console/session', { signal: signal ?? null, timeoutMs: TIMEOUT_MS }),
);

export const kept = new KeptAnswers(() => Date.now());

const tabs = new BroadcastChannel('furrow-console');
/** The queries use the session, so they cannot be known here. */
let dropAnswers = (): void => undefined;

export const session = new SessionState({
  ask: () => whoIsThere.answer(),
  leave: async () => {
    const answer = await client.POST('/api/console/sign-out');
    if (!answer.ok) throw answer.error;
    return answer.body.data.next;
  },
  kept,
  discardUnsent,
  dropAnswers: () => dropAnswers(),
  notify: (notice) => tabs.postMessage(notice),
});

export const useSessionStatus = (): SessionStatus =>
  useSyncExternalStore(session.subscribe, () => session.status);

/**
 * Asks who is signed in, and again whenever that may have changed without an answer that says so.
 * @param drop drops the answers in memory
 */
export function watchSession(drop: () => void): void {
  dropAnswers = drop;
  tabs.addEventListener('message', ({ data }: MessageEvent<Notice>) => session.hear(data));
  let askedAt = Date.now();
  const ask = () => {
    askedAt = Date.now();
    void session.ask();
  };
  window.addEventListener('online', ask);
  // A page in the back-forward cache hears nothing from other tabs.
  window.addEventListener('pageshow', ({ persisted }) => persisted && session.suspend());
  document.addEventListener('visibilitychange', () => {
    const isStale = Date.now() - askedAt > FRESH_MS || session.status.is !== 'signed-in';
    if (document.visibilityState === 'visible' && isStale) ask();
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest(FILES)) ask();
  });
  askWhenItExpires(ask);
  ask();
}

/** A page that requests nothing would not hear that its session has expired. */
function askWhenItExpires(ask: () => void): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  session.subscribe(() => {
    clearTimeout(timer);
    const { status } = session;
    if (status.is !== 'signed-in' || status.signedIn.expiresAt === null) return;
    const left = Date.parse(status.signedIn.expiresAt) - Date.now();
    // A device whose clock is ahead would ask without end. A timer cannot be set for more than 24 days.
    timer = setTimeout(ask, left > 0 ? Math.min(left + ROUNDED_MS, TIMER_MS) : FRESH_MS);
  });
}
