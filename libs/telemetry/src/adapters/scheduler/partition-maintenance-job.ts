import { Clock } from '@furrow/kernel';
import { BackgroundJobs } from '@furrow/platform';
import { Injectable } from '@nestjs/common';
import { Partitions } from '../../application/ports.ts';

const EVERY_MS = 6 * 3_600_000;

/** Makes partitions months before they are needed. If that fails, a reading that needs one makes it. */
@Injectable()
export class PartitionMaintenanceJob {
  constructor(partitions: Partitions, clock: Clock, jobs: BackgroundJobs) {
    jobs.add({
      name: 'making of partitions',
      everyMs: EVERY_MS,
      run: () => partitions.makeAhead(clock.now()),
    });
  }
}
