import { telemetryPortsContract } from '../../testing/telemetry.contract.ts';
import { telemetryOnPostgres } from '../../testing/telemetry-on-postgres.ts';

telemetryPortsContract('PostgreSQL', () => telemetryOnPostgres());
