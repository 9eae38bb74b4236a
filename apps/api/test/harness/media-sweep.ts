import { join } from 'node:path';
import { FixedClock } from '@furrow/kernel/testing';
import { mediaOnDisk } from '@furrow/media/testing/disk';
import type { System } from '@furrow/testbed/system';

const HOUR_MS = 3_600_000;

/** Runs the sweep of orphaned media as if some hours had passed. */
export async function sweepMedia(
  system: System,
  hoursAhead: number,
): Promise<{ removed: number; failed: number }> {
  // Imported here, so that spec files without media do not load it.
  const { Database } = await import('@furrow/database');
  const url = system.environmentOfApi['DATABASE_URL']!;
  const database = await Database.connect(url, { poolSize: 2, rows: [] });
  try {
    const clock = new FixedClock(new Date(Date.now() + hoursAhead * HOUR_MS));
    return await mediaOnDisk(database, join(system.home, 'media'), clock).sweep.execute();
  } finally {
    await database.close();
  }
}
