import { Injectable, Logger } from '@nestjs/common';
import { BackgroundJobs } from '@furrow/jobs';
import { SweepMedia } from '@furrow/media';
import { Metrics } from '@furrow/observability';

const HOUR_MS = 3_600_000;
const FRESH_SECONDS = 60;

/** Removes what failed requests left behind, once an hour. */
@Injectable()
export class MediaMaintenanceJob {
  readonly #logger = new Logger(MediaMaintenanceJob.name);

  constructor(
    private readonly sweepMedia: SweepMedia,
    metrics: Metrics,
    jobs: BackgroundJobs,
  ) {
    jobs.add({ name: 'media sweep', everyMs: HOUR_MS, run: () => this.#sweep() });
    metrics.measured(
      {
        furrow_media_unkept:
          'Media of the installation that no record refers to, including those of requests in progress',
        furrow_media_orphans:
          'Media that no record refers to and that are older than a day; an hourly sweep removes them',
      },
      FRESH_SECONDS,
      async () => {
        const { all, overdue } = await this.sweepMedia.outstanding();
        return { furrow_media_unkept: all, furrow_media_orphans: overdue };
      },
    );
  }

  async #sweep(): Promise<void> {
    const { removed, failed } = await this.sweepMedia.execute();
    if (removed > 0) this.#logger.log(`removed ${removed} unreferenced media`);
    if (failed > 0)
      this.#logger.warn(`${failed} unreferenced media could not be removed; the next sweep tries again`);
  }
}
