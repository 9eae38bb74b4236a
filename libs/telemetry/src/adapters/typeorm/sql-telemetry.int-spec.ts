import { telemetryPortsContract } from '../../testing/port-contract.ts';
import { telemetryOnPostgres } from '../../testing/telemetry-on-postgres.ts';

telemetryPortsContract('PostgreSQL', () => telemetryOnPostgres());
