import { type Clock, type LocalDate, localDateOf, nextLocalDate } from '@furrow/kernel';
import {
  containersIn,
  type CountedContainer,
  dayBefore,
  Fraction,
  type ManualLineState,
  type Receipt,
  ReceiptNotFound,
  type UnitsFact,
} from '../../domain/index.ts';
import type { PayrollRepositories, PayrollTransactions, ShiftTimes } from '../ports.ts';
import { paidByDay } from '../work-out-pay.ts';

/** Units of one kind; null: sessions without a unit. */
export interface Picked {
  readonly unit: string | null;
  /** Exact decimal text. */
  readonly units: string;
  /** What they were picked into. */
  readonly containers: readonly CountedContainer[];
}

/** An amount that the office has stated for a day. */
export interface StatedAmount {
  readonly amount: number;
  readonly reason: string;
}

export interface WorkerDay {
  readonly day: LocalDate;
  readonly picked: readonly Picked[];
  readonly shifts: readonly ShiftTimes[];
  /** What the day comes to so far, by the policy that holds on it; null without a policy or a currency. */
  readonly amount: number | null;
  /** What the office has added or deducted besides. */
  readonly stated: readonly StatedAmount[];
}

/** What one worker has done lately, and nothing of anybody else. */
export interface WorkerDays {
  readonly companyName: string;
  readonly workerName: string;
  readonly workerCode: string;
  readonly currency: string | null;
  readonly timezone: string;
  readonly at: Date;
  readonly expiresAt: Date;
  /** The latest first. */
  readonly days: readonly WorkerDay[];
}

/** The last days of the worker who has a receipt. */
export class ShowWorkerDays {
  constructor(
    private readonly transactions: PayrollTransactions,
    private readonly clock: Clock,
  ) {}

  /** @throws ReceiptNotFound also if it has expired or was revoked */
  execute(companyId: string, receiptId: string): Promise<WorkerDays> {
    const now = this.clock.now();
    return this.transactions.run(companyId, async (repositories) => {
      const receipt = await repositories.receipts.find(receiptId, now);
      if (receipt === undefined) throw new ReceiptNotFound();
      return daysOf(repositories, receipt, now);
    });
  }
}

/** As many amounts as somebody reads. */
const MAX_STATED = 100;

const isValid = ({ voidedAt, voidsLineId }: ManualLineState): boolean =>
  voidedAt === null && voidsLineId === null;

async function daysOf(
  repositories: PayrollRepositories,
  { workerId, days: count, expiresAt }: Receipt,
  now: Date,
): Promise<WorkerDays> {
  const { work, lines } = repositories;
  const timezone = await work.timezone();
  const today = localDateOf(now, timezone);
  const days = [today];
  while (days.length < count) days.push(dayBefore(days.at(-1) as LocalDate));
  // In the zone of a project it may be tomorrow already.
  const tomorrow = nextLocalDate(today);
  const span = { from: days.at(-1) as LocalDate, to: tomorrow };
  const picked = await pickedOn(repositories, span, workerId, now);
  const shifts = Map.groupBy(await work.shiftTimes(workerId, span), ({ day }) => day);
  if (picked.has(tomorrow) || shifts.has(tomorrow)) days.unshift(tomorrow);
  const { items } = await lines.page({ ...span, workerId }, { page: 1, pageSize: MAX_STATED });
  const stated = Map.groupBy(items.filter(isValid), ({ day }) => day);
  const paid = await paidByDay(repositories, days, { workerId, now });
  const shown = days.map((day): WorkerDay => ({
    ...{ day, picked: picked.get(day) ?? [], shifts: shifts.get(day) ?? [] },
    amount: paid.get(day) ?? null,
    stated: (stated.get(day) ?? []).map(({ amount, reason }) => ({ amount: Number(amount), reason })),
  }));
  const { code = '', name = '' } = (await work.workers([workerId])).get(workerId) ?? {};
  return {
    ...{ companyName: await work.companyName(), currency: await work.currency(), timezone },
    ...{ workerName: name, workerCode: code, at: now, expiresAt, days: shown },
  };
}

async function pickedOn(
  { work }: PayrollRepositories,
  span: { readonly from: LocalDate; readonly to: LocalDate },
  workerId: string,
  now: Date,
): Promise<Map<LocalDate, Picked[]>> {
  const found = new Map<LocalDate, Map<string | null, UnitsFact[]>>();
  const { sessions } = await work.worked({ ...span, projectId: null, workerId }, now);
  for await (const batch of sessions)
    for (const { day, unit, work: all } of batch)
      for (const { units } of all.filter((each) => each.workerId === workerId)) {
        const ofDay = found.get(day) ?? new Map<string | null, UnitsFact[]>();
        found.set(day, ofDay.set(unit, [...(ofDay.get(unit) ?? []), ...units]));
      }
  return new Map([...found].map(([day, byUnit]) => [day, [...byUnit].map(pickedOf)]));
}

const pickedOf = ([unit, units]: readonly [string | null, readonly UnitsFact[]]): Picked => ({
  ...{ unit, containers: containersIn({ units }) },
  units: Fraction.sum(units.map((each) => Fraction.of(each.units))).toText(6),
});
