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
import { VitalSigns } from './vital-signs.ts';

const ATTACKERS = 8;
const CONNECTIONS_EACH = 6;
const BYSTANDERS = 3;
const BYSTANDER_RATE = 10;
const TOLD_EVERY_MS = 5_000;
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
  const signs = await VitalSigns.watch(system.iotUrl);
  const registered = await farm.register(BYSTANDERS + ATTACKERS, 'fuzz');
  const counts = new Counts();
  const ledgers = new Ledgers();
  const bystanders = registered.slice(0, BYSTANDERS).map((device, place) => {
    const ledger = ledgers.of(device.projectId);
    return new SimulatedDevice(device, { ...system, counts, ledger }, place);
  });
  await Promise.all(bystanders.map((bystander) => bystander.connect()));
  const over = new AbortController();
  const served = Promise.all(bystanders.map((bystander) => bystander.run(BYSTANDER_RATE, over.signal)));

  say(`${number(packets)} mutated packets to ${system.mqttUrl}, seed ${seed}; Ctrl-C stops.`);
  const attack: Attack = {
    mqttUrl: system.mqttUrl,
    left: { packets },
    done: { packets: 0, connections: 0, endedByGateway: 0, refused: 0 },
  };
  const telling = setInterval(() => say(progress(attack, signs, counts)), TOLD_EVERY_MS);
  try {
    await Promise.all(
      registered.slice(BYSTANDERS).flatMap(async (device, index) => {
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
    clearInterval(telling);
    over.abort();
    await served;
  }
  const deadline = performance.now() + ACKNOWLEDGED_WITHIN_MS;
  while (bystanders.some(({ unacknowledged }) => unacknowledged > 0) && performance.now() < deadline)
    await sleep(20);
  await signs.look();
  signs.stop();
  for (const bystander of bystanders) bystander.end();
  say(progress(attack, signs, counts));

  const { missing } = await checkAll(system.apiUrl, farm, ledgers);
  return tell(signs, counts, missing, say);
}

function progress({ done }: Attack, signs: VitalSigns, { acknowledged }: Counts): string {
  const mib = (bytes: number) => `${Math.round(bytes / MIB)} MiB`;
  return [
    `${number(done.packets)} packets`,
    `${number(done.connections)} connections, ${number(done.endedByGateway)} ended by the gateway, ${number(done.refused)} refused`,
    `memory ${mib(signs.firstBytes)} at the start, ${mib(signs.lastBytes)} now, ${mib(signs.peakBytes)} at its peak`,
    `others ${number(acknowledged)} acknowledged`,
  ].join(' · ');
}

function tell(signs: VitalSigns, counts: Counts, missing: number, say: (line: string) => void): boolean {
  const growth = (signs.peakBytes - signs.firstBytes) / MIB;
  const problems = [
    ...(signs.restarted ? ['the gateway has crashed'] : []),
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
