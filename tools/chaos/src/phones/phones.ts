import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@furrow/program';
import { until } from '@furrow/testbed';
import { ChaosSystem } from '../chaos-system.ts';
import type { RunContext } from '../run-context.ts';
import { type DaySize, dayPlan, type Step } from './day-plan.ts';
import { centsOf, openPickingFarm, type Picker, type PickingFarm } from './picking-farm.ts';
import { type Done, MILLIONTHS, PickingPhone } from './picking-phone.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 12 * 60 * MINUTE_MS;
/** So that no clock is ahead of what the office accepts. */
const ENDS_BEFORE_MS = 20 * MINUTE_MS;
/** One clock is slow, the other fast until somebody sets it at noon. */
const SKEWS_MS: readonly [readonly [number, number], readonly [number, number]] = [
  [-10 * MINUTE_MS, -10 * MINUTE_MS],
  [10 * MINUTE_MS, -MINUTE_MS],
];

export interface PhonesSettings extends DaySize {
  readonly seed: number;
  /** How often each phone gets signal and loses it again. */
  readonly signals: number;
  /** How often the API is killed while the phones send. */
  readonly apiKills: number;
}

/** A worker's buckets as the user of the phone counted them, as the phone and as the office say. */
export interface Sum {
  readonly workerId: string;
  readonly brought: number;
  readonly phone: number;
  readonly office: number;
}

export interface PhonesReport {
  readonly settings: PhonesSettings;
  readonly seconds: number;
  readonly cuts: number;
  readonly phones: readonly (Done & {
    readonly sums: readonly Sum[];
    readonly agrees: boolean;
    /** What the office has of the session. */
    readonly office: { readonly records: number; readonly voids: number; readonly units: number };
  })[];
  /** In cents. */
  readonly pay: readonly { readonly workerId: string; readonly due: number; readonly paid: number }[];
}

/** A day without signal on phones whose tabs are killed, and then signal that comes and goes. */
export async function phones(settings: PhonesSettings, { stopping, say }: RunContext): Promise<PhonesReport> {
  const random = new Random(settings.seed);
  const began = performance.now();
  const system = await ChaosSystem.start(say, { hosts: ['api'] });
  const opened: PickingPhone[] = [];
  try {
    const farm = await openPickingFarm(system, settings);
    const end = Date.now() - ENDS_BEFORE_MS;
    await Promise.all(
      farm.bosses.map(async (boss, i) => {
        const aheadMs = end - DAY_MS + skewOf(i, 0) - Date.now();
        opened[i] = await PickingPhone.open(system.apiUrl, boss, farm.pickers.length, aheadMs);
      }),
    );
    say(`${opened.length} phones have the roster of ${farm.pickers.length} pickers.`);
    const plan = dayPlan(settings, random);
    await Promise.all(opened.map((phone) => phone.begin()));
    // The first pickers get other badges, of which no phone hears.
    await Promise.all(farm.pickers.slice(0, settings.lost).map(farm.replaceBadge));
    await Promise.all(
      opened.map((phone, i) => work(phone, plan[i] ?? [], { farm, index: i, end, stopping, say })),
    );
    say('The day is over; signal comes and goes.');
    const cuts = await signal(system, opened, { settings, stopping, say });
    const ends = await Promise.all(opened.map((phone) => endOf(farm, phone)));
    const pay = await farm.payOfToday();
    const seconds = Math.round((performance.now() - began) / 1_000);
    return { settings, seconds, cuts, phones: ends, pay: payOf(farm, opened, pay) };
  } finally {
    await Promise.all(opened.map((phone) => phone.end()));
    await system.end();
  }
}

function skewOf(phone: number, at: number): number {
  const [morning, afternoon] = SKEWS_MS[phone % 2 === 0 ? 0 : 1];
  return at < 0.5 ? morning : afternoon;
}

interface Day {
  readonly farm: PickingFarm;
  readonly index: number;
  /** When the day ends; milliseconds since 1970. */
  readonly end: number;
  readonly stopping: AbortSignal;
  readonly say: (line: string) => void;
}

async function work(phone: PickingPhone, steps: readonly Step[], day: Day): Promise<void> {
  const { farm, index, end, stopping, say } = day;
  const random = new Random(index + 1);
  for (const [i, step] of steps.entries()) {
    stopping.throwIfAborted();
    phone.setClock(end - DAY_MS * (1 - step.at) + skewOf(index, step.at));
    const picker = farm.pickers[step.picker];
    if (!picker) throw new Error(`There is no picker ${step.picker}.`);
    await bring(phone, picker, step, { farm, random });
    if ((i + 1) % 500 === 0) say(`${phone.boss.idpId}: ${i + 1} buckets, ${phone.done.kills} kills.`);
  }
  phone.setClock(Date.now() + skewOf(index, 1));
}

async function bring(
  phone: PickingPhone,
  picker: Picker,
  { trouble, isTyped, isLost, mates }: Step,
  { farm, random }: { readonly farm: PickingFarm; readonly random: Random },
): Promise<void> {
  const sharers = [picker, ...mates.flatMap((mate) => farm.pickers[mate] ?? [])];
  if (trouble === 'kill-before') await phone.kill();
  if (isLost) await phone.scanUnknown(picker);
  else if (trouble === 'kill-during') await phone.scanAndKill(picker, isTyped, random.below(40));
  else if (trouble === 'shared') await phone.share(sharers, isTyped);
  else if (trouble === 'shared-and-kill') await phone.share(sharers, isTyped, random.below(200));
  else if (trouble === 'no-space') await phone.scanWithoutSpace(picker);
  else await phone.scan(picker, isTyped);
  if (trouble !== 'twice') return;
  await phone.scan(picker, isTyped);
  await phone.takeBack(picker);
}

/** @returns how often the line was cut */
async function signal(
  system: ChaosSystem,
  opened: readonly PickingPhone[],
  { settings, stopping, say }: RunContext & { readonly settings: PhonesSettings },
): Promise<number> {
  const random = new Random(settings.seed + 1);
  let cuts = 0;
  for (let round = 0; round < settings.signals; round++) {
    stopping.throwIfAborted();
    for (const phone of opened) {
      await phone.setFull(random.chance(0.3));
      await phone.setOffline(random.chance(0.2));
    }
    await sleep(random.between(300, 1_500));
    if (random.chance(0.6)) {
      system.lines.api.cut();
      cuts++;
    }
    if (round < settings.apiKills) {
      await system.endApi('SIGKILL');
      await system.startApi();
    }
    for (const phone of opened) if (random.chance(0.5)) await phone.kill();
    for (const phone of opened) await phone.setOffline(true);
    const waiting = await Promise.all(opened.map((phone) => phone.onPhone()));
    say(`After ${round + 1} times of signal ${waiting.join(' and ')} items are unsent.`);
  }
  for (const phone of opened) {
    await phone.setFull(false);
    await phone.setOffline(false);
  }
  for (const phone of opened) await phone.untilSent();
  return cuts;
}

async function endOf(farm: PickingFarm, phone: PickingPhone): Promise<PhonesReport['phones'][number]> {
  const { agrees, rows } = await phone.close();
  const session = await until('the session is closed', async () => {
    const [only, ...others] = await farm.sessions(phone.boss.idpId);
    if (others.length > 0) throw new Error(`${phone.boss.idpId} has more than one session.`);
    return only?.status === 'closed' && only;
  });
  const { recordCount, voidedCount, validUnits } = session.totals;
  const ids = new Set([...phone.millionths.keys(), ...rows.map(({ workerId }) => workerId)]);
  const sums = [...ids].map((workerId): Sum => {
    const row = rows.find((one) => one.workerId === workerId);
    const brought = (phone.millionths.get(workerId) ?? 0) / MILLIONTHS;
    return { workerId, brought, phone: row?.phone ?? 0, office: row?.office ?? 0 };
  });
  const office = { records: recordCount, voids: voidedCount, units: validUnits };
  return { ...phone.done, sums, agrees, office };
}

function payOf(
  farm: PickingFarm,
  opened: readonly PickingPhone[],
  paid: ReadonlyMap<string, number>,
): PhonesReport['pay'] {
  const sessions = opened.map((phone) => centsOf(phone.millionths));
  return farm.pickers.map(({ id }) => {
    const due = sessions.reduce((sum, cents) => sum + (cents.get(id) ?? 0), 0);
    return { workerId: id, due, paid: paid.get(id) ?? 0 };
  });
}
