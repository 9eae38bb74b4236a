import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@furrow/program';
import { checkAll } from '../check.ts';
import { number } from '../counter.ts';
import { Farm } from '../farm.ts';
import { Counts, Ledgers } from '../ledger.ts';
import { runningSystem } from '../running-system.ts';
import { SimulatedDevice } from '../simulated-device.ts';
import { tokenOf } from '../token.ts';
import { HostileDevice, type Attack } from './hostile-device.ts';
import { GatewayWatch } from './gateway-watch.ts';

const ATTACKERS = 8;
const CONNECTIONS_EACH = 6;
const ORDINARY = 3;
const ORDINARY_RATE = 10;
const REPORTED_EVERY_MS = 5_000;
const ACKNOWLEDGED_WITHIN_MS = 15_000;
const MIB = 1_048_576;
/** The limit on the gateway's memory growth. */
const MAX_GROWTH_MIB = 400;

export interface FuzzOptions {
  readonly packets: number;
  readonly seed: number;
  readonly company?: string;
}

/** @returns whether the gateway survived and served well-behaved devices throughout */
export async function fuzz({ packets, seed, company }: FuzzOptions, stopping: AbortSignal): Promise<boolean> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const system = runningSystem();
  const farm = await Farm.open(system, company);
  const watch = await GatewayWatch.start(system.iotUrl);
  const registered = await farm.register(ORDINARY + ATTACKERS, 'fuzz');
  const counts = new Counts();
  const ledgers = new Ledgers();
  const ordinary = registered.slice(0, ORDINARY).map((device, index) => {
    const ledger = ledgers.of(device.projectId);
    return new SimulatedDevice(device, { ...system, counts, ledger }, index);
  });
  await Promise.all(ordinary.map((device) => device.connect()));
  const over = new AbortController();
  const served = Promise.all(ordinary.map((device) => device.run(ORDINARY_RATE, over.signal)));

  say(`${number(packets)} mutated packets to ${system.mqttUrl}, seed ${seed}; Ctrl-C stops.`);
  const attack: Attack = {
    mqttUrl: system.mqttUrl,
    left: { packets },
    done: { packets: 0, connections: 0, endedByGateway: 0, refused: 0 },
  };
  const reporting = setInterval(() => say(progress(attack, watch, counts)), REPORTED_EVERY_MS);
  try {
    await Promise.all(
      registered.slice(ORDINARY).flatMap(async (device, index) => {
        const { token } = await tokenOf(system.iotUrl, device);
        await Promise.all(
          Array.from({ length: CONNECTIONS_EACH }, (_, connection) => {
            const random = new Random(seed + index * CONNECTIONS_EACH + connection);
            return new HostileDevice({ deviceId: device.deviceId, token }, attack, random).run(stopping);
          }),
        );
      }),
    );
  } finally {
    clearInterval(reporting);
    over.abort();
    await served;
  }
  const deadline = performance.now() + ACKNOWLEDGED_WITHIN_MS;
  while (ordinary.some(({ unacknowledged }) => unacknowledged > 0) && performance.now() < deadline)
    await sleep(20);
  await watch.look();
  watch.stop();
  for (const device of ordinary) device.end();
  say(progress(attack, watch, counts));

  const { missing } = await checkAll(system.apiUrl, farm, ledgers);
  return report(watch, counts, missing, say);
}

function progress({ done }: Attack, watch: GatewayWatch, { acknowledged }: Counts): string {
  const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;
  return [
    `${number(done.packets)} packets`,
    `${number(done.connections)} connections, ${number(done.endedByGateway)} ended by the gateway, ${number(done.refused)} refused`,
    `memory ${mib(watch.firstBytes)} at the start, ${mib(watch.lastBytes)} now, ${mib(watch.peakBytes)} at its peak`,
    `others ${number(acknowledged)} acknowledged`,
  ].join(' · ');
}

function report(watch: GatewayWatch, counts: Counts, missing: number, say: (line: string) => void): boolean {
  const growth = (watch.peakBytes - watch.firstBytes) / MIB;
  const problems = [
    ...(watch.restarted ? ['the gateway has crashed'] : []),
    ...(growth > MAX_GROWTH_MIB ? [`the gateway's memory grew by ${Math.round(growth)} MiB`] : []),
    ...(counts.reconnects > 0 ? [`well-behaved devices were disconnected ${counts.reconnects} times`] : []),
    ...(counts.acknowledged === 0 || counts.acknowledged < counts.sent
      ? [`${counts.sent - counts.acknowledged} of their messages were not acknowledged`]
      : []),
    ...(missing > 0 ? [`${missing} of their readings are not in the series`] : []),
  ];
  say(
    problems.length === 0
      ? `OK: no crash, memory bounded, and ${number(counts.acknowledged)} messages of well-behaved devices were served meanwhile.`
      : `FAILED: ${problems.join('; ')}.`,
  );
  return problems.length === 0;
}
