import { InMemoryTelemetry } from './in-memory-telemetry.ts';
import { telemetryPortsContract } from './telemetry.contract.ts';

telemetryPortsContract('the fakes', async () => new InMemoryTelemetry());
