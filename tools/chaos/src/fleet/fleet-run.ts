import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Child } from '@furrow/testbed/load';
import type { RunContext } from '../run-context.ts';
import type { FleetOrder, FleetReport } from './fleet-process.ts';
import type { GatewayFleet } from './gateway-fleet.ts';
import { type ReadingsAccount, readingsAccount } from './readings.ts';

const PROGRAM = fileURLToPath(new URL('./fleet-process.js', import.meta.url));
const DEVICES_A_PROCESS = 5_000;
const CONNECTED_WITHIN_MS = 300_000;
const SETTLED_WITHIN_MS = 120_000;
/** When no row has been added for this long, nothing is in flight any more. */
const QUIET_MS = 15_000;
const DAY_MS = 86_400_000;

/** One process of the fleet. */
export type FleetLoad = Child<FleetOrder, FleetReport>;

export interface FleetSettings {
  readonly seed: number;
  readonly devices: number;
  /** The interval between two readings of a device, in milliseconds. */
  readonly everyMs: number;
}

/**
 * Connects devices, lets them measure while faults are injected, and compares what was acknowledged with what is stored.
 * @param urls of gateways or of a broker; devices are distributed evenly, so that no proxy has more than it can serve
 * @param inject returns whether a reading acknowledged at a time (epoch milliseconds) may be missing, where that may be
 */
export async function fleetRun(
  fleet: GatewayFleet,
  urls: readonly string[],
  { seed, devices, everyMs }: FleetSettings,
  { stopping, say }: RunContext,
  inject: (loads: readonly FleetLoad[]) => Promise<((at: number) => boolean) | undefined>,
): Promise<{ readonly readings: ReadingsAccount; readonly reports: readonly FleetReport[] }> {
  const loads: FleetLoad[] = [];
  const all = (order: FleetOrder) => Promise.all(loads.map((load) => load.ask(order)));
  try {
    say(`Registering ${devices} devices …`);
    const identities = await fleet.register(devices);
    stopping.throwIfAborted();
    const firstTs = 1_000 * Math.floor(Date.now() / 1_000) - DAY_MS;
    const each = Math.ceil(devices / (urls.length * Math.ceil(devices / (DEVICES_A_PROCESS * urls.length))));
    for (let first = 0; first < devices; first += each)
      loads.push(Child.start('A process of the fleet', PROGRAM));
    say('Connecting …');
    const connected = await Promise.all(
      loads.map((load, index) =>
        load.ask({
          ...{ what: 'connect', firstTs, seed: seed + index, withinMs: CONNECTED_WITHIN_MS },
          url: urls[index % urls.length] ?? '',
          identities: identities.slice(index * each, (index + 1) * each),
        }),
      ),
    );
    const away = connected.reduce((sum, report) => sum + report.away, 0);
    if (away > 0) throw new Error(`${away} of ${devices} devices did not connect.`);
    stopping.throwIfAborted();
    await all({ what: 'measure', everyMs });
    const isExcused = await inject(loads);
    say('Waiting until all devices are connected and everything is acknowledged and stored …');
    const reports = await all({ what: 'settle', withinMs: SETTLED_WITHIN_MS });
    const accounts = reports.flatMap((report) => report.accounts);
    await allStored(
      fleet,
      accounts.reduce((sum, { sent }) => sum + sent, 0),
    );
    return { readings: readingsAccount(accounts, await fleet.stored(), firstTs, isExcused), reports };
  } finally {
    await Promise.all(loads.map((load) => load.stop('SIGKILL')));
  }
}

/** Resolves when everything is stored, or when nothing has been added for a while. */
async function allStored(fleet: GatewayFleet, sent: number): Promise<void> {
  let [stored, since] = [-1, performance.now()];
  while (stored < sent && performance.now() - since < QUIET_MS) {
    const now = await fleet.storedCount();
    if (now > stored) [stored, since] = [now, performance.now()];
    await sleep(500);
  }
}
