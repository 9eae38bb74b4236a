import { SystemClock } from '@furrow/kernel';
import { withStrays } from '@furrow/platform';
import { configuration } from '../configuration.ts';
import { withDatabase } from '../connection.ts';
import { durationOf } from '../duration.ts';
import type { Answer } from '../output.ts';
import { Refusal } from '../refusal.ts';

export interface SweepWish {
  readonly olderThan: string;
  readonly dryRun: boolean;
  readonly evenAll: boolean;
}

/** Removes media that no row refers to, such as those left by a restore of an older dump. */
export async function sweepStrays({ olderThan, dryRun, evenAll }: SweepWish): Promise<Answer> {
  const age = durationOf(olderThan);
  const swept = await withDatabase((database) =>
    withStrays(configuration(), database, new SystemClock(), async (strays) => {
      const found = await strays.count();
      if (found.strays > 0 && found.strays === found.objects && !evenAll && !dryRun)
        throw new Refusal(
          `The database knows none of the ${found.objects} media that are here: is DATABASE_URL the right one? If it is, say so with --even-all.`,
        );
      return dryRun ? { ...found, removed: 0, young: 0, failed: 0 } : strays.sweep(age);
    }),
  );
  const { objects, strays, removed, young, failed } = swept;
  const done = dryRun
    ? 'A dry run: nothing was removed.'
    : `${removed} removed, ${young} stored within ${olderThan} and left.`;
  return {
    document: { dryRun, ...swept },
    text: `Of ${objects} media the database knows all but ${strays}. ${done}${failed > 0 ? ` ${failed} could not be removed.` : ''}`,
    exitCode: failed > 0 ? 1 : 0,
  };
}
