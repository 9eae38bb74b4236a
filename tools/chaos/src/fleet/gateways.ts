import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@furrow/program';
import { quantile } from '@furrow/testbed/load';
import type { RunContext } from '../run-context.ts';
import { type FleetLoad, startFleetLoad } from './fleet-load.ts';
import type { FleetReport } from './fleet-process.ts';
import { GatewayFleet } from './gateway-fleet.ts';
import { devicesAtMost, startProxy } from './gateway-proxy.ts';
import { type ReadingsAccount, readingsAccount } from './readings.ts';

const DEVICES_A_PROCESS = 5_000;
const KILL_EVERY_MS = 1_000;
const COUNT_EVERY_MS = 2_000;
const CONNECTED_WITHIN_MS = 300_000;
const SETTLED_WITHIN_MS = 120_000;

export interface GatewaysSettings {
  readonly seed: number;
  readonly gateways: number;
  readonly devices: number;
  /** For how many seconds one gateway per second is killed. */
  readonly seconds: number;
  /** The interval between two readings of a device, in milliseconds. */
  readonly everyMs: number;
}

export interface GatewaysReport {
  readonly settings: GatewaysSettings;
  readonly kills: number;
  readonly proxies: number;
  readonly readings: ReadingsAccount;
  /** Seconds until devices that had lost their connection were accepted again. */
  readonly back: {
    readonly count: number;
    readonly median: number;
    readonly p99: number;
    readonly longest: number;
  };
  /** Attempts to connect that were refused, or cut off before the device was accepted. */
  readonly failedAttempts: number;
  /** Devices that were not connected at the end. */
  readonly away: number;
  /** Devices that were connected until the last killed gateway ran again, counted every other second: the median. */
  readonly connected: number;
  /** Between the first kill and the last acknowledgement. */
  readonly seconds: number;
}

/** Runs many devices on many gateways behind HAProxy; each second one gateway is killed and restarted. */
export async function gateways(
  settings: GatewaysSettings,
  { stopping, say }: RunContext,
): Promise<GatewaysReport> {
  say(`Starting PostgreSQL, Redis and ${settings.gateways} gateways …`);
  const fleet = await GatewayFleet.start(say, settings.gateways, { redis: true });
  const proxies: Awaited<ReturnType<typeof startProxy>>[] = [];
  const loads: FleetLoad[] = [];
  try {
    for (let served = 0; served < settings.devices; served += devicesAtMost())
      proxies.push(await startProxy(fleet.ports));
    say(`Registering ${settings.devices} devices …`);
    const identities = await fleet.register(settings.devices);
    stopping.throwIfAborted();
    const firstTs = 1_000 * Math.floor(Date.now() / 1_000) - 86_400_000;
    // Distributes devices evenly, so that no proxy has more than it can serve.
    const processes = proxies.length * Math.ceil(settings.devices / (DEVICES_A_PROCESS * proxies.length));
    const each = Math.ceil(settings.devices / processes);
    for (let first = 0; first < settings.devices; first += each) loads.push(startFleetLoad());
    say(`Connecting through ${proxies.length} HAProxy …`);
    const connected = await Promise.all(
      loads.map((load, index) =>
        load.ask({
          ...{ what: 'connect', firstTs, seed: settings.seed + index, withinMs: CONNECTED_WITHIN_MS },
          url: proxies[index % proxies.length]?.url ?? '',
          identities: identities.slice(index * each, (index + 1) * each),
        }),
      ),
    );
    const away = connected.reduce((sum, report) => sum + report.away, 0);
    if (away > 0) throw new Error(`${away} of ${settings.devices} devices did not connect.`);
    stopping.throwIfAborted();

    await Promise.all(loads.map((load) => load.ask({ what: 'measure', everyMs: settings.everyMs })));
    const began = performance.now();
    const killed = new AbortController();
    const [kills, counts] = await Promise.all([
      killInTurn(fleet, settings, { stopping, say }).finally(() => killed.abort()),
      countConnected(loads, settings.devices, { stopping: killed.signal, say }),
    ]);
    say('Waiting until all devices are connected and everything is acknowledged …');
    const reports = await Promise.all(
      loads.map((load) => load.ask({ what: 'settle', withinMs: SETTLED_WITHIN_MS })),
    );
    const seconds = Math.round((performance.now() - began) / 1_000);
    say('Auditing what is stored …');
    const accounts = reports.flatMap((report) => report.accounts);
    const readings = readingsAccount(accounts, await fleet.stored(), firstTs);
    const { length } = proxies;
    return { settings, kills, proxies: length, readings, seconds, ...connections(reports, counts) };
  } finally {
    await Promise.all([...loads, ...proxies].map((each) => each.stop('SIGKILL')));
    await fleet.end();
  }
}

/** Kills one running gateway each second and restarts it at once. @returns how many were killed */
async function killInTurn(
  fleet: GatewayFleet,
  settings: GatewaysSettings,
  { stopping, say }: RunContext,
): Promise<number> {
  const random = new Random(settings.seed);
  const starting = new Set<Promise<void>>();
  const began = performance.now();
  let kills = 0;
  for (let second = 0; second < settings.seconds; second++) {
    const due = began + second * KILL_EVERY_MS;
    await sleep(Math.max(0, due - performance.now()), undefined, { signal: stopping });
    const [first, ...others] = fleet.running;
    if (first === undefined) {
      say('No gateway is running, so none is killed in this second.');
      continue;
    }
    const target = random.pick([first, ...others]);
    say(`kill -9 of gateway ${target + 1}; ${others.length} others are running`);
    await fleet.killGateway(target);
    kills++;
    const started = fleet.startGateway(target).finally(() => starting.delete(started));
    starting.add(started);
  }
  await Promise.all(starting);
  return kills;
}

/** Counts the connected devices until it is stopped, apart from the kills, which do not wait for a busy machine. */
async function countConnected(
  loads: readonly FleetLoad[],
  devices: number,
  { stopping, say }: RunContext,
): Promise<number[]> {
  const counts: number[] = [];
  for (;;) {
    await sleep(COUNT_EVERY_MS, undefined, { signal: stopping }).catch(() => undefined);
    if (stopping.aborted) return counts;
    const reports = await Promise.all(loads.map((load) => load.ask({ what: 'count' })));
    const connected = devices - reports.reduce((sum, { away }) => sum + away, 0);
    counts.push(connected);
    say(`${connected} of ${devices} devices are connected`);
  }
}

function connections(
  reports: readonly FleetReport[],
  counts: readonly number[],
): Pick<GatewaysReport, 'back' | 'failedAttempts' | 'away' | 'connected'> {
  const outages = reports.flatMap(({ outagesMs }) => outagesMs);
  const at = (share: number) => Math.round(quantile(outages, share) / 100) / 10;
  return {
    back: { count: outages.length, median: at(0.5), p99: at(0.99), longest: at(1) },
    failedAttempts: reports.reduce((sum, { failedAttempts }) => sum + failedAttempts, 0),
    away: reports.reduce((sum, { away }) => sum + away, 0),
    connected: quantile(counts, 0.5),
  };
}
