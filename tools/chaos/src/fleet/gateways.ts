import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@furrow/program';
import { quantile } from '@furrow/testbed/load';
import type { RunContext } from '../run-context.ts';
import type { FleetReport } from './fleet-process.ts';
import { type FleetLoad, fleetRun, type FleetSettings } from './fleet-run.ts';
import { GatewayFleet } from './gateway-fleet.ts';
import { devicesAtMost, startProxy } from './gateway-proxy.ts';
import type { ReadingsAccount } from './readings.ts';

const KILL_EVERY_MS = 1_000;
const COUNT_EVERY_MS = 2_000;

export interface GatewaysSettings extends FleetSettings {
  readonly gateways: number;
  /** For how many seconds one gateway per second is killed. */
  readonly seconds: number;
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
}

/** Runs many devices on many gateways behind HAProxy; each second one gateway is killed and restarted. */
export async function gateways(settings: GatewaysSettings, context: RunContext): Promise<GatewaysReport> {
  const { say } = context;
  say(`Starting PostgreSQL, Redis and ${settings.gateways} gateways …`);
  const fleet = await GatewayFleet.start(say, settings.gateways, { redis: true });
  const proxies: Awaited<ReturnType<typeof startProxy>>[] = [];
  try {
    for (let served = 0; served < settings.devices; served += devicesAtMost())
      proxies.push(await startProxy(fleet.ports));
    const urls = proxies.map(({ url }) => url);
    let [kills, counts]: [number, readonly number[]] = [0, []];
    const { readings, reports } = await fleetRun(fleet, urls, settings, context, async (loads) => {
      const killed = new AbortController();
      [kills, counts] = await Promise.all([
        killInTurn(fleet, settings, context).finally(() => killed.abort()),
        countConnected(loads, settings.devices, { stopping: killed.signal, say }),
      ]);
      return undefined;
    });
    return { settings, kills, proxies: proxies.length, readings, ...connections(reports, counts) };
  } finally {
    await Promise.all(proxies.map((proxy) => proxy.stop('SIGKILL')));
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
