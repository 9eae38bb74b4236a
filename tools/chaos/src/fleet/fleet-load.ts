import { fileURLToPath } from 'node:url';
import type { DeviceCredential } from '@furrow/access/testing';
import { Child } from '@furrow/testbed/load';
import type { DeviceAccount } from './readings.ts';

const PROGRAM = fileURLToPath(new URL('./fleet-process.js', import.meta.url));

export type FleetOrder =
  | {
      readonly what: 'connect';
      readonly identities: readonly DeviceCredential[];
      /** Of gateways (`http://…`), or of a broker (`mqtt://…`). */
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
export type FleetLoad = Child<FleetOrder, FleetReport>;

export const startFleetLoad = (): FleetLoad => Child.start('A process of the fleet', PROGRAM);
