import { until } from '@furrow/testbed';
import { DevTools } from '@furrow/testbed/browser';

const LISTENING = /Debugger listening on (ws:\S+)/;
const LISTENS_WITHIN_MS = 10_000;

/** A Node.js process started with `--inspect-port=0`, as its supervisor sees it. */
export interface Inspected {
  readonly pid: number;
  /** Its complete log output. */
  readonly wholeOutput: () => string;
}

/** Node.js opens its inspector on SIGUSR1 and logs its address. @throws Error if it does not in time */
export async function inspectorOf({ pid, wholeOutput }: Inspected): Promise<DevTools> {
  const address = () => LISTENING.exec(wholeOutput())?.[1];
  if (address() === undefined) process.kill(pid, 'SIGUSR1');
  return DevTools.at(await until(`process ${pid} opens its inspector`, address, LISTENS_WITHIN_MS));
}
