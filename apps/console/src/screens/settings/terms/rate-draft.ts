import type { FarmPayRate } from '../../../farm/farm-file.ts';

export const RATE_OF = ['position', 'group', 'worker'] as const;
export type RateOf = (typeof RATE_OF)[number];

/** A rate as the form holds it; an empty amount: none of their own. */
export interface RateDraft {
  readonly validFrom: string;
  readonly of: RateOf;
  readonly target: string;
  readonly hourlyRate: string;
}

/** For whom a rate is. */
export function targetOf(rate: FarmPayRate): { readonly of: RateOf; readonly target: string } {
  const of = RATE_OF.find((each) => typeof rate[each] === 'string') ?? 'worker';
  return { of, target: rate[of] ?? '' };
}

export function draftOf(rate: FarmPayRate | undefined, today: string): RateDraft {
  return {
    validFrom: rate?.validFrom ?? today,
    ...(rate === undefined ? { of: 'position' as const, target: '' } : targetOf(rate)),
    hourlyRate: String(rate?.hourlyRate ?? ''),
  };
}

export function rateOf({ validFrom, of, target, hourlyRate }: RateDraft): object {
  return {
    ...{ validFrom, [of]: target.trim() },
    hourlyRate: hourlyRate.trim() === '' ? null : Number(hourlyRate),
  };
}

export const rateId = (rate: FarmPayRate): string => JSON.stringify([rate.validFrom, targetOf(rate)]);
