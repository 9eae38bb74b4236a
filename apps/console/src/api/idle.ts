const AT_MOST_MS = 5_000;
/** Where the browser does not tell when it is idle. */
const SOON_MS = 200;

/** Runs work that nobody waits for when the page is idle, at the latest after five seconds. */
export function whenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: AT_MOST_MS });
  else setTimeout(work, SOON_MS);
}
