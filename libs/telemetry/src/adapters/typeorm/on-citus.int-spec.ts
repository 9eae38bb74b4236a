import { describeOnCitus } from '@furrow/testbed';
import { telemetryPortsContract } from '../../testing/telemetry.contract.ts';
import { telemetryOnPostgres } from '../../testing/telemetry-on-postgres.ts';

describeOnCitus('the ports of telemetry, their tables distributed by company,', () => {
  telemetryPortsContract('Citus', () => telemetryOnPostgres({ onCitus: true }));
});
