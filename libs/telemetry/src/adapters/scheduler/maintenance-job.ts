import { Clock } from '@furrow/kernel';
import { BackgroundJobs } from '@furrow/jobs';
import { Injectable } from '@nestjs/common';
import { DeviceErrorStore, Partitions } from '../../application/ports.ts';

const EVERY_MS = 6 * 3_600_000;
const ERRORS_KEPT_MS = 30 * 86_400_000;

/**
 * Makes partitions months before they are needed; if that fails, a reading that needs one makes it. Removes counts of
 * errors after 30 days. Two jobs, so that neither waits for the other to succeed.
 */
@Injectable()
export class MaintenanceJob {
  constructor(partitions: Partitions, errors: DeviceErrorStore, clock: Clock, jobs: BackgroundJobs) {
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
  }
}
