// What puts a host together; the root entry is what requests and answers need, and loads no framework.
export { ErrorFilter } from '../errors/error.filter.ts';
export { ExpectedMigrations, HealthController } from '../observability/health.controller.ts';
export { QuietLogger } from '../observability/quiet-logger.ts';
export { requestLog } from '../observability/request-log.ts';
export { requestMetrics } from '../observability/request-metrics.ts';
export { requestSpans } from '../observability/request-spans.ts';
export { prepareHost } from './prepare-host.ts';
export { runHost } from './run-host.ts';
