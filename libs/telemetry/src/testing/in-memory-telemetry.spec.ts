import { InMemoryTelemetry } from './in-memory-telemetry.ts';
import { telemetryPortsContract } from './port-contract.ts';

telemetryPortsContract('the fakes', async () => new InMemoryTelemetry());
