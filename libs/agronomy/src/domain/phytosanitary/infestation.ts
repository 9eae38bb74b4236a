import { Decimal } from '@furrow/kernel';

// Quotients with two decimals, half up. A separate constructor, so that the division rounds once, from the exact
// remainder.
const Rounded = Decimal();
Rounded.DP = 2;
Rounded.RM = Decimal.roundHalfUp;

/** Records that assessed something, and those of them that found it. */
export interface AssessmentCounts {
  /** Records whose value is not null. */
  readonly assessed: number;
  /** Of those, records whose value is above zero. */
  readonly affected: number;
}

/** A sum and the number of its terms: sums of two sets can be added, means cannot. */
export interface Sum {
  readonly total: Decimal;
  readonly count: number;
}

export const NONE_ASSESSED: AssessmentCounts = { assessed: 0, affected: 0 };
export const EMPTY_SUM: Sum = { total: new Decimal(0), count: 0 };

/** For two sets without a common record. */
export function addCounts(a: AssessmentCounts, b: AssessmentCounts): AssessmentCounts {
  return { assessed: a.assessed + b.assessed, affected: a.affected + b.affected };
}

export function addSums(a: Sum, b: Sum): Sum {
  return { total: a.total.plus(b.total), count: a.count + b.count };
}

/**
 * Disease incidence: the affected units among those assessed, in percent, 0 where none was; 2 decimals, half up.
 * The unit is the record.
 *
 * Source: Madden, Hughes & van den Bosch (2007), The Study of Plant Disease Epidemics, APS Press, chapter 2: the
 * number of diseased plant units out of the number assessed; likewise Nutter, Teng & Shokes (1991), Disease
 * assessment terms and concepts, Plant Disease 75: 1187–1188. For pests it is the share of infested units.
 */
export function incidenceOf({ assessed, affected }: AssessmentCounts): number {
  return assessed === 0 ? 0 : new Rounded(affected).times(100).div(assessed).toNumber();
}

/**
 * Mean severity in percent, 0 where none was given; 2 decimals, half up. Severities of 0 count: it is the mean of all
 * assessed units with a severity, not of the affected ones alone.
 *
 * Source: as for `incidenceOf`: severity is the area of a plant unit that shows symptoms, in percent of its whole;
 * a sample's severity is the mean of its units'.
 */
export function severityOf({ total, count }: Sum): number {
  return count === 0 ? 0 : new Rounded(total).div(count).toNumber();
}

/**
 * Whether a treatment is due: the mean of the assessed values has reached the threshold. For counts that is a density,
 * such as moths per trap; for values that are only 0 or 1, the share of affected units.
 *
 * Source: Stern, Smith, van den Bosch & Hagen (1959), The integrated control concept, Hilgardia 29: 81–101: the
 * economic threshold is the density at which control measures should be determined, so reaching it is enough.
 */
export function isAboveThreshold(values: Sum, threshold: Decimal): boolean {
  // Not the rounded mean: 4.996 has not reached 5.
  return values.count > 0 && values.total.gte(threshold.times(values.count));
}
