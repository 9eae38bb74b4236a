import { type Clock, type LocalDate, localDateOf, nextLocalDate } from '@furrow/kernel';
import { dayBefore, Fraction, type Receipt, ReceiptNotFound } from '../../domain/index.ts';
import type { PayrollRepositories, PayrollTransactions, ShiftTimes } from '../ports.ts';
import { paidByDay } from '../work-out-pay.ts';

/** Units of one kind; null: sessions without a unit. */
export interface Picked {
  readonly unit: string | null;
  /** Exact decimal text. */
  readonly units: string;
}

export interface WorkerDay {
  readonly day: LocalDate;
  readonly picked: readonly Picked[];
  readonly shifts: readonly ShiftTimes[];
  /** What the day comes to so far, by the policy that holds on it; null without a policy or a currency. */
  readonly amount: number | null;
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

async function daysOf(
  repositories: PayrollRepositories,
  { workerId, days: count, expiresAt }: Receipt,
  now: Date,
): Promise<WorkerDays> {
  const { work } = repositories;
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
  const paid = await paidByDay(repositories, days, { workerId, now });
  const shown = days.map((day): WorkerDay => ({
    ...{ day, picked: picked.get(day) ?? [], shifts: shifts.get(day) ?? [] },
    amount: paid.get(day) ?? null,
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
  const sums = new Map<LocalDate, Map<string | null, Fraction>>();
  const { sessions } = await work.worked({ ...span, projectId: null, workerId }, now);
  for await (const batch of sessions)
    for (const { day, unit, work: all } of batch)
      for (const part of all.filter((each) => each.workerId === workerId)) {
        const units = Fraction.sum(part.units.map((each) => Fraction.of(each.units)));
        const ofDay = sums.get(day) ?? new Map<string | null, Fraction>();
        sums.set(day, ofDay.set(unit, (ofDay.get(unit) ?? Fraction.ZERO).plus(units)));
      }
  return new Map(
    [...sums].map(([day, units]) => [day, [...units].map(([unit, sum]) => ({ unit, units: sum.toText(6) }))]),
  );
}
