import { isRecording } from '../parts/use-recording.ts';

/** A new version is taken only where nobody has touched the phone for so long. */
const IDLE_MS = 60_000;
const LOOKED_FOR_MS = 30 * 60_000;

/** Keeps the page on the phone, and takes a new version when nothing is being recorded. */
export function keepUpToDate(): void {
  // Private windows of some browsers have none.
  if (!('serviceWorker' in navigator)) return;
  const base = import.meta.env.BASE_URL;
  let usedAt = Date.now();
  for (const type of ['pointerdown', 'keydown'])
    document.addEventListener(type, () => (usedAt = Date.now()), { passive: true });
  void navigator.serviceWorker.register(`${base}sw.js`, { scope: base }).then((registration) => {
    let isFirst = navigator.serviceWorker.controller === null;
    let isOld = false;
    const take = () => {
      // A page is hidden also while the camera takes the photo of a form.
      const isIdle = Date.now() - usedAt > IDLE_MS || document.visibilityState === 'hidden';
      if (!isIdle || isRecording()) return;
      if (isOld) location.reload();
      else registration.waiting?.postMessage('take-over');
    };
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      // The first one takes over a page of its own version. Another tab may have asked for a later one.
      if (!isFirst) isOld = true;
      isFirst = false;
      take();
    });
    take();
    setInterval(take, IDLE_MS);
    setInterval(() => void registration.update().catch(() => undefined), LOOKED_FOR_MS);
    document.addEventListener('visibilitychange', take);
  });
}
