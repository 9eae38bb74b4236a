import { useEffect } from 'react';

/** Keeps the screen on while somebody counts. The browser lets go of it when the page is hidden. */
export function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isHere = true;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      lock = await navigator.wakeLock.request('screen');
      if (!isHere) await lock.release();
    };
    const again = () => void hold().catch(() => undefined);
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      isHere = false;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, []);
}
