import type { SharedClock } from '@furrow/kernel';
import type { Database } from '@furrow/database';
import { TypeormPartitions } from './adapters/typeorm/typeorm-partitions.ts';
import { TypeormPendingCommands } from './adapters/typeorm/commands/typeorm-pending-commands.ts';
import { TypeormDeviceErrorStore } from './adapters/typeorm/errors/typeorm-device-error-store.ts';
import { TypeormRejectedUplinks } from './adapters/typeorm/errors/typeorm-rejected-uplinks.ts';
import type { RejectedUplinks } from './application/lorawan/ports.ts';
import type { DeviceErrorStore, Partitions, PendingCommands } from './application/ports.ts';

/**
 * What the gateway and its jobs use besides the use cases.
 * @param report writes into the log what fails for ever
 */
export function wireTelemetryProcess(
  database: Database,
  clock: SharedClock,
  report: (message: string) => void,
) {
  const pendingCommands: PendingCommands = new TypeormPendingCommands(database, clock, { report });
  const partitions: Partitions = new TypeormPartitions(database);
  const deviceErrors: DeviceErrorStore = new TypeormDeviceErrorStore(database, { report });
  const rejectedUplinks: RejectedUplinks = new TypeormRejectedUplinks(database);
  return { pendingCommands, partitions, deviceErrors, rejectedUplinks };
}
