import { SystemClock } from '@furrow/kernel';
import type { Config } from '@furrow/config';
import type { Database } from '@furrow/database';
import { withStrays } from '@furrow/media';
import type { Check } from '../../finding.ts';

/** A sample of this size is enough. */
const LOOKED_AT = 100_000;

/** The hourly sweep removes them after a day. */
const UNSWEPT = `
  SELECT count(*)::int AS count, min(key) AS first FROM media.objects
  WHERE NOT kept AND created_at < now() - interval '27 hours'`;

export interface Installed {
  readonly config: Config;
  readonly database: Database;
}

/** Reports stray files and what the sweep leaves; another check reports whether the media store can be reached. */
export const strays: Check<Installed> = {
  subject: 'media',
  async examine({ config, database }, findings) {
    const [unswept] = await database.system((tx) => tx.query<{ count: number; first: string }>(UNSWEPT));
    if (unswept && unswept.count > 0)
      findings.warning(
        `${unswept.count} media that no record refers to are not removed, such as ${unswept.first}.`,
        'An API removes them: start one, and look for "could not be removed" and "cannot be removed" in its log.',
      );
    const count = await withStrays(config, database, new SystemClock(), (found) =>
      found.count(LOOKED_AT),
    ).catch(() => undefined);
    if (count === undefined || count.strays === 0) return;
    const some = count.objects >= LOOKED_AT ? `the first ${count.objects}` : `${count.objects}`;
    findings.warning(
      `No row refers to ${count.strays} of ${some} media files, as after a restore of an older dump.`,
      'Unless you will restore a newer dump, remove them: furrow media sweep.',
    );
  },
};
