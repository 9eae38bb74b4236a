import { Clock } from '@furrow/kernel';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Partitions } from '../../application/ports.ts';

const EVERY_MS = 6 * 3_600_000;

/** Makes partitions months before they are needed. */
@Injectable()
export class PartitionMaintenanceJob implements OnApplicationBootstrap {
  readonly #logger = new Logger(PartitionMaintenanceJob.name);

  constructor(
    private readonly partitions: Partitions,
    private readonly clock: Clock,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.makeAhead();
  }

  @Interval(EVERY_MS)
  async makeAhead(): Promise<void> {
    try {
      await this.partitions.makeAhead(this.clock.now());
    } catch (error) {
      // A reading that needs a partition makes it.
      this.#logger.warn(`partitions will be made ahead at the next beat: ${String(error)}`);
    }
  }
}
