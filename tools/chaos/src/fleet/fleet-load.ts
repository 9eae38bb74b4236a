import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { DeviceCredential } from '@furrow/access/testing';
import type { DeviceAccount } from './readings.ts';

const PROGRAM = fileURLToPath(new URL('./fleet-process.js', import.meta.url));

export type FleetOrder =
  | {
      readonly what: 'connect';
      readonly identities: readonly DeviceCredential[];
      readonly url: string;
      readonly firstTs: number;
      readonly seed: number;
      readonly withinMs: number;
    }
  | { readonly what: 'measure'; readonly everyMs: number }
  | { readonly what: 'count' }
  /** Stops measuring, waits until every device is connected and everything is acknowledged, and ends. */
  | { readonly what: 'settle'; readonly withinMs: number };

export interface FleetReport {
  /** Milliseconds from each lost connection until the device was accepted again, or until now. */
  readonly outagesMs: readonly number[];
  /** Attempts to connect that were refused, or cut off before the device was accepted. */
  readonly failedAttempts: number;
  readonly accounts: readonly DeviceAccount[];
  /** Devices that are not connected. */
  readonly away: number;
}

/** One process of the fleet. */
export class FleetLoad {
  private constructor(private readonly child: ChildProcess) {}

  static start(): FleetLoad {
    return new FleetLoad(fork(PROGRAM, { serialization: 'advanced' }));
  }

  /** @throws Error when the process ends instead of answering */
  async ask(order: FleetOrder): Promise<FleetReport> {
    const ended = new AbortController();
    const fail = () => ended.abort(new Error('A process of the fleet ended.'));
    this.child.once('exit', fail);
    this.child.send(order);
    try {
      const [report] = (await once(this.child, 'message', { signal: ended.signal })) as [FleetReport];
      return report;
    } catch (error) {
      throw ended.signal.aborted ? ended.signal.reason : error;
    } finally {
      this.child.off('exit', fail);
    }
  }

  end(): void {
    this.child.kill('SIGKILL');
  }
}
