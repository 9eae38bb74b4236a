import { wireForms } from '@furrow/forms';
import { Random } from '@furrow/program';
import { by } from '../acting.ts';
import type { SeasonFarm } from '../season-farm.ts';
import { leafWith } from './leaves.ts';

const ROUNDS = 10;
const DAYS_BETWEEN = 7;
/** Records of a round in each sector. */
const TREES = [8.2, 8.5, 8.7, 8.9, 9.1, 9.3];
const SECTORS = ['vega/v1', 'vega/v2', 'vega/v3', 'vega/v4', 'loma/greenhouse'];

interface Found {
  readonly moth: number;
  readonly aphids: number;
  readonly mildew: number;
}

/** What a round finds on average. @param round 0 is the first, `ROUNDS - 1` that of this week */
function found(sector: string, round: number): Found {
  const season = round / (ROUNDS - 1);
  switch (sector) {
    case 'vega/v2': // aphids rise week by week, beyond the threshold of 5
      return { moth: 6 - 3 * season, aphids: 0.5 * 1.38 ** round, mildew: 0.6 };
    case 'vega/v1': // two flights of moths
      return { moth: 5 + 4 * Math.sin(round * 1.1), aphids: 0.5, mildew: 1.4 - season };
    case 'vega/v3':
      return { moth: 3, aphids: 1, mildew: 0.4 + 2.6 * season };
    case 'vega/v4':
      return { moth: 0, aphids: 0.9 - 0.7 * season, mildew: 0 };
    default:
      return { moth: 0, aphids: 0.6, mildew: 1.2 * Math.abs(Math.cos(round)) };
  }
}

const NOTES = [
  'Focos en los bordes, junto al camino.',
  'Fauna auxiliar presente: mariquitas y crisopas.',
  'Revisar otra vez el viernes.',
  'Hojas enrolladas en los brotes tiernos.',
];

type Input = Parameters<ReturnType<typeof wireForms>['submitRecord']['execute']>[2];

/** Records weekly scouting rounds, with photos where much was found. */
export async function recordScouting(farm: SeasonFarm): Promise<void> {
  const { submitRecord } = wireForms(farm.database, farm.media, farm.clock);
  const scout = { ...farm.user('ines'), role: 'agronomist' as const };
  for (let round = 0; round < ROUNDS; round++) {
    const inputs = await Promise.all(
      SECTORS.flatMap((sector) => TREES.map((hour, tree) => recordOf(farm, sector, round, { hour, tree }))),
    );
    farm.clock.set(farm.calendar.now);
    await by(scout, () =>
      Promise.all(inputs.map((input) => submitRecord.execute(farm.companyId, scout, input))),
    );
  }
}

/** How many are found where `mean` are usual (Poisson, by Knuth's product of random numbers). */
function countAbout(mean: number, random: Random): number {
  const limit = Math.exp(-mean);
  const chance = () => (1 + random.below(999_999)) / 1_000_000;
  let count = 0;
  for (let product = chance(); product > limit; count++) product *= chance();
  return count;
}

async function recordOf(
  farm: SeasonFarm,
  sector: string,
  round: number,
  { hour, tree }: { readonly hour: number; readonly tree: number },
): Promise<Input> {
  const day = farm.calendar.daysAgo(1 + DAYS_BETWEEN * (ROUNDS - 1 - round));
  const random = new Random(7_919 * (1 + SECTORS.indexOf(sector) + 10 * tree + 100 * round));
  const mean = found(sector, round);
  const [moth, aphids, mildew] = [mean.moth, mean.aphids, mean.mildew].map((one) =>
    countAbout(one, random),
  ) as [number, number, number];
  const isPictured = tree % 3 === 0 && round >= ROUNDS - 3 && (aphids >= 4 || mildew >= 2);
  const finding = aphids >= mildew ? 'aphids' : 'mildew';
  return {
    ...{ formId: farm.form('scouting'), formVersion: null, taskId: null, location: null },
    clientRecordId: `season/scouting/${day}/${sector}/${tree}`,
    recordedAt: farm.calendar.at(day, hour + 0.1 * SECTORS.indexOf(sector)),
    forcedLocation: farm.place(sector),
    values: {
      trees: 20,
      stage: 'ripening',
      moth: { value: moth, severity: null },
      aphids: { value: aphids, severity: Math.min(100, aphids * 4) },
      mildew: { value: mildew, severity: Math.min(100, mildew * 3) },
      ...(tree === round % 4 && { notes: NOTES[(round + tree) % NOTES.length] }),
    },
    media: isPictured
      ? [{ field: 'photo', bytes: await leafWith(Math.max(aphids, mildew), 7 * round + tree, finding) }]
      : [],
  };
}
