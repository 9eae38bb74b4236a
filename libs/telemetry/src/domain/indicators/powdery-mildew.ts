import { withoutRoundingError } from './weather-day.ts';

/** As exact as the means that are compared with it. */
const fahrenheit = (degrees: number) => withoutRoundingError(((degrees - 32) * 5) / 9);

/**
 * The parameters of the index: temperatures in °C (70, 85 and 95 °F), and points.
 *
 * Source: Gubler and Thomas, University of California; UC IPM, *Grape Powdery Mildew Risk Assessment Index*.
 */
export const POWDERY_MILDEW = {
  favourable: { from: fahrenheit(70), to: fahrenheit(85), hours: 6 },
  lethal: { from: fahrenheit(95), minutes: 15 },
  /** Consecutive days that begin an epidemic. */
  daysToBegin: 3,
  gain: 20,
  loss: 10,
  most: 100,
} as const;

/** The inputs of the index for a day. */
export interface MildewDay {
  /** The longest run of consecutive hours from 70 to 85 °F, both included. */
  readonly favourableHours: number;
  /** Minutes at 95 °F or more. */
  readonly lethalMinutes: number;
}

/**
 * Risk of grapevine powdery mildew, 0 to 100, day by day. It begins with three consecutive favourable days, 20 points
 * each; an unfavourable day before that starts over. From then on a favourable day adds 20 points, any other subtracts
 * 10, and 15 minutes of 95 °F subtract 10 more from a favourable day, within 0 and 100; no day subtracts more than 10.
 *
 * It concerns conidia, once mildew is present: the release of ascospores in spring needs wet leaves and is not
 * included.
 */
export class PowderyMildewIndex {
  #index = 0;
  #days = 0;

  /** @returns the index at the end of the next day */
  after({ favourableHours, lethalMinutes }: MildewDay): number {
    const { favourable, lethal, daysToBegin, gain, loss, most } = POWDERY_MILDEW;
    const isFavourable = favourableHours >= favourable.hours;
    const isLethal = lethalMinutes >= lethal.minutes;
    if (this.#days < daysToBegin) {
      this.#days = isFavourable ? this.#days + 1 : 0;
      this.#index = this.#days * gain;
    } else {
      const change = isFavourable ? gain - (isLethal ? loss : 0) : -loss;
      this.#index = Math.min(most, Math.max(0, this.#index + change));
    }
    return this.#index;
  }

  /** A day without data: the index stays, and before an epidemic the run of days starts over. */
  skip(): void {
    if (this.#days < POWDERY_MILDEW.daysToBegin) [this.#days, this.#index] = [0, 0];
  }
}

/** The longest run of a day's hours, in order, in the favourable range; an hour without a reading (null) ends a run. */
export function favourableHours(hours: readonly (number | null)[]): number {
  const { from, to } = POWDERY_MILDEW.favourable;
  let [longest, run] = [0, 0];
  for (const te of hours) {
    run = te !== null && te >= from && te <= to ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
