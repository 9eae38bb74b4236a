import type { Parting } from '../any-work.ts';
import { add, isMore, of, over, type Ratio, take, times, total } from './plain-ratio.ts';

const MILLION: Ratio = [1_000_000n, 1n];

/**
 * A second, plain implementation of how shared records are parted: truncated to millionths, then one more for the part
 * that lacks most, of equal ones the one of the larger weight, then the first worker's, until all is given.
 */
export const plainlyParted: Parting = (units, sharers) => {
  const whole = times(of(units), MILLION);
  const weights = total(sharers.map(({ weight }) => of(weight)));
  const parts = sharers.map(({ workerId, weight }) => {
    const exact = over(times(whole, of(weight)), weights);
    return { workerId, weight: of(weight), exact, given: exact[0] / exact[1] };
  });
  const lacking = ({ exact, given }: (typeof parts)[number]) => take(exact, [given, 1n]);
  const given = () => parts.reduce<Ratio>((sum, part) => add(sum, [part.given, 1n]), [0n, 1n]);
  while (isMore(whole, given())) {
    const [next] = parts.toSorted((a, b) => {
      if (isMore(lacking(a), lacking(b))) return -1;
      if (isMore(lacking(b), lacking(a))) return 1;
      if (isMore(a.weight, b.weight)) return -1;
      if (isMore(b.weight, a.weight)) return 1;
      return a.workerId < b.workerId ? -1 : 1;
    });
    if (next) next.given += 1n;
  }
  return parts.map((part) => {
    const digits = part.given.toString().padStart(7, '0');
    return { workerId: part.workerId, units: `${digits.slice(0, -6)}.${digits.slice(-6)}` };
  });
};
