import type { FarmPayPolicy } from '../../../farm/farm-file.ts';

/** A pay policy as the form holds it: numbers are texts while they are typed; empty means none. */
export interface PolicyDraft {
  readonly validFrom: string;
  readonly hourlyRate: string;
  readonly nonproductiveRate: string;
  readonly minimum: string;
  readonly minimumPer: string;
  readonly minimumWageBasis: string;
  readonly restBreaks: string;
  readonly weeklyHours: string;
  readonly dailyHours: string;
  readonly premium: string;
}

const textOf = (value: number | null | undefined) =>
  value === null || value === undefined ? '' : String(value);
const numberOf = (text: string) => (text.trim() === '' ? null : Number(text));

/** Of a `YYYY-MM-DD`. The first policy begins there, so that a run over the last weeks has one on each of its days. */
export function firstOfMonthBefore(date: string): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 10);
}

export function draftOf(policy: FarmPayPolicy | undefined, today: string): PolicyDraft {
  const { overtime, minimumWage } = policy ?? {};
  return {
    validFrom: policy?.validFrom ?? today,
    hourlyRate: textOf(policy?.hourlyRate),
    nonproductiveRate: textOf(policy?.nonproductiveRate),
    minimum: textOf(minimumWage?.amount),
    minimumPer: minimumWage?.per ?? 'hour',
    minimumWageBasis: policy?.minimumWageBasis ?? 'period',
    restBreaks: policy?.restBreaks ?? 'none',
    weeklyHours: textOf(overtime?.weeklyHours),
    dailyHours: textOf(overtime?.dailyHours),
    premium: textOf(overtime?.premium ?? 0.5),
  };
}

/** The policy with what the form says; members that it does not show stay, because a policy is declared completely. */
export function policyOf(draft: PolicyDraft, before: FarmPayPolicy | undefined): object {
  const { validFrom, minimumWageBasis, restBreaks, minimum, minimumPer: per } = draft;
  const [weeklyHours, dailyHours] = [numberOf(draft.weeklyHours), numberOf(draft.dailyHours)];
  const hasOvertime = weeklyHours !== null || dailyHours !== null;
  return {
    ...before,
    ...{ validFrom, minimumWageBasis, restBreaks },
    hourlyRate: numberOf(draft.hourlyRate),
    nonproductiveRate: numberOf(draft.nonproductiveRate),
    minimumWage: minimum.trim() === '' ? null : { amount: Number(minimum), per },
    overtime: hasOvertime ? { weeklyHours, dailyHours, premium: Number(draft.premium) } : null,
  };
}
