import { InMemoryTelemetry } from './in-memory-telemetry.ts';
import { describeTelemetryPorts } from './telemetry.contract.ts';

describeTelemetryPorts('the in-memory fakes', async () => new InMemoryTelemetry());
