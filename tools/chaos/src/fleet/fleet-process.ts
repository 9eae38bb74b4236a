// A process with a part of the fleet's devices, so that the clients take no processor time from the process that
// injects faults and audits.
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@furrow/program';
import { inParallel, workOff } from '@furrow/testbed/load';
import type { DeviceCredential } from '@furrow/access/testing';
import type { Fleet } from '../work/buffering-device.ts';
import { FleetDevice } from './fleet-device.ts';
import type { DeviceAccount } from './readings.ts';

const CONNECTING_AT_ONCE = 100;
/** As docs/devices.md asks of a device. */
const BACK_OFF_MS = [1_000, 60_000] as const;
const TICK_MS = 50;
const LOOKS_EVERY_MS = 50;

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

let fleet: Fleet | undefined;
let devices: FleetDevice[] = [];
let measuring: NodeJS.Timeout | undefined;

workOff(carryOut);

async function carryOut(order: FleetOrder): Promise<FleetReport> {
  if (order.what === 'connect') await connectAll(order.identities, order);
  else if (order.what === 'measure') measure(order.everyMs);
  else if (order.what === 'settle') {
    clearInterval(measuring);
    await until(({ isSettled }) => isSettled, order.withinMs);
  }
  const away = devices.filter(({ isConnected }) => !isConnected);
  const report = {
    outagesMs:
      order.what === 'settle' ? [...(fleet?.outagesMs ?? []), ...away.map(({ awayMs }) => awayMs)] : [],
    failedAttempts: fleet?.failedAttempts ?? 0,
    accounts: order.what === 'settle' ? devices.map(({ account }) => account) : [],
    away: away.length,
  };
  if (order.what === 'settle') for (const device of devices) device.end();
  return report;
}

async function connectAll(
  identities: readonly DeviceCredential[],
  { url, firstTs, seed, withinMs }: Extract<FleetOrder, { what: 'connect' }>,
): Promise<void> {
  const state = { random: new Random(seed), backOffMs: BACK_OFF_MS, outagesMs: [], failedAttempts: 0 };
  fleet = state;
  devices = identities.map((identity) => new FleetDevice(identity, url, state, firstTs));
  const connected = inParallel(devices, CONNECTING_AT_ONCE, async (device) => {
    await device.connect();
    while (!device.isConnected) await sleep(LOOKS_EVERY_MS);
  });
  await Promise.race([connected, sleep(withinMs)]);
}

/** Each device measures once per interval; the devices are spread evenly over it. */
function measure(everyMs: number): void {
  const began = performance.now();
  let measured = 0;
  measuring = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / everyMs) * devices.length);
    for (; measured < due; measured++) devices[measured % devices.length]?.measure();
  }, TICK_MS);
}

async function until(holds: (device: FleetDevice) => boolean, withinMs: number): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline && !devices.every(holds)) await sleep(LOOKS_EVERY_MS);
}
