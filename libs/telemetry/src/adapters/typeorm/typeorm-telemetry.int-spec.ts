import { describeTelemetryPorts } from '../../testing/telemetry.contract.ts';
import { telemetryOnPostgres } from '../../testing/telemetry-on-postgres.ts';

describeTelemetryPorts('PostgreSQL', () => telemetryOnPostgres());
