import { SystemClock } from '@furrow/kernel';
import { withStrays } from '@furrow/media';
import { configuration } from '../configuration.ts';
import { withDatabase } from '../connection.ts';
import { durationOf } from '../duration.ts';
import type { Answer } from '../output.ts';
import { Refusal } from '../refusal.ts';

export interface SweepOptions {
  readonly olderThan: string;
  readonly dryRun: boolean;
  readonly evenAll: boolean;
}

/** Removes media that no row refers to, such as those left by a restore of an older dump. */
export async function sweepStrays({ olderThan, dryRun, evenAll }: SweepOptions): Promise<Answer> {
  const age = durationOf(olderThan);
  const swept = await withDatabase((database) =>
    withStrays(configuration(), database, new SystemClock(), async (strays) => {
      const found = await strays.count();
      if (found.strays > 0 && found.strays === found.objects && !evenAll && !dryRun)
        throw new Refusal(
          `The database refers to none of the ${found.objects} files: is DATABASE_URL right? If it is, repeat the command with --even-all.`,
        );
      return dryRun ? { ...found, removed: 0, young: 0, failed: 0 } : strays.sweep(age);
    }),
  );
  const { objects, strays, removed, young, failed } = swept;
  const done = dryRun
    ? 'Dry run, nothing was removed.'
    : `${removed} removed, ${young} kept because they are newer than ${olderThan}.`;
  return {
    document: { dryRun, ...swept },
    text: `The database refers to ${objects - strays} of ${objects} files. ${done}${failed > 0 ? ` ${failed} could not be removed.` : ''}`,
    exitCode: failed > 0 ? 1 : 0,
  };
}
