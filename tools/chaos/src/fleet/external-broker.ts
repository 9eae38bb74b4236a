import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@furrow/program';
import type { RunContext } from '../run-context.ts';
import { fleetRun, type FleetSettings } from './fleet-run.ts';
import { GatewayFleet } from './gateway-fleet.ts';
import { PersistentMosquitto } from './mosquitto.ts';
import type { ReadingsAccount } from './readings.ts';

const FAULTS = ['kill a consumer', 'stop the broker', 'kill the broker'] as const;
const BETWEEN_FAULTS_MS = [1_000, 3_000] as const;
const DOWN_MS = 300;

export interface BrokerSettings extends FleetSettings {
  readonly consumers: number;
  /** Number of faults of each kind. */
  readonly rounds: number;
}

export interface BrokerReport {
  readonly settings: BrokerSettings;
  readonly faults: number;
  readonly readings: ReadingsAccount;
  /** Total seconds in which the broker promises no durability. */
  readonly excusedSeconds: number;
}

/**
 * A time window in which the broker promises no durability, epoch milliseconds: from its last save until it was killed;
 * and from its start until a gateway had subscribed again, because Mosquitto 2.0.11 forgets the shared subscriptions of
 * persistent sessions.
 */
type Window = readonly [from: number, to: number];

/**
 * Runs devices on a persistent Mosquitto with gateways that share a subscription, and kills each of these processes.
 */
export async function externalBroker(settings: BrokerSettings, context: RunContext): Promise<BrokerReport> {
  const { say } = context;
  say(`Starting PostgreSQL, Mosquitto and ${settings.consumers} gateways that consume from it …`);
  const broker = await PersistentMosquitto.start();
  let fleet: GatewayFleet | undefined;
  try {
    const consuming = (fleet = await GatewayFleet.start(say, settings.consumers, {
      redis: false,
      settings: (gateway) => ({ MQTT_BROKER_URL: broker.url, MQTT_BROKER_CLIENT_ID: `consumer-${gateway}` }),
    }));
    say('Waiting until the broker has saved the subscriptions …');
    await broker.hasSubscribers(settings.consumers);
    await broker.hasSaved();
    let windows: readonly Window[] = [];
    const { readings } = await fleetRun(consuming, [broker.url], settings, context, async () => {
      windows = await injectFaults({ fleet: consuming, broker }, settings, context);
      return (at) => windows.some(([from, to]) => at >= from && at <= to);
    });
    const excusedMs = windows.reduce((sum, [from, to]) => sum + to - from, 0);
    return {
      ...{ settings, faults: settings.rounds * FAULTS.length, readings },
      excusedSeconds: Math.round(excusedMs / 100) / 10,
    };
  } finally {
    await fleet?.end();
    await broker.server.stop('SIGKILL');
  }
}

/** Injects each fault equally often, in an order derived from the seed. */
async function injectFaults(
  { fleet, broker }: { fleet: GatewayFleet; broker: PersistentMosquitto },
  { seed, consumers, rounds }: BrokerSettings,
  { stopping, say }: RunContext,
): Promise<Window[]> {
  const random = new Random(seed);
  const windows: Window[] = [];
  const faults = Array.from({ length: rounds }, () => FAULTS).flat();
  while (faults.length > 0) {
    stopping.throwIfAborted();
    const [fault] = faults.splice(random.below(faults.length), 1);
    await sleep(random.between(...BETWEEN_FAULTS_MS));
    say(`${fault}`);
    if (fault === 'kill a consumer') {
      const consumer = random.below(consumers);
      await fleet.killGateway(consumer);
      await fleet.startGateway(consumer);
      continue;
    }
    const isKill = fault === 'kill the broker';
    await broker.server.end(isKill ? 'SIGKILL' : 'SIGTERM');
    // The last save counts even if it happened right before the kill.
    if (isKill) windows.push([broker.savedAt, Date.now()]);
    await sleep(DOWN_MS);
    const started = Date.now();
    await broker.server.startAgain();
    await broker.hasSubscribers(1);
    windows.push([started, Date.now()]);
    // A kill before the next save would restore outdated sessions.
    await broker.hasSaved();
  }
  return windows;
}
