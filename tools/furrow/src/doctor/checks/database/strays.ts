import { SystemClock } from '@furrow/kernel';
import { type Config, type Database, withStrays } from '@furrow/platform';
import type { Check } from '../../finding.ts';

/** A sample of this size is enough. */
const LOOKED_AT = 100_000;

export interface Installed {
  readonly config: Config;
  readonly database: Database;
}

/** Reports stray files only; another check reports whether the media store can be reached. */
export const strays: Check<Installed> = {
  subject: 'media',
  async examine({ config, database }, findings) {
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
