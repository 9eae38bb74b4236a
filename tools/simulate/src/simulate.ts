import { setTimeout as sleep } from 'node:timers/promises';
import { Crew } from './crew/crew.ts';
import { Counter, number } from './counter.ts';
import { Farm } from './farm.ts';
import { Counts } from './counts.ts';
import { Refusal } from './refusal.ts';
import { type RunningSystem, runningSystem } from './running-system.ts';
import { SimulatedDevice } from './simulated-device.ts';

const CONNECTING_AT_ONCE = 20;
/** Longer than a device waits before it reconnects. */
const ACKNOWLEDGED_WITHIN_MS = 60_000;

export interface SimulateOptions {
  readonly devices: number;
  /** Messages per second of each device. */
  readonly rate: number;
  /** How many pick fruit. */
  readonly pickers: number;
  /** Until it is stopped, if omitted. */
  readonly seconds?: number;
  readonly company?: string;
  /** How many past days the first device of each project reports. */
  readonly history: number;
}

/** @returns whether everything that the devices sent was acknowledged */
export async function simulate(options: SimulateOptions, stopping: AbortSignal): Promise<boolean> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const system = runningSystem();
  const farm = await Farm.open(system, options.company);
  say(`Registering ${number(options.devices)} devices of ${farm.key} …`);
  const registered = await farm.register(options.devices);

  const counts = new Counts();
  const devices = registered.map(
    (device, index) => new SimulatedDevice(device, { ...system, counts }, index),
  );
  say(`Sending to ${system.mqttUrl}, ${options.rate} messages/s from each device; Ctrl-C stops.`);
  if (options.history > 0) {
    const first = new Map(registered.map(({ projectId }, index) => [projectId, index] as const).toReversed());
    for (const index of first.values()) devices[index]?.recall(options.history);
    say(`One device of each project reports the last ${number(options.history)} days by the hour.`);
  }
  const crew = options.pickers > 0 ? await crewOf(farm, system, options.pickers, say) : undefined;
  const over =
    options.seconds === undefined
      ? stopping
      : AbortSignal.any([stopping, AbortSignal.timeout(options.seconds * 1_000)]);
  const counter = new Counter(counts, options.devices, process.stdout, () => (crew ? [crew.progress] : []));
  try {
    await Promise.all([runAll(devices, options.rate, over), crew?.work(options.pickers, over)]);
    await allAcknowledged(devices);
  } finally {
    counter.stop();
    for (const device of devices) device.end();
  }
  if (crew) say(`The crew ${crew.progress}.`);
  return report(counts, say);
}

/** The devices do without a crew where nobody may open a session. */
async function crewOf(
  farm: Farm,
  system: RunningSystem,
  pickers: number,
  say: (line: string) => void,
): Promise<Crew | undefined> {
  try {
    const crew = await Crew.of(farm, system);
    say(`${number(pickers)} pickers deliver to the session of ${crew.supervisor}.`);
    return crew;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(`Nobody picks: ${error.message}`);
    return undefined;
  }
}

async function runAll(devices: readonly SimulatedDevice[], rate: number, over: AbortSignal): Promise<void> {
  const running: Promise<void>[] = [];
  const waiting = devices.values();
  const connectThem = async () => {
    for (const device of waiting) {
      if (over.aborted) return;
      await device.connect();
      running.push(device.run(rate, over));
    }
  };
  await Promise.all(Array.from({ length: CONNECTING_AT_ONCE }, connectThem));
  await Promise.all(running);
}

async function allAcknowledged(devices: readonly SimulatedDevice[]): Promise<void> {
  const deadline = performance.now() + ACKNOWLEDGED_WITHIN_MS;
  while (devices.some(({ unacknowledged }) => unacknowledged > 0) && performance.now() < deadline)
    await sleep(20);
  await sleep(200); // rejections arrive right after
}

/** Prints the result. Rejected items are acknowledged too. */
function report({ sent, acknowledged, rejected, reasons }: Counts, say: (line: string) => void): boolean {
  if (rejected > 0) {
    const list = [...reasons].map(([code, count]) => `${code} ${number(count)}`).join(', ');
    say(`${number(rejected)} items were rejected: ${list}.`);
  }
  const isWhole = acknowledged > 0 && acknowledged === sent;
  say(
    isWhole
      ? `OK: all ${number(sent)} messages were acknowledged.`
      : `FAILED: ${number(sent - acknowledged)} of ${number(sent)} messages were not acknowledged.`,
  );
  return isWhole;
}
