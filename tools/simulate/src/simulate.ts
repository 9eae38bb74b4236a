import { setTimeout as sleep } from 'node:timers/promises';
import { checkAll } from './check.ts';
import { Crew } from './crew/crew.ts';
import { Counter, number } from './counter.ts';
import { Farm } from './farm.ts';
import { Counts, Ledger } from './ledger.ts';
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

/** @returns whether everything that was acknowledged is in the series and sessions */
export async function simulate(options: SimulateOptions, stopping: AbortSignal): Promise<boolean> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const system = runningSystem();
  const farm = await Farm.open(system, options.company);
  say(`Registering ${number(options.devices)} devices of ${farm.key} …`);
  const registered = await farm.register(options.devices);

  const counts = new Counts();
  // One for each project, because points of its series are means over all its devices.
  const ledgers = new Map(registered.map(({ projectId }) => [projectId, new Ledger(projectId)]));
  const devices = registered.map((device, index) => {
    const ledger = ledgers.get(device.projectId) as Ledger;
    return new SimulatedDevice(device, { ...system, counts, ledger }, index);
  });
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
  const isInSeries = report(await checkAll(system.apiUrl, farm, ledgers.values()), counts, say);
  const picked = await crew?.check();
  if (picked) say(picked.summary);
  return isInSeries && (picked?.isWhole ?? true);
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

/** Prints the result. Rejected items are acknowledged too, and correctly missing in the series. */
function report(
  { checked, missing }: { checked: number; missing: number },
  { sent, acknowledged, rejected, reasons }: Counts,
  say: (line: string) => void,
): boolean {
  if (sent > acknowledged)
    say(`${number(sent - acknowledged)} messages were not acknowledged, so they may be missing.`);
  if (rejected > 0) {
    const list = [...reasons].map(([code, count]) => `${code} ${number(count)}`).join(', ');
    say(`${number(rejected)} items were rejected: ${list}.`);
  }
  if (checked === 0) {
    say('FAILED: nothing was acknowledged, so there is nothing to check in the series.');
    return false;
  }
  const lost = missing - Math.min(missing, rejected);
  say(
    lost === 0
      ? `OK: everything acknowledged is in the series: ${number(checked - missing)} readings and events of ${number(acknowledged)} messages.`
      : `FAILED: ${number(lost)} of ${number(checked)} acknowledged readings and events are missing in the series or differ from what was sent.`,
  );
  return lost === 0;
}
