import { describeOnCitus } from '@furrow/testbed';
import { describeTelemetryPorts } from '../../testing/telemetry.contract.ts';
import { telemetryOnPostgres } from '../../testing/telemetry-on-postgres.ts';

describeOnCitus('the ports of telemetry, their tables distributed by company,', () => {
  describeTelemetryPorts('Citus', () => telemetryOnPostgres({ onCitus: true }));
});
