const TRIES = 4;
const PAUSE_MS = 700;

/**
 * Loads the scripts of a screen. Signal may be lost for a moment, and a browser may have ended the service worker that has the
 * files.
 */
export async function persistently<Loaded>(
  load: () => Promise<Loaded>,
  pause = () => new Promise<unknown>((resolve) => setTimeout(resolve, PAUSE_MS)),
): Promise<Loaded> {
  for (let tries = 1; ; tries++)
    try {
      return await load();
    } catch (error) {
      if (tries === TRIES) throw error;
      await pause();
    }
}
