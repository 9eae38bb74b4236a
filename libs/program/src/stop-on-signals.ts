/** npm and the terminal both pass a Ctrl-C on, so that one may arrive twice. */
const SAME_PRESS_MS = 500;

/** @param again called on a second signal, because stopping takes too long */
export function stopOnSignals(again: () => void = () => undefined): AbortSignal {
  const controller = new AbortController();
  let first: number | undefined;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      first ??= performance.now();
      if (performance.now() - first > SAME_PRESS_MS) again();
      controller.abort();
    });
  return controller.signal;
}
