import type { Stage } from './stage/stage.ts';

/**
 * Measures each side once per round, in alternating order, so that a slow phase of the machine affects all sides. The
 * first round only warms up.
 *
 * @param what is measured, for the lines of progress
 * @returns the figures of each side, one per round
 */
export async function interleave<Side extends string>(
  stage: Pick<Stage, 'say'>,
  what: string,
  rounds: number,
  sides: Readonly<Record<Side, (round: number) => Promise<number>>>,
): Promise<Record<Side, number[]>> {
  const names = Object.keys(sides) as Side[];
  const figures = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Side, number[]>;
  for (let round = 0; round <= rounds; round++) {
    const texts: string[] = [];
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const figure = await sides[name](round);
      if (round > 0) figures[name].push(figure);
      texts.push(`${name} ${Math.round(figure).toLocaleString('en')}`);
    }
    stage.say(`${what}, ${round === 0 ? 'warm-up' : `round ${round} of ${rounds}`}: ${texts.join(' · ')}`);
  }
  return figures;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new RangeError('An empty list has no median');
  return (low + high) / 2;
}

/** The median of the per-round ratios. */
export function medianRatio(values: readonly number[], against: readonly number[]): number {
  return median(values.map((value, round) => value / (against[round] as number)));
}
