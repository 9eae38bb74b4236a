import { Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { SweepMedia } from '@furrow/platform';

const HOUR_MS = 3_600_000;

/** What requests left behind that failed half way is looked for once an hour; any process may do it, also several. */
@Injectable()
export class MediaUpkeep {
  readonly #logger = new Logger(MediaUpkeep.name);

  constructor(private readonly sweepMedia: SweepMedia) {}

  @Interval(HOUR_MS)
  async sweep(): Promise<void> {
    try {
      const { removed, failed } = await this.sweepMedia.execute();
      if (removed > 0) this.#logger.log(`removed ${removed} media that nothing refers to`);
      if (failed > 0)
        this.#logger.warn(
          `${failed} media that nothing refers to could not be removed; the next sweep tries again`,
        );
    } catch (error) {
      this.#logger.warn(`The sweep of media failed and will be tried again: ${String(error)}`);
    }
  }
}
