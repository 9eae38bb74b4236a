import { Clock } from '@furrow/kernel';
import { BackgroundJobs } from '@furrow/jobs';
import { Injectable } from '@nestjs/common';
import { RejectedUplinks } from '../../application/lorawan/ports.ts';
import { DeviceErrorStore, Partitions } from '../../application/ports.ts';

const EVERY_MS = 6 * 3_600_000;
const ERRORS_KEPT_MS = 30 * 86_400_000;

/**
 * Makes partitions months before they are needed; if that fails, a reading that needs one makes it. Removes counts of
 * errors and rejected uplinks after 30 days. Separate jobs, so that none waits for another to succeed.
 */
@Injectable()
export class MaintenanceJob {
  constructor(
    partitions: Partitions,
    errors: DeviceErrorStore,
    uplinks: RejectedUplinks,
    clock: Clock,
    jobs: BackgroundJobs,
  ) {
    jobs.add({
      name: 'maintenance of telemetry',
      everyMs: EVERY_MS,
      run: () => partitions.makeAhead(clock.now()),
    });
    jobs.add({
      name: 'removal of old device errors',
      everyMs: EVERY_MS,
      run: () => errors.removeBefore(new Date(clock.now().getTime() - ERRORS_KEPT_MS)),
    });
    jobs.add({
      name: 'removal of old rejected uplinks',
      everyMs: EVERY_MS,
      run: () => uplinks.removeBefore(new Date(clock.now().getTime() - ERRORS_KEPT_MS)),
    });
  }
}
